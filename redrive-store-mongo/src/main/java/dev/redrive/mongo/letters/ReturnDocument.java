package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.part;
import static dev.redrive.mongo.database.Fields.parts;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.texts;
import static dev.redrive.mongo.database.Fields.time;

import dev.redrive.cause.Fingerprint;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.mongo.documents.FailureDocument;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.streams.ReturnedLetter;
import java.util.List;
import org.bson.Document;

/** The news of an intake, so that another process can record them when this one ends after the commit. */
final class ReturnDocument {
    private ReturnDocument() {}

    static Document of(List<ReturnedLetter> returned) {
        return new Document(
                "returned", returned.stream().map(ReturnDocument::of).toList());
    }

    static List<ReturnedLetter> read(Document from) {
        return parts(from, "returned").stream().map(ReturnDocument::returned).toList();
    }

    private static Document of(ReturnedLetter news) {
        Settlement.Failed outcome = news.outcome();
        Fingerprint cause = outcome.fingerprint();
        Document document = new Document("letter", news.id().value())
                .append("sentAs", news.sentAs())
                .append("failedAt", date(news.failedAt()))
                .append("failure", FailureDocument.of(outcome.failure()))
                .append(
                        "cause",
                        new Document("version", cause.version())
                                .append("id", cause.id().value())
                                .append("type", cause.type())
                                .append("frames", cause.frames())
                                .append("message", cause.message()));
        if (outcome instanceof Settlement.Retry retry) return document.append("retryAt", date(retry.at()));
        return document.append("gaveUp", outcome instanceof Settlement.GaveUp);
    }

    private static ReturnedLetter returned(Document from) {
        return new ReturnedLetter(
                new LetterId(id(from, "letter")), number(from, "sentAs"), time(from, "failedAt"), outcome(from));
    }

    private static Settlement.Failed outcome(Document from) {
        Failure failure = FailureDocument.read(part(from, "failure"));
        Document cause = part(from, "cause");
        Fingerprint fingerprint = new Fingerprint(
                number(cause, "version"),
                new CauseId(id(cause, "id")),
                text(cause, "type"),
                texts(cause, "frames"),
                text(cause, "message"));
        if (from.containsKey("retryAt")) return new Settlement.Retry(failure, fingerprint, time(from, "retryAt"));
        return Boolean.TRUE.equals(from.getBoolean("gaveUp"))
                ? new Settlement.GaveUp(failure, fingerprint)
                : new Settlement.SetAside(failure, fingerprint);
    }
}
