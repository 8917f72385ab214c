package dev.redrive.jdbc.rows;

import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.StackTrace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One row of {@code dlq_attempt}. The frames of its trace are elsewhere, see {@link StoredTrace}. */
public record AttemptRow(UUID id, Attempt attempt, @Nullable UUID traceId, List<String> traceMessages) {
    private static final Attempt.Result[] RESULTS = Attempt.Result.values();
    private static final Category[] CATEGORIES = Category.values();
    private static final Retryability[] RETRYABILITIES = Retryability.values();

    /** Its trace is kept with those of the letter's month, where it goes when the letter goes. */
    public static AttemptRow of(LetterId letter, Attempt attempt, Consumer<StoredTrace> keep) {
        Failure failure = attempt.failure();
        if (failure == null) return withoutTrace(letter.value(), attempt);
        StoredTrace trace = StoredTrace.of(failure.stackTrace(), letter.createdAt());
        keep.accept(trace);
        return new AttemptRow(letter.value(), attempt, trace.id(), trace.messages());
    }

    public static AttemptRow withoutTrace(UUID letter, Attempt attempt) {
        return new AttemptRow(letter, attempt, null, List.of());
    }

    public void write(ColumnSink out) throws SQLException {
        out.id(id);
        out.int4(attempt.token());
        out.int8(attempt.startedAt().toEpochMilli());
        out.int8(attempt.took().toMillis());
        out.text(attempt.worker());
        out.text(attempt.strategy());
        out.int2(attempt.result().ordinal());
        Failure failure = attempt.failure();
        out.text(failure == null ? null : failure.type());
        out.text(failure == null ? null : failure.code());
        out.text(failure == null ? null : failure.message());
        out.id(traceId);
        out.bytes(ColumnCodec.texts(traceMessages));
        out.text(failure == null ? null : LetterRow.json(failure.context()));
        out.int2OrNull(failure == null ? null : failure.category().ordinal());
        out.int2OrNull(failure == null ? null : failure.retryability().ordinal());
    }

    public static AttemptRow read(Columns in) throws SQLException {
        UUID id = in.id();
        int token = in.number();
        var started = in.time();
        Duration took = Duration.ofMillis(in.big());
        String worker = in.text();
        String strategy = in.text();
        Attempt.Result result = RESULTS[in.number()];
        String type = in.textOrNull();
        String code = in.textOrNull();
        String message = in.textOrNull();
        UUID traceId = in.idOrNull();
        List<String> traceMessages = ColumnCodec.texts(in.bytesOrNull());
        String context = in.textOrNull();
        Integer category = in.numberOrNull();
        Integer retryability = in.numberOrNull();
        Failure failure = type == null || message == null || category == null || retryability == null
                ? null
                : new Failure(
                        type,
                        code,
                        message,
                        StackTrace.none(),
                        LetterRow.json(context),
                        CATEGORIES[category],
                        RETRYABILITIES[retryability]);
        return new AttemptRow(
                id, new Attempt(token, started, took, worker, strategy, result, failure), traceId, traceMessages);
    }
}
