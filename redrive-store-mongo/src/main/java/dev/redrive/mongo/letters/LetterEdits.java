package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.number;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Priority;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.MessageDocument;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.mongo.documents.VersionDocument;
import dev.redrive.mongo.letters.LetterChanges.Planned;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.questions.Version;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Edits letters: every edit is a version, and the first one keeps the original as well. */
final class LetterEdits {
    private static final int TRIES = 100;

    private final Mongo mongo;
    private final LetterChanges changes;
    private final Parts parts;
    private final MongoAttributes attributes;

    LetterEdits(Mongo mongo, LetterChanges changes, Parts parts, MongoAttributes attributes) {
        this.attributes = attributes;
        this.mongo = mongo;
        this.changes = changes;
        this.parts = parts;
    }

    EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        for (int i = 0; i < TRIES; i++) {
            Document letter = changes.read(List.of(id.value()), LetterMapper.WITHOUT_ATTEMPTS)
                    .get(id.value());
            EditResult refused = refusal(letter, expectedVersion);
            if (refused != null || letter == null) return refused == null ? new EditResult.NoSuchLetter() : refused;
            Parts.Writing writing = parts.writing();
            Change change = change(LetterMapper.content(letter, parts), letter, edit, writing);
            if (!changes.apply(UUID.randomUUID(), List.of(new Planned(letter, change)))
                    .isEmpty()) {
                deleteReplaced(letter);
                return new EditResult.As(expectedVersion + 1);
            }
            writing.undo();
        }
        throw new StoreUnavailable("letter " + id + " changes faster than it can be edited; try again");
    }

    private static @Nullable EditResult refusal(@Nullable Document letter, int expectedVersion) {
        if (letter == null) return new EditResult.NoSuchLetter();
        LetterStatus status = LetterMapper.status(letter);
        if (status == LetterStatus.RETRYING || !status.isOpen()) return new EditResult.NotAllowed(status);
        int version = number(letter, LetterFields.VERSION);
        return version == expectedVersion ? null : new EditResult.Outdated(version);
    }

    private Change change(DeadLetter before, Document letter, Edit edit, Parts.Writing writing) {
        Instant now = mongo.now();
        Message message = edit.in(before.message());
        Priority priority = edit.priority() == null ? before.priority() : edit.priority();
        List<String> tags = edit.tags() == null ? before.tags() : List.copyOf(edit.tags());
        Change change = new Change();
        int version = number(letter, LetterFields.VERSION);
        UUID id = before.id().value();
        if (version == 0)
            change.push(
                    LetterFields.VERSIONS,
                    VersionDocument.write(
                            id,
                            version(
                                    0,
                                    before.createdAt(),
                                    null,
                                    null,
                                    before.message(),
                                    before.priority(),
                                    before.tags()),
                            writing));
        change.push(
                LetterFields.VERSIONS,
                VersionDocument.write(
                        id, version(version + 1, now, edit.by(), edit.notes(), message, priority, tags), writing));
        MessageDocument.set(change, before.id(), message, writing);
        LetterDocument.setPriority(change, priority);
        change.set(LetterFields.TAGS, tags)
                .set(LetterFields.ATTRIBUTES, attributes.kept().of(message))
                .set(LetterFields.VERSION, version + 1)
                .set(LetterFields.UPDATED_AT, date(now));
        waitForPersonUnlessWhole(change, letter, message);
        return change;
    }

    static void waitForPersonUnlessWhole(Change change, Document letter, Message message) {
        if (LetterMapper.status(letter) == LetterStatus.PENDING && !message.isWhole())
            change.set(LetterFields.STATUS, StatusWords.of(LetterStatus.MANUAL)).unset(LetterFields.NEXT_RETRY_AT);
    }

    private static Version version(
            int number,
            Instant time,
            @Nullable String by,
            @Nullable String notes,
            Message message,
            Priority priority,
            List<String> tags) {
        return new Version(
                number, time, by, notes, message.payload(), message.headers(), message.completeness(), priority, tags);
    }

    /** Every edit writes large payloads anew, and versions have their own. */
    private void deleteReplaced(Document before) {
        parts.delete(MessageDocument.partsOf(before));
    }
}
