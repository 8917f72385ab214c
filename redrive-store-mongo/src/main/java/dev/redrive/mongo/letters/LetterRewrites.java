package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.idOrNull;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.time;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Projections;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.mongo.documents.VersionDocument;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Replaces what is in a letter, for erasing values. */
final class LetterRewrites {
    private static final int TRIES = 100;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final Bson STATE = Projections.fields(
            LetterChanges.STATE,
            Projections.include(LetterFields.RESOLUTION),
            Projections.include(LetterDocument.PART_FIELDS));

    private final Mongo mongo;
    private final MongoCollection<Document> letters;
    private final LetterChanges changes;
    private final Parts parts;
    private final SequenceTurns turns;
    private final Withdrawals withdrawals;
    private final MongoAttributes attributes;

    LetterRewrites(
            Mongo mongo,
            LetterChanges changes,
            Parts parts,
            SequenceTurns turns,
            Withdrawals withdrawals,
            MongoAttributes attributes) {
        this.attributes = attributes;
        this.mongo = mongo;
        this.letters = mongo.collection(LetterFields.LETTERS);
        this.changes = changes;
        this.parts = parts;
        this.turns = turns;
        this.withdrawals = withdrawals;
    }

    RewriteResult rewrite(WholeLetter whole) {
        UUID who = UUID.randomUUID();
        UUID id = whole.letter().id().value();
        for (int i = 0; i < TRIES; i++) {
            Document letter = changes.read(List.of(id), STATE).get(id);
            RewriteResult refused = refusal(letter, whole.letter());
            if (refused != null || letter == null) return refused == null ? new RewriteResult.NoSuchLetter() : refused;
            if (withdrawals.announce(who, List.of(letter)).isEmpty()) {
                LockSupport.parkNanos(PAUSE_NANOS);
                continue;
            }
            Optional<LegalHold> hold = withdrawals.holdOn(letter);
            if (hold.isPresent()) {
                withdrawals.stay(who, List.of(letter));
                return new RewriteResult.Held(hold.get());
            }
            if (replaced(who, letter, whole)) return new RewriteResult.Done();
        }
        throw new StoreUnavailable(
                "letter " + whole.letter().id() + " changes faster than it can be rewritten; try again");
    }

    private @Nullable RewriteResult refusal(@Nullable Document letter, DeadLetter now) {
        if (letter == null) return new RewriteResult.NoSuchLetter();
        Optional<LegalHold> hold = withdrawals.holdOn(letter);
        if (hold.isPresent()) return new RewriteResult.Held(hold.get());
        if (LetterMapper.isHeld(letter)) return new RewriteResult.Leased(time(letter, LetterFields.LOCKED_UNTIL));
        int version = number(letter, LetterFields.VERSION);
        boolean asKnown = version == now.state().version() && number(letter, LetterFields.ATTEMPT) == now.attempt();
        return asKnown ? null : new RewriteResult.Outdated(version);
    }

    private boolean replaced(UUID who, Document letter, WholeLetter whole) {
        UUID id = id(letter, LetterFields.ID);
        DeadLetter now = whole.letter();
        Parts.Writing writing = parts.writing();
        Change change = new Change();
        LetterDocument.setContent(change, now, writing);
        List<Document> versions = new ArrayList<>();
        for (Version version : whole.versions()) versions.add(VersionDocument.write(id, version, writing));
        change.set(LetterFields.VERSIONS, versions.isEmpty() ? null : versions)
                .set(LetterFields.ATTRIBUTES, attributes.kept().of(now.message()))
                .unset(LetterFields.FORMER, LetterFields.CLOSED_BY)
                .set(LetterFields.RESOLUTION, noted(letter, now))
                .set(LetterFields.UPDATED_AT, date(mongo.now()))
                .unset(LetterFields.LEAVING, LetterFields.LEAVING_SINCE);
        Set<UUID> sequences = changeSequence(change, letter, now);
        LetterEdits.waitForPersonUnlessWhole(change, letter, now.message());
        UUID etag = UUID.randomUUID();
        if (change.touches(LetterFields.STATUS)) change.set(LetterFields.UNCOUNTED, true);
        change.set(LetterFields.ETAG, etag).pushLast(LetterFields.RECENT, etag);
        boolean done = letters.updateOne(Withdrawals.leaving(who, letter), change.update())
                        .getMatchedCount()
                == 1;
        if (done) parts.delete(LetterDocument.partsOf(letter));
        else writing.undo();
        turns.pass(sequences);
        return done;
    }

    /** How and by whom it was closed stays; what was noted may have changed. */
    private static @Nullable Document noted(Document letter, DeadLetter now) {
        Resolution before = LetterMapper.resolution(letter);
        Resolution given = now.state().resolution();
        if (before == null) return null;
        return LetterDocument.of(given == null ? before : before.noted(given.notes()));
    }

    /** An open letter whose key changes leaves its sequence, and lines up in another one. */
    private static Set<UUID> changeSequence(Change change, Document letter, DeadLetter now) {
        LetterStatus status = LetterMapper.status(letter);
        UUID before = idOrNull(letter, LetterFields.SEQUENCE);
        Sequence sequence =
                Sequence.of(now.channel(), now.message(), Boolean.TRUE.equals(letter.getBoolean(LetterFields.ORDERED)));
        UUID after = sequence == null ? null : LetterDocument.sequenceId(sequence);
        if (!status.isOpen() || Objects.equals(before, after)) return Set.of();
        Set<UUID> sequences = new HashSet<>();
        if (before != null) sequences.add(before);
        LetterChanges.leaveSequence(change, letter);
        if (after != null) {
            sequences.add(after);
            change.set(LetterFields.SEQUENCE, after).set(LetterFields.BEHIND, true);
        }
        return sequences;
    }
}
