package dev.redrive.cli;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.terminal.TextWrap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** All commands, or one of them. */
final class HelpVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("All commands, or what one of them can do.");
        spec.addPositional(Opt.words("COMMAND", "0..*", "Such as list, or causes show."));
    }

    @Override
    public int run(Session session) {
        if (session.words().isEmpty()) {
            session.console().lines(TextWrap.lines(Help.overview().stripTrailing(), session.width()));
            return ExitCode.DONE;
        }
        String name = String.join(" ", session.words());
        return Help.of(new CommandLine(Help.spec(name, Verbs.of(name))), session.console());
    }
}
