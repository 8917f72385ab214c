package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.bigOrZero;
import static dev.redrive.mongo.database.Fields.parts;

import com.mongodb.client.model.Projections;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.VersionDocument;
import dev.redrive.mongo.letters.LetterChanges.Planned;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Moves attempts out of a letter's document when it has very many, so that no number of attempts makes it too large. */
final class OlderAttempts {
    private static final int MOST = 200;
    private static final int MOST_BYTES = 1024 * 1024;

    private static final Bson ATTEMPTS =
            Projections.include(LetterFields.ETAG, LetterFields.ATTEMPTS, LetterFields.HIDDEN);

    private final LetterChanges changes;
    private final Parts parts;

    OlderAttempts(LetterChanges changes, Parts parts) {
        this.changes = changes;
        this.parts = parts;
    }

    static boolean isFull(Document letter) {
        return bigOrZero(letter, LetterFields.ATTEMPT_COUNT) >= MOST
                || bigOrZero(letter, LetterFields.ATTEMPT_BYTES) >= MOST_BYTES;
    }

    /** If the letter changes meanwhile, the next attempt tries it again. */
    void move(UUID id) {
        Document letter = changes.read(List.of(id), ATTEMPTS).get(id);
        if (letter == null || parts(letter, LetterFields.ATTEMPTS).isEmpty()) return;
        Parts.Writing writing = parts.writing();
        Document content = new Document(LetterFields.ATTEMPTS, parts(letter, LetterFields.ATTEMPTS));
        Change change = new Change()
                .push(
                        LetterFields.OLDER_ATTEMPTS,
                        new Document("part", writing.write(id, VersionDocument.bytes(content))))
                .set(LetterFields.ATTEMPTS, List.of())
                .set(LetterFields.ATTEMPT_COUNT, 0L)
                .set(LetterFields.ATTEMPT_BYTES, 0L);
        if (changes.apply(UUID.randomUUID(), List.of(new Planned(letter, change)))
                .isEmpty()) writing.undo();
    }
}
