package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.idOrNull;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.Repeatable;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.store.StoreUnavailable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Changes letters that were read: each change is made only when its letter is still as it was read, and otherwise decided anew. So no
 * letter is ever locked, and many are changed with one command.
 */
final class LetterChanges {
    private static final int TRIES = 100;
    private static final int AT_ONCE = 1000;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** What most decisions are made by: all that changes in a letter's life, but not what is in it. */
    static final Bson STATE = Projections.include(
            LetterFields.STATUS,
            LetterFields.ETAG,
            LetterFields.HIDDEN,
            LetterFields.CHANNEL,
            LetterFields.ORDERED,
            LetterFields.MESSAGE_KEY,
            LetterFields.ERROR_TYPE,
            LetterFields.CATEGORY,
            LetterFields.CAUSE,
            LetterFields.LAST_CAUSE,
            LetterFields.COUNTED,
            LetterFields.COUNTED_ROUND,
            LetterFields.BORN,
            LetterFields.ATTEMPT,
            LetterFields.ATTEMPT_COUNT,
            LetterFields.ATTEMPT_BYTES,
            LetterFields.VERSION,
            LetterFields.RETRY_COUNT,
            LetterFields.MAX_RETRIES,
            LetterFields.COMPLETENESS,
            LetterFields.UPDATED_AT,
            LetterFields.NEXT_RETRY_AT,
            LetterFields.FORMER,
            LetterFields.RESOLUTION,
            LetterFields.LOCKED_BY,
            LetterFields.LOCKED_AT,
            LetterFields.LOCKED_UNTIL,
            LetterFields.BACK_TO,
            LetterFields.BACK_DUE,
            LetterFields.RECEIPT,
            LetterFields.SEQUENCE,
            LetterFields.BEHIND);

    private final MongoCollection<Document> letters;
    private final SequenceTurns turns;

    LetterChanges(Mongo mongo, SequenceTurns turns) {
        this.letters = mongo.newest(LetterFields.LETTERS);
        this.turns = turns;
    }

    /** Decides about a letter as it stands; null when there is none. */
    interface Decision<R> {
        Decided<R> about(UUID id, @Nullable Document letter);
    }

    /**
     * What was decided.
     *
     * @param change null when nothing changes
     */
    record Decided<R>(
            R result, @Nullable Change change, @Nullable UUID sequence) {
        static <R> Decided<R> nothing(R result) {
            return new Decided<>(result, null, null);
        }

        static <R> Decided<R> to(R result, Change change) {
            return new Decided<>(result, change, null);
        }

        /** A change after which it may be another one's turn in a sequence. */
        static <R> Decided<R> to(R result, Change change, @Nullable UUID sequence) {
            return new Decided<>(result, change, sequence);
        }
    }

    /** A change of a letter that was read. */
    record Planned(Document letter, Change change) {
        UUID id() {
            return Fields.id(letter, LetterFields.ID);
        }
    }

    /** The result for one letter. */
    <R> R change(UUID id, Bson projection, Decision<R> decision) {
        return Objects.requireNonNull(change(List.of(id), projection, decision).get(id));
    }

    /** The result for each of these letters. */
    <R> Map<UUID, R> change(Collection<UUID> ids, Bson projection, Decision<R> decision) {
        Map<UUID, R> results = new HashMap<>();
        List<UUID> all = new ArrayList<>(new LinkedHashSet<>(ids));
        for (int from = 0; from < all.size(); from += AT_ONCE)
            changeSome(all.subList(from, Math.min(all.size(), from + AT_ONCE)), projection, decision, results);
        return results;
    }

    private <R> void changeSome(List<UUID> ids, Bson projection, Decision<R> decision, Map<UUID, R> results) {
        List<UUID> open = ids;
        for (int i = 0; !open.isEmpty(); i++) {
            if (i == TRIES) throw new StoreUnavailable("a letter changes faster than it can be changed; try again");
            if (i > 1) LockSupport.parkNanos(PAUSE_NANOS);
            open = changeOnce(open, projection, decision, results);
        }
    }

    /** Returns those that others changed in the meantime. */
    private <R> List<UUID> changeOnce(List<UUID> ids, Bson projection, Decision<R> decision, Map<UUID, R> results) {
        Map<UUID, Document> read = read(ids, projection);
        List<Planned> planned = new ArrayList<>();
        Map<UUID, Decided<R>> decisions = new HashMap<>();
        for (UUID id : ids) {
            Document letter = read.get(id);
            Decided<R> decided = decision.about(id, letter);
            if (letter == null || decided.change() == null) results.put(id, decided.result());
            else {
                planned.add(new Planned(letter, decided.change()));
                decisions.put(id, decided);
            }
        }
        Set<UUID> changed = apply(UUID.randomUUID(), planned);
        Set<UUID> sequences = new HashSet<>();
        List<UUID> again = new ArrayList<>();
        decisions.forEach((id, decided) -> {
            if (!changed.contains(id)) again.add(id);
            else {
                results.put(id, decided.result());
                if (decided.sequence() != null) sequences.add(decided.sequence());
            }
        });
        turns.pass(sequences);
        return again;
    }

    /** A letter that is closed gives up its place in its sequence; returns the sequence, in which it may be another one's turn. */
    static @Nullable UUID leaveSequence(Change change, Document letter) {
        change.unset(LetterFields.SEQUENCE, LetterFields.TURN, LetterFields.BEHIND);
        return idOrNull(letter, LetterFields.SEQUENCE);
    }

