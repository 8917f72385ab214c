package dev.redrive.cli.command;

import dev.redrive.cli.http.CommandFailed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;

/** Letters that were named one by one: on the command line, or on standard input for a dash. */
public final class LetterArguments {
    private static final String INPUT = "-";
    private static final int MOST = 100_000;

    private LetterArguments() {}

    public static void describe(CommandSpec spec) {
        spec.addPositional(
                Opt.words("ID", "0..*", "Ids of letters, or how they begin; - reads them from standard input."));
        spec.addOption(Opt.flag("-y, --yes", "Does not ask, however many letters it changes."));
    }

    public static boolean isGiven(Session session) {
        return !session.words().isEmpty();
    }

    /** Whole ids of letters in the store, each once, in the order they were named. */
    public static List<String> ids(Session session) throws IOException {
        return ids(session, typed -> Ids.letter(session, typed));
    }

    /** Whole ids of letters in the archive, each once, in the order they were named. */
    public static List<String> coldIds(Session session) throws IOException {
        return ids(session, typed -> Ids.coldLetter(session, typed));
    }

    private static List<String> ids(Session session, UnaryOperator<String> whole) throws IOException {
        Set<String> ids = new LinkedHashSet<>();
        for (String word : session.words()) {
            for (String typed : word.equals(INPUT) ? input(session) : List.of(word)) ids.add(whole.apply(typed));
        }
        return List.copyOf(ids);
    }

    /** The first word of each line, so that the table of a list will do as well. */
    private static List<String> input(Session session) throws IOException {
        List<String> typed = new ArrayList<>();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(session.console().in(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String first = line.strip().split("\\s+", 2)[0];
            if (first.isEmpty() || first.equals("ID")) continue;
            if (typed.size() == MOST)
                throw new CommandFailed(
                        "more than " + MOST + " ids at once", "say which with --status, --cause and the like");
            typed.add(first);
        }
        return typed;
    }
}
