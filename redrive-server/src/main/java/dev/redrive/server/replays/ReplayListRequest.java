package dev.redrive.server.replays;

import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.letters.LetterIdParser;
import dev.redrive.server.web.Parameters;
import dev.redrive.server.web.Problem;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which replays a list was asked for. */
record ReplayListRequest(
        Set<ReplayState> states, int limit, @Nullable ReplayId cursor) {
    private static final int USUAL = 50;
    private static final int MOST = 200;
    static final List<String> NAMES = List.of("state", "limit", "cursor");

    static ReplayListRequest of(Map<String, String[]> parameters) {
        refuseUnknown(parameters);
        String cursor = last(parameters, "cursor");
        return new ReplayListRequest(
                states(parameters, ReplayState.class),
                Parameters.limit(last(parameters, "limit"), USUAL, MOST),
                cursor == null ? null : replayId("cursor", cursor));
    }

    static void refuseUnknown(Map<String, String[]> parameters) {
        for (String name : parameters.keySet()) if (!NAMES.contains(name)) throw FilterWords.unknown(name, NAMES);
    }

    static ReplayId replayId(String field, String text) {
        return new ReplayId(LetterIdParser.uuid(field, text));
    }

    /** The last that is given and not empty. */
    static @Nullable String last(Map<String, String[]> parameters, String name) {
        return values(parameters, name).reduce((first, second) -> second).orElse(null);
    }

    private static Stream<String> values(Map<String, String[]> parameters, String name) {
        return Arrays.stream(parameters.getOrDefault(name, new String[0])).filter(value -> !value.isBlank());
    }

    /** Given several times, or once with commas. */
    static <E extends Enum<E>> Set<E> states(Map<String, String[]> parameters, Class<E> type) {
        Set<E> states = EnumSet.noneOf(type);
        values(parameters, "state")
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .forEach(word -> states.add(state(word.strip(), type)));
        return states;
    }

    private static <E extends Enum<E>> E state(String word, Class<E> type) {
        try {
            return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Problem.badField(
                    "state",
                    "state must be one of "
                            + EnumSet.allOf(type).stream().map(Enum::name).collect(Collectors.joining(", ")));
        }
    }
}
