package dev.redrive.jdbc.search;

import dev.redrive.jdbc.rows.AttemptRow;
import dev.redrive.jdbc.rows.LetterMapper;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Priority;
import dev.redrive.letter.StackTrace;
import dev.redrive.store.questions.Version;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads single letters whole: with their attempts, stack traces and versions. */
public final class LetterLookup {
    private static final String FIND =
            "SELECT " + LetterRow.SELECTED + ", " + StateRow.SELECTED + ", " + LetterQueries.BLOCKED_BY
                    + ", (SELECT t.frames FROM dlq_trace t WHERE t.id = l.trace_id) FROM dlq_letter l" + StateRow.JOINS
                    + LetterRow.JOINS + "WHERE l.id = ?";
    private static final String ATTEMPTS = """
            SELECT id, token, started_at, took, worker, strategy, result, error_type, error_code, error_message,
                trace_id, trace_messages, error_context, category, retryability,
                (SELECT t.frames FROM dlq_trace t WHERE t.id = a.trace_id)
            FROM dlq_attempt a WHERE a.id = ? ORDER BY token""";

    private static final Completeness[] COMPLETENESSES = Completeness.values();
    private static final Priority[] PRIORITIES = Priority.values();

    private final Sql sql;

    public LetterLookup(Sql sql) {
        this.sql = sql;
    }

    public Optional<DeadLetter> find(LetterId id) throws SQLException {
        Optional<Whole> found = sql.first(FIND, in -> in.id(id.value()), LetterLookup::whole);
        if (found.isEmpty()) return Optional.empty();
        Whole whole = found.get();
        List<Attempt> attempts = sql.query(ATTEMPTS, in -> in.id(id.value()), LetterLookup::attempt);
        Attempt resolving = whole.state().attempt();
        if (resolving != null) attempts.add(resolving);
        Failure last = whole.failure();
        for (Attempt attempt : attempts)
            if (attempt.failure() != null && !attempt.wasBeforeCapture()) last = attempt.failure();
        return Optional.of(LetterMapper.whole(
                whole.letter(), whole.failure(), last, whole.state(), whole.blockedBy(), List.copyOf(attempts)));
    }

    public OptionalInt payloadSize(LetterId id) throws SQLException {
        return sql
                .first("SELECT payload_size FROM dlq_letter WHERE id = ?", in -> in.id(id.value()), Columns::number)
                .stream()
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    private record Whole(
            LetterRow letter, StateRow state, @Nullable UUID blockedBy, Failure failure) {}

    private static Whole whole(Columns row) throws SQLException {
        LetterRow letter = LetterRow.read(row);
        StateRow state = StateRow.read(row);
        UUID blockedBy = row.idOrNull();
        return new Whole(
                letter, state, blockedBy, withTrace(letter.failure(), row.textOrNull(), letter.traceMessages()));
    }

    private static Attempt attempt(Columns row) throws SQLException {
        AttemptRow read = AttemptRow.read(row);
        Attempt a = read.attempt();
        String frames = row.textOrNull();
        Failure failure = a.failure();
        if (failure == null) return a;
        return new Attempt(
                a.token(),
                a.startedAt(),
                a.took(),
                a.worker(),
                a.strategy(),
                a.result(),
                withTrace(failure, frames, read.traceMessages()));
    }

    private static Failure withTrace(Failure failure, @Nullable String frames, List<String> messages) {
        if (frames == null) return failure;
        return new Failure(
                failure.type(),
                failure.code(),
                failure.message(),
                StackTrace.join(frames, messages),
                failure.context(),
                failure.category(),
                failure.retryability());
    }

    public List<Version> versions(LetterId id) throws SQLException {
        return sql.query(
                """
                SELECT version, edited_at, edited_by, notes, payload, payload_form, headers, completeness, priority, tags
                FROM dlq_edit WHERE id = ? ORDER BY version""",
                in -> in.id(id.value()),
                row -> new Version(
                        row.at("version").number(),
                        row.at("edited_at").time(),
                        row.at("edited_by").textOrNull(),
                        row.at("notes").textOrNull(),
                        ColumnCodec.unpack(
                                row.at("payload").bytesOrNull(),
                                row.at("payload_form").number()),
                        ColumnCodec.headers(row.at("headers").bytesOrNull()),
                        COMPLETENESSES[row.at("completeness").number()],
                        PRIORITIES[row.at("priority").number()],
                        ColumnCodec.tags(row.at("tags").textOrNull())));
    }
}
