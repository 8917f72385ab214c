package dev.redrive.server.cold;

import dev.redrive.letter.LetterId;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.letters.LetterIdParser;
import dev.redrive.server.web.Parameters;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a list of archived letters was asked for: one by its id, or those that a filter means. */
record ColdListRequest(
        Optional<LetterId> id,
        Filter filter,
        int limit,
        @Nullable String cursor) {
    private static final int DEFAULT_LIMIT = 50;
    private static final int LONGEST_CURSOR = 2000;
    private static final List<String> PAGING = List.of("id", "limit", "cursor");
    private static final List<String> KNOWN =
            Stream.concat(FilterWords.NAMES.stream(), PAGING.stream()).toList();

    static ColdListRequest of(Map<String, String[]> parameters, Instant now) {
        Map<String, List<String>> words = new LinkedHashMap<>();
        Map<String, String> paging = new LinkedHashMap<>();
        parameters.forEach((name, values) -> {
            if (!PAGING.contains(name) && !FilterWords.isKnown(name)) throw FilterWords.unknown(name, KNOWN);
            List<String> given = Arrays.stream(values).filter(v -> !v.isEmpty()).toList();
            if (given.isEmpty()) return;
            if (PAGING.contains(name)) paging.put(name, given.get(given.size() - 1));
            else words.put(name, given);
        });
        return of(words, paging, now);
    }

    private static ColdListRequest of(Map<String, List<String>> words, Map<String, String> paging, Instant now) {
        Optional<LetterId> id = Optional.ofNullable(paging.get("id")).map(LetterIdParser::letter);
        if (id.isPresent() && !words.isEmpty())
            throw Problem.badField("id", "an id names one letter; leave out " + String.join(", ", words.keySet()));
        return new ColdListRequest(
                id,
                FilterWords.read(words, now),
                Parameters.limit(paging.get("limit"), DEFAULT_LIMIT, Query.MAX_LIMIT),
                cursor(paging.get("cursor")));
    }

    static @Nullable String cursor(@Nullable String text) {
        if (text != null && text.length() > LONGEST_CURSOR) throw badCursor();
        return text;
    }

    static Problem badCursor() {
        return Problem.badField("cursor", "cursor must be the nextCursor of an earlier answer");
    }
}
