package dev.redrive.mongo.documents;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.millis;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.partOrNull;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.time;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.Failure;
import java.util.Locale;
import org.bson.Document;

/** One attempt within a letter's document. */
public final class AttemptDocument {
    private static final int EMPTY = 200;

    private AttemptDocument() {}

    public static Document of(Attempt attempt) {
        Document document = new Document("timestamp", date(attempt.startedAt()))
                .append("workerId", attempt.worker())
                .append("strategy", attempt.strategy())
                .append("result", attempt.result().name().toLowerCase(Locale.ROOT))
                .append("token", attempt.token())
                .append("tookMillis", attempt.took().toMillis());
        if (attempt.failure() != null) document.append("error", FailureDocument.of(attempt.failure()));
        return document;
    }

    public static Attempt read(Document from) {
        Document error = partOrNull(from, "error");
        return new Attempt(
                number(from, "token"),
                time(from, "timestamp"),
                millis(from, "tookMillis"),
                text(from, "workerId"),
                text(from, "strategy"),
                Attempt.Result.valueOf(text(from, "result").toUpperCase(Locale.ROOT)),
                error == null ? null : FailureDocument.read(error));
    }

    /** About how many bytes it has in a document. */
    static long bytes(Attempt attempt) {
        Failure failure = attempt.failure();
        if (failure == null) return EMPTY;
        return EMPTY
                + 2L * failure.message().length()
                + failure.stackTrace().text().length()
                + failure.context().text().length();
    }

    /** Appends it to those of a letter. */
    public static void append(Change change, Attempt attempt) {
        change.push(LetterFields.ATTEMPTS, of(attempt))
                .add(LetterFields.ATTEMPT_COUNT, 1)
                .add(LetterFields.ATTEMPT_BYTES, bytes(attempt));
        if (attempt.result() != Attempt.Result.CAME_BACK) change.add(LetterFields.DLQ_RETRY_COUNT, 1);
    }
}
