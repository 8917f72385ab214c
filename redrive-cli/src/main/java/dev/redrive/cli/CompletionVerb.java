package dev.redrive.cli;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import java.util.List;
import java.util.Objects;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Prints a script that completes our commands in a shell. */
final class CompletionVerb implements Verb {
    private static final String AUDIT = "audit";
    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("A script that completes these commands in your shell.")
                .footer(
                        "%nTo use it:",
                        "  bash   source <(redrive completion bash)",
                        "  zsh    source <(redrive completion zsh)",
                        "  fish   redrive completion fish > ~/.config/fish/completions/redrive.fish");
        spec.addPositional(Opt.word("SHELL", SHELLS, "bash, zsh or fish."));
    }

    @Override
    public int run(Session session) {
        String shell = session.words().get(0);
        if (!SHELLS.contains(shell)) throw new BadUsage("the shell must be bash, zsh or fish, not \"" + shell + "\"");
        CommandLine all = new CommandLine(all());
        session.console().print(shell.equals("fish") ? FishCompletion.of(all) : AutoComplete.bash("redrive", all));
        return ExitCode.DONE;
    }

    /** Every command, those of the launcher too. */
    static CommandSpec all() {
        CommandSpec root = CommandSpec.create().name("redrive");
        root.addSubcommand(AUDIT, server("The audit log."));
        for (String name : Verbs.NAMES) {
            int blank = name.indexOf(' ');
            CommandSpec parent = blank < 0 ? root : parent(root, name.substring(0, blank));
            CommandSpec spec = Help.spec(name, Verbs.of(name)).name(name.substring(blank + 1));
            parent.addSubcommand(spec.name(), spec);
        }
        root.addSubcommand("serve", server("The server.", "--port", "--bind", "--store", "--config"));
        root.addSubcommand("demo", server("The server with a small failing shop around it.", "--port"));
        parent(root, AUDIT).addSubcommand("verify", server("Checks that it was not changed.", "--store", "--config"));
        return root;
    }

    private static CommandSpec parent(CommandSpec root, String name) {
        return Objects.requireNonNull(root.subcommands().get(name)).getCommandSpec();
    }

    private static CommandSpec server(String description, String... options) {
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage().description(description);
        for (String option : options) spec.addOption(Opt.text(option, "VALUE", ""));
        return spec;
    }
}
