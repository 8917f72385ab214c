package dev.redrive.server.letters;

import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Query;
import java.util.Locale;

/** The words for what letters are ordered by. */
public final class SortWords {
    private SortWords() {}

    public static Query.Sort sort(String field, String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "createdat", "created_at" -> Query.Sort.CREATED_AT;
            case "updatedat", "updated_at" -> Query.Sort.UPDATED_AT;
            case "priority" -> Query.Sort.PRIORITY;
            case "retrycount", "retry_count" -> Query.Sort.RETRY_COUNT;
            default ->
                throw Problem.badField(field, field + " must be one of createdAt, updatedAt, priority, retryCount");
        };
    }

    public static Query.Direction direction(String field, String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "asc" -> Query.Direction.ASC;
            case "desc" -> Query.Direction.DESC;
            default -> throw Problem.badField(field, field + " must be asc or desc");
        };
    }
}
