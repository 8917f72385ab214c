package dev.redrive.jdbc.search;

import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.Total;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Searches the texts and payloads of letters for a part, letter by letter, because no index holds them. */
final class TextSearch {
    private static final int TEXT_CHUNK = 100;
    /** Messages and types of the first and the newest error, and the event's id. */
    private static final int TEXTS = 5;

    private static final int LARGE_PAYLOAD = 256 * 1024;
    private static final ReentrantLock ONE_LARGE_PAYLOAD = new ReentrantLock();

    private final Sql sql;
    private final FilterSql filter;
    private final String wanted;
    private final BooleanSupplier outOfTime;

    TextSearch(Sql sql, FilterSql filter, String text, BooleanSupplier outOfTime) {
        this.sql = sql;
        this.filter = filter;
        this.wanted = text.toLowerCase(Locale.ROOT);
        this.outOfTime = outOfTime;
    }

    /**
     * The letters that were found, in the order of their age.
     *
     * @param last the last letter that was searched
     * @param complete false when the time was up before the search was done
     * @param lookedAt how many letters were searched
     */
    record Result(List<UUID> letters, @Nullable LetterId last, boolean complete, long lookedAt) {}

    /** Searches until it has found so many letters, or its time is up, but at least one letter: the next search goes on behind it. */
    Result find(boolean ascending, @Nullable LetterId after, int limit) throws SQLException {
        List<UUID> found = new ArrayList<>();
        LetterId at = after;
        boolean more = true;
        long lookedAt = 0;
        while (more && found.size() < limit) {
            List<Candidate> chunk = candidates(filter.ids(ascending, at, TEXT_CHUNK), ascending);
            more = chunk.size() == TEXT_CHUNK;
            for (Candidate candidate : chunk) {
                if (matches(candidate)) found.add(candidate.id());
                at = new LetterId(candidate.id());
                lookedAt++;
                if (outOfTime.getAsBoolean()) return new Result(found, at, false, lookedAt);
            }
        }
        return new Result(found, at, true, lookedAt);
    }

    Total count() throws SQLException {
        long count = 0;
        LetterId at = null;
        while (count <= Total.COUNTED) {
            List<Candidate> chunk = candidates(filter.ids(false, at, TEXT_CHUNK), false);
            for (Candidate candidate : chunk) {
                if (outOfTime.getAsBoolean()) return new Total(count, true);
                if (matches(candidate)) count++;
                at = new LetterId(candidate.id());
            }
            if (chunk.size() < TEXT_CHUNK) return Total.counted(count);
        }
        return Total.counted(count);
    }

    /** A letter in which the text may occur; a large payload has not been searched yet. */
    private record Candidate(UUID id, boolean matches, boolean isLarge) {}

    private List<Candidate> candidates(Condition ids, boolean ascending) throws SQLException {
        String select = "SELECT l.id, l.error_message, l.error_type, n.error_message, n.error_type, l.event_id,"
                + " l.payload_form, l.payload_size, CASE WHEN l.payload_size <= " + LARGE_PAYLOAD
                + " THEN l.payload END FROM (" + ids.sql() + ") p JOIN dlq_letter l ON l.id = p.id" + LetterRow.JOINS
                + "ORDER BY p.id "
                + (ascending ? "ASC" : "DESC");
        return sql.query(select, ids::bind, row -> {
            UUID id = row.id();
            boolean inTexts = false;
            for (int i = 0; i < TEXTS; i++) inTexts |= holds(row.textOrNull(), wanted);
            int form = row.number();
            int size = row.number();
            byte[] payload = row.bytesOrNull();
            boolean isLarge = size > LARGE_PAYLOAD && ColumnCodec.isText(form);
            boolean found = inTexts || (!isLarge && holds(payload, form, size, wanted));
            return new Candidate(id, found, isLarge);
        });
    }

    /** Large payloads are read one by one, however many searches run: a page of them would not fit into memory. */
    private boolean matches(Candidate candidate) throws SQLException {
        if (candidate.matches() || !candidate.isLarge()) return candidate.matches();
        ONE_LARGE_PAYLOAD.lock();
        try {
            return sql.first(
                            "SELECT payload_form, payload_size, payload FROM dlq_letter WHERE id = ?",
                            in -> in.id(candidate.id()),
                            row -> {
                                int form = row.number();
                                int size = row.number();
                                return holds(row.bytesOrNull(), form, size, wanted);
                            })
                    .orElse(false);
        } finally {
            ONE_LARGE_PAYLOAD.unlock();
        }
    }

    private static boolean holds(byte @Nullable [] payload, int form, int size, String wanted) {
        return ColumnCodec.isText(form)
                && holds(ColumnCodec.unpack(payload, form, size).text(), wanted);
    }

    private static boolean holds(@Nullable String text, String lowerCasePart) {
        return text != null && text.toLowerCase(Locale.ROOT).contains(lowerCasePart);
    }
}
