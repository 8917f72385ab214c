package dev.redrive.mongo.counters;

import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.partOrNull;
import static dev.redrive.mongo.database.Fields.text;

import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.StatusWords;
import java.util.UUID;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** What of a letter the counters depend on. */
record CountedLetter(String channel, String errorType, String category, UUID cause, UUID lastCause, String status) {

    /** As it stands now, or null when it is deleted. */
    static @Nullable CountedLetter now(Document letter) {
        return LetterFields.GONE.equals(letter.get(LetterFields.HIDDEN)) ? null : as(letter, letter);
    }

    /** As the counters hold it, or null when they do not know it yet. */
    static @Nullable CountedLetter before(Document letter) {
        Document counted = partOrNull(letter, LetterFields.COUNTED);
        return counted == null ? null : as(letter, counted);
    }

    static CountedLetter as(Document letter, Document changing) {
        return new CountedLetter(
                text(letter, LetterFields.CHANNEL),
                text(letter, LetterFields.ERROR_TYPE),
                text(letter, LetterFields.CATEGORY),
                id(letter, LetterFields.CAUSE),
                id(changing, LetterFields.LAST_CAUSE),
                text(changing, LetterFields.STATUS));
    }

    /** What changes in a letter's life, for the next time. */
    Document counted() {
        return new Document(LetterFields.STATUS, status).append(LetterFields.LAST_CAUSE, lastCause);
    }

    boolean isOpen() {
        return StatusWords.status(status).isOpen();
    }
}
