package dev.redrive.server.config.values;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What every command that ends by itself understands, and the arguments that are left for the command.
 *
 * @param help only show how it is used
 * @param json say it for a program
 */
public record CommandFlags(boolean help, boolean json, List<String> rest) {
    private static final Set<String> HELP = Set.of("--help", "-h");
    private static final String JSON = "--json";

    public CommandFlags {
        rest = List.copyOf(rest);
    }

    public static CommandFlags in(List<String> arguments) {
        List<String> rest = new ArrayList<>(arguments);
        boolean help = rest.removeAll(HELP);
        boolean json = rest.removeAll(Set.of(JSON));
        return new CommandFlags(help, json, rest);
    }
}
