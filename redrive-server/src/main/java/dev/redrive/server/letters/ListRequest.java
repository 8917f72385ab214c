package dev.redrive.server.letters;

import dev.redrive.letter.LetterId;
import dev.redrive.server.web.Parameters;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a list was asked for.
 *
 * @param page counted from 1; also given for a page that a cursor leads to
 */
record ListRequest(
        Filter filter,
        Query.Sort sort,
        Query.Direction direction,
        int page,
        int limit,
        @Nullable LetterId cursor) {
    private static final int DEFAULT_LIMIT = 50;
    private static final String VIEW = "view";
    private static final List<String> PAGING = List.of("sort", "direction", "page", "limit", "cursor", VIEW);
    private static final List<String> KNOWN =
            Stream.concat(FilterWords.NAMES.stream(), PAGING.stream()).toList();

    /** @param views the address of a saved view by its name; what the request says beside it is stronger */
    static ListRequest of(Map<String, String[]> parameters, Instant now, Function<String, ListAddress> views) {
        Map<String, List<String>> words = new LinkedHashMap<>();
        Map<String, String> paging = new LinkedHashMap<>();
        parameters.forEach((name, values) -> {
            List<String> given = Arrays.stream(values).filter(v -> !v.isEmpty()).toList();
            if (!PAGING.contains(name) && !FilterWords.isKnown(name)) throw FilterWords.unknown(name, KNOWN);
            if (given.isEmpty()) return;
            if (PAGING.contains(name)) {
                paging.put(name, given.get(given.size() - 1));
            } else {
                words.put(name, given);
            }
        });
        Optional.ofNullable(paging.get(VIEW)).map(views).ifPresent(view -> {
            view.criteria(now, ZoneOffset.UTC).forEach(words::putIfAbsent);
            paging.putIfAbsent("sort", view.order().sort().name());
            paging.putIfAbsent("direction", view.order().direction().name());
        });
        return of(FilterWords.read(words, now), paging);
    }

    private static ListRequest of(Filter filter, Map<String, String> paging) {
        String cursor = paging.get("cursor");
        if (cursor != null && paging.containsKey("page"))
            throw Problem.badField("cursor", "give page or cursor, not both");
        int limit = Parameters.number(
                "limit", paging.getOrDefault("limit", String.valueOf(DEFAULT_LIMIT)), 1, Query.MAX_LIMIT);
        int page = Parameters.number("page", paging.getOrDefault("page", "1"), 1, Integer.MAX_VALUE);
        if ((page - 1L) * limit > Query.MAX_SKIP)
            throw Problem.badField(
                    "page",
                    "page numbers reach " + Query.MAX_SKIP
                            + " letters deep; go on with the nextCursor of the last page");
        return new ListRequest(
                filter,
                SortWords.sort("sort", paging.getOrDefault("sort", "createdAt")),
                SortWords.direction("direction", paging.getOrDefault("direction", "desc")),
                page,
                limit,
                cursor == null ? null : LetterIdParser.letter("cursor", cursor));
    }

    Query query(Filter within) {
        int skip = cursor == null ? (page - 1) * limit : 0;
        return new Query(within, sort, direction, limit, cursor, skip);
    }
}
