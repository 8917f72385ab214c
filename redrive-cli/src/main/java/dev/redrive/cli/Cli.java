package dev.redrive.cli;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.CommonOptions;
import dev.redrive.cli.command.Environment;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.RefusedOption;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Suggestion;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.ServerRefused;
import dev.redrive.cli.json.BadJson;
import dev.redrive.cli.terminal.Console;
import dev.redrive.cli.terminal.OutputClosed;
import dev.redrive.cli.terminal.Palette;
import dev.redrive.cli.terminal.Style;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands of {@code redrive} that talk to a server. */
public final class Cli {
    private static final String AUTO = "auto";

    private final Environment environment;
    private String colours = AUTO;

    Cli(Environment environment) {
        this.environment = environment;
    }

    public static void main(String[] args) {
        int code = new Cli(Environment.real()).run(List.of(args));
        System.exit(code);
    }

    int run(List<String> arguments) {
        try {
            return run(Arguments.of(arguments));
        } catch (BadUsage e) {
            complain(String.valueOf(e.getMessage()));
            return ExitCode.WRONG_USAGE;
        } catch (RuntimeException e) {
            complain("this should not have happened: " + e
                    + "\n  next: please report it, with what REDRIVE_DEBUG=1 shows");
            if (!environment.variable("REDRIVE_DEBUG", "").isEmpty()) e.printStackTrace(environment.err());
            environment.err().flush();
            return ExitCode.FAILED;
        }
    }

    private int run(Arguments arguments) {
        String name = arguments.verb().orElseGet(() -> withoutVerb(arguments));
        Verb verb = Verbs.of(name);
        CommandSpec spec = Help.spec(name, verb);
        CommandLine line = new CommandLine(spec);
        try {
            ParseResult given = line.parseArgs(rest(arguments));
            try (Console console = console(given)) {
                if (given.hasMatchedOption("--help")) return Help.of(line, console);
                if (verb.hasLayouts()) CommonOptions.check(given.matchedOptionValue("--output", "table"));
                return run(verb, new Session(environment, given, console));
            } catch (OutputClosed e) {
                return ExitCode.DONE;
            }
        } catch (ParameterException e) {
            String mistake = e.getMessage() == null ? "the arguments are not right" : e.getMessage();
            throw new BadUsage(mistake + meant(name, e) + "\n  try: redrive " + name + " --help");
        }
    }

    private static String meant(String name, ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) return "";
        List<String> near = unmatched.getSuggestions();
        if (!near.isEmpty()) return "\n  did you mean: " + String.join(" or ", near);
        return Suggestion.to(name + " " + unmatched.getUnmatched().get(0), Verbs.NAMES)
                .filter(known -> known.startsWith(name + " "))
                .map(known -> "\n  did you mean: redrive " + known)
                .orElse("");
    }

    private static String[] rest(Arguments arguments) {
        return arguments.verb().isEmpty() ? new String[0] : arguments.rest().toArray(String[]::new);
    }

    /** What was probably meant by options alone. */
    private static String withoutVerb(Arguments arguments) {
        if (arguments.rest().contains("--help") || arguments.rest().contains("-h")) return "help";
        if (arguments.rest().contains("--version") || arguments.rest().contains("-V")) return "version";
        throw new BadUsage("say what to do\n  all commands: redrive help");
    }

    private int run(Verb verb, Session session) {
        try {
            return verb.run(session);
        } catch (ServerRefused e) {
            session.console().flush();
            Optional<String> mistake = RefusedOption.mistake(session, e);
            if (mistake.isEmpty()) return failed(e);
            throw new BadUsage(mistake.get());
        } catch (CommandFailed e) {
            session.console().flush();
            return failed(e);
        } catch (BadJson e) {
            session.console().flush();
            complain("the server's answer is no JSON: " + e.getMessage());
        } catch (IOException e) {
            session.console().flush();
            complain(e.getMessage() == null ? e.toString() : e.getMessage());
        }
        environment.err().flush();
        return ExitCode.FAILED;
    }

    private int failed(CommandFailed failed) {
        complain(failed.reason());
        failed.next().ifPresent(next -> Console.message(environment.err(), environment.terminal(), "  next: " + next));
        environment.err().flush();
        return ExitCode.FAILED;
    }

    private void complain(String text) {
        String name = palette(colours, environment.terminal().err()).paint(Style.RED, "redrive:");
        Console.message(environment.err(), environment.terminal(), name + " " + text);
    }

    private Console console(ParseResult given) {
        String when = given.matchedOptionValue("--color", AUTO);
        Palette palette = palette(when, environment.terminal().out());
        colours = when;
        return new Console(environment.terminal(), palette, environment.in(), environment.out(), environment.err());
    }

    private Palette palette(String when, boolean isTerminal) {
        return switch (when) {
            case "always" -> Palette.COLOURED;
            case "never" -> Palette.PLAIN;
            case AUTO -> {
                boolean isWanted = isTerminal
                        && environment.variable("NO_COLOR", "").isEmpty()
                        && !environment.variable("TERM", "").equals("dumb");
                yield isWanted ? Palette.COLOURED : Palette.PLAIN;
            }
            default -> throw new BadUsage("--color must be one of auto, always, never, not \"" + when + "\"");
        };
    }
}
