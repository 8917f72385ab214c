package dev.redrive.cli;

import dev.redrive.cli.command.CommonOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command line, taken apart into the verb and the rest. Options that every verb knows may stand before it.
 *
 * @param verb such as {@code list} or {@code causes show}
 * @param rest everything else, in its order
 */
public record Arguments(Optional<String> verb, List<String> rest) {
    public static Arguments of(List<String> arguments) {
        int at = 0;
        while (at < arguments.size() && arguments.get(at).startsWith("-"))
            at += CommonOptions.takesValue(arguments.get(at)) ? 2 : 1;
        if (at >= arguments.size()) return new Arguments(Optional.empty(), arguments);
        String first = arguments.get(at);
        String both = at + 1 < arguments.size() ? first + " " + arguments.get(at + 1) : first;
        boolean isTwo = !both.equals(first) && Verbs.NAMES.contains(both);
        List<String> rest = new ArrayList<>(arguments.subList(0, at));
        rest.addAll(arguments.subList(at + (isTwo ? 2 : 1), arguments.size()));
        return new Arguments(Optional.of(isTwo ? both : first), rest);
    }
}