    /** A letter that is open again lines up in its sequence; returns the sequence, in which it may be its turn at once. */
    static @Nullable UUID enterSequence(Change change, Document letter) {
        UUID sequence = LetterDocument.sequenceId(letter);
        if (sequence != null) change.set(LetterFields.SEQUENCE, sequence).set(LetterFields.BEHIND, true);
        return sequence;
    }

    Map<UUID, Document> read(Collection<UUID> ids, Bson projection) {
        Map<UUID, Document> read = new HashMap<>();
        for (Document letter : letters.find(Filters.in(LetterFields.ID, ids))
                .projection(projection)
                .into(new ArrayList<>()))
            if (!letter.containsKey(LetterFields.HIDDEN)) read.put(id(letter, LetterFields.ID), letter);
        return read;
    }

    /** Makes the changes of letters that are still as they were read; returns which. */
    Set<UUID> apply(UUID etag, List<Planned> planned) {
        if (planned.isEmpty()) return Set.of();
        Map<Alike, List<UUID>> alike = new LinkedHashMap<>();
        Set<UUID> ids = new HashSet<>();
        for (Planned one : planned) {
            Change change = one.change();
            if (change.touches(LetterFields.STATUS) || change.touches(LetterFields.LAST_CAUSE))
                change.set(LetterFields.UNCOUNTED, true);
            change.set(LetterFields.ETAG, etag).pushLast(LetterFields.RECENT, etag);
            ids.add(one.id());
            alike.computeIfAbsent(
                            new Alike(id(one.letter(), LetterFields.ETAG), change.update()), a -> new ArrayList<>())
                    .add(one.id());
        }
        List<WriteModel<Document>> writes = new ArrayList<>(alike.size());
        alike.forEach((change, some) -> writes.add(change.of(some)));
        return write(writes) == planned.size() ? ids : changedBy(etag, ids);
    }

    /** Letters that one command has changed in the same way, and that now change alike again. */
    private record Alike(UUID last, Document update) {
        WriteModel<Document> of(List<UUID> ids) {
            Document asRead = new Document(LetterFields.ETAG, last);
            return ids.size() == 1
                    ? new UpdateOneModel<>(asRead.append(LetterFields.ID, ids.get(0)), update)
                    : new UpdateManyModel<>(asRead.append(LetterFields.ID, new Document("$in", ids)), update);
        }
    }

    /**
     * Returns how many were still as they were read. The driver does not repeat changes of many letters whose answer is lost. So they are
     * repeated here: those that were made before do not find their letter as it was read.
     */
    private int write(List<WriteModel<Document>> writes) {
        BulkWriteOptions anyOrder = new BulkWriteOptions().ordered(false);
        return Repeatable.run(() -> letters.bulkWrite(writes, anyOrder).getMatchedCount());
    }

    /** Makes one change of all letters that are still as they were read and leased to nobody; returns which. */
    Set<UUID> lease(UUID etag, List<Document> read, Change change) {
        if (read.isEmpty()) return Set.of();
        change.set(LetterFields.UNCOUNTED, true).set(LetterFields.ETAG, etag).pushLast(LetterFields.RECENT, etag);
        Map<UUID, List<UUID>> byLast = new HashMap<>();
        Set<UUID> ids = new HashSet<>();
        for (Document letter : read) {
            UUID id = id(letter, LetterFields.ID);
            ids.add(id);
            byLast.computeIfAbsent(id(letter, LetterFields.ETAG), last -> new ArrayList<>())
                    .add(id);
        }
        List<WriteModel<Document>> writes = new ArrayList<>();
        byLast.forEach((last, some) -> writes.add(new UpdateManyModel<>(
                new Document(LetterFields.ETAG, last)
                        .append(LetterFields.ID, new Document("$in", some))
                        .append(LetterFields.LOCKED_BY, null),
                change.update())));
        return write(writes) == read.size() ? ids : changedBy(etag, ids);
    }

    /** The same of one letter, which comes back as it is now; null when somebody was faster. */
    @Nullable
    Document leaseOne(UUID etag, Document read, Change change, Bson projection) {
        change.set(LetterFields.UNCOUNTED, true).set(LetterFields.ETAG, etag).pushLast(LetterFields.RECENT, etag);
        return letters.findOneAndUpdate(
                new Document(LetterFields.ID, id(read, LetterFields.ID))
                        .append(LetterFields.ETAG, id(read, LetterFields.ETAG))
                        .append(LetterFields.LOCKED_BY, null),
                change.update(),
                new FindOneAndUpdateOptions()
                        .returnDocument(ReturnDocument.AFTER)
                        .projection(projection));
    }

    private Set<UUID> changedBy(UUID etag, Set<UUID> ids) {
        Set<UUID> changed = new HashSet<>();
        for (Document letter : letters.find(Filters.in(LetterFields.ID, ids))
                .projection(Projections.include(LetterFields.RECENT))
                .into(new ArrayList<>())) {
            List<UUID> recent = letter.getList(LetterFields.RECENT, UUID.class);
            if (recent != null && recent.contains(etag)) changed.add(id(letter, LetterFields.ID));
        }
        return changed;
    }
}
