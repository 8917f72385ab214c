package dev.redrive.mongo.documents;

import static dev.redrive.mongo.database.Fields.putIfPresent;
import static dev.redrive.mongo.database.Fields.text;

import dev.redrive.json.Json;
import dev.redrive.letter.Category;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.StackTrace;
import java.util.Objects;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A failure within another document, and the one that made a letter at its top. */
public final class FailureDocument {
    private FailureDocument() {}

    public static Document of(Failure failure) {
        Document document = withoutStack(failure);
        putIfPresent(document, "stack", stack(failure));
        return document;
    }

    public static Document withoutStack(Failure failure) {
        Document document = new Document("type", failure.type());
        putIfPresent(document, "code", failure.code());
        document.append("reason", failure.message());
        putIfPresent(document, "context", json(failure.context()));
        return document.append("category", failure.category().name())
                .append("retryability", failure.retryability().word());
    }

    public static Failure read(Document from) {
        return new Failure(
                text(from, "type"),
                from.getString("code"),
                text(from, "reason"),
                stack(from.getString("stack")),
                json(from.getString("context")),
                Category.valueOf(text(from, "category")),
                retryability(text(from, "retryability")));
    }

    /** The fields of the failure that made a letter. */
    static void put(Document letter, Failure failure) {
        letter.append("errorReason", failure.message());
        putIfPresent(letter, "errorStack", stack(failure));
        letter.append(LetterFields.ERROR_TYPE, failure.type());
        putIfPresent(letter, "errorCode", failure.code());
        putIfPresent(letter, "errorContext", json(failure.context()));
        letter.append(LetterFields.CATEGORY, failure.category().name())
                .append("retryability", failure.retryability().word());
    }

    static Failure readTop(Document letter) {
        return new Failure(
                text(letter, LetterFields.ERROR_TYPE),
                letter.getString("errorCode"),
                text(letter, "errorReason"),
                stack(letter.getString("errorStack")),
                json(letter.getString("errorContext")),
                Category.valueOf(text(letter, LetterFields.CATEGORY)),
                retryability(text(letter, "retryability")));
    }

    private static @Nullable String stack(Failure failure) {
        String text = failure.stackTrace().text();
        return text.isEmpty() ? null : text;
    }

    private static StackTrace stack(@Nullable String text) {
        return text == null ? StackTrace.none() : StackTrace.ofText(text);
    }

    static @Nullable String json(Json json) {
        return json.equals(Json.EMPTY_OBJECT) ? null : json.text();
    }

    static Json json(@Nullable String text) {
        return text == null ? Json.EMPTY_OBJECT : Json.of(text);
    }

    private static Retryability retryability(String word) {
        for (Retryability each : Retryability.values()) if (each.word().equals(word)) return each;
        throw new IllegalArgumentException("unknown retryability " + Objects.toString(word));
    }
}
