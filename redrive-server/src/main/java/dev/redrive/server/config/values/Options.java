package dev.redrive.server.config.values;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What the command line of {@code serve} and {@code demo} says.
 *
 * @param check only look at the settings, then end
 * @param help only show how it is used
 */
public record Options(
        OptionalInt port,
        Optional<String> bind,
        Optional<String> store,
        Optional<Path> config,
        boolean check,
        boolean help) {
    private static final Set<String> WITH_VALUE = Set.of("--port", "--bind", "--store", "--config");
    private static final Set<String> ALONE = Set.of("--check", "--help");

    public static Options none() {
        return new Options(OptionalInt.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false, false);
    }

    /** Takes the arguments after the command; throws {@link BadUsage}. */
    public static Options parse(String command, List<String> arguments) {
        return parse(command, arguments, usage(command));
    }

    /** The same for a command that is used in another way. */
    public static Options parse(String command, List<String> arguments, String usage) {
        return new Parser(command, usage).parse(arguments);
    }

    public Options withStore(String url) {
        return new Options(port, bind, Optional.of(url), config, check, help);
    }

    public static String usage(String command) {
        return """
                usage: redrive %s [OPTIONS]

                  --port N         the port to listen on (8080); 0 takes a free one
                  --bind ADDRESS   the address to listen on (127.0.0.1); any other than loopback needs credentials
                  --store URL      sqlite:PATH (sqlite:./data/redrive.db), postgresql://user:password@host:port/db or
                                   mongodb://user:password@host:port/db
                  --config FILE    the settings file (redrive.yaml in this folder, if there is one)
                  --check          look at the settings, say what is wrong with them, and end
                  --help           this text

                The command line comes before the environment, the environment before the file.
                """.formatted(command);
    }

    /** Reads one command line. */
    private static final class Parser {
        private final String command;
        private final String usage;
        private final Map<String, String> given = new LinkedHashMap<>();

        Parser(String command, String usage) {
            this.command = command;
            this.usage = usage;
        }

        Options parse(List<String> arguments) {
            Iterator<String> rest = arguments.iterator();
            while (rest.hasNext()) take(rest.next(), rest);
            return new Options(
                    port(),
                    Optional.ofNullable(given.get("--bind")),
                    Optional.ofNullable(given.get("--store")),
                    config(),
                    given.containsKey("--check"),
                    given.containsKey("--help"));
        }

        private void take(String argument, Iterator<String> rest) {
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (name.equals("-h")) name = "--help";
            if (given.containsKey(name)) throw wrong(name + " is given twice");

            if (WITH_VALUE.contains(name)) {
                given.put(name, equals < 0 ? next(name, rest) : notEmpty(name, argument.substring(equals + 1)));
            } else if (ALONE.contains(name)) {
                if (equals >= 0) throw wrong(name + " takes no value");
                given.put(name, "");
            } else {
                throw unknown(name);
            }
        }

        private String next(String name, Iterator<String> rest) {
            String value = rest.hasNext() ? rest.next() : "";
            return notEmpty(name, value.startsWith("--") ? "" : value);
        }

        private String notEmpty(String name, String value) {
            if (value.isBlank()) throw wrong(name + " needs a value");
            return value;
        }

        private OptionalInt port() {
            String text = given.get("--port");
            if (text == null) return OptionalInt.empty();
            try {
                return OptionalInt.of(ValueForms.PORT_TO_LISTEN_ON.read(text));
            } catch (IllegalArgumentException e) {
                throw wrong("--port must be " + ValueForms.PORT_TO_LISTEN_ON.allowed() + ", was " + text);
            }
        }

        private Optional<Path> config() {
            try {
                return Optional.ofNullable(given.get("--config")).map(Path::of);
            } catch (InvalidPathException e) {
                throw wrong("--config is not a path: " + e.getReason());
            }
        }

        private BadUsage unknown(String argument) {
            if (!argument.startsWith("-")) return wrong(command + " takes options only, not \"" + argument + "\"");
            List<String> all = List.of("--port", "--bind", "--store", "--config", "--check", "--help");
            return wrong("unknown option " + argument + Spelling.hint(argument, all));
        }

        private BadUsage wrong(String message) {
            return new BadUsage(message, usage);
        }
    }
}
