package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.idOrNull;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.time;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.redrive.mongo.counters.CountedBatches;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.SequenceTurns;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Inserts letters all together or not at all. On a replica set that is a transaction. Elsewhere the letters are inserted hidden, naming
 * a batch; one change of the batch's document, the commit marker, decides; and then they are shown. What a process leaves behind when it
 * ends in between is finished or taken back by the next one.
 */
final class Batches {
    private static final String OPEN = "open";
    private static final String COMMITTED = CountedBatches.COMMITTED;
    /** Nothing is left to do but to count it. */
    private static final String STORED = CountedBatches.STORED;

    private static final String ABORTED = "aborted";
    private static final String STATE = CountedBatches.STATE;

    /** A batch that is open for longer belongs to a process that ended, or that must not commit any more. */
    static final Duration STALE = Duration.ofSeconds(20);

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int LEFT_AT_ONCE = 100;

    private static final TransactionOptions SAFE = TransactionOptions.builder()
            .readConcern(ReadConcern.MAJORITY)
            .readPreference(ReadPreference.primary())
            .writeConcern(WriteConcern.MAJORITY.withJournal(true))
            .build();

    /** What else a batch does. */
    interface Rest {
        /** After the commit; more than once is as good as once. */
        void finish(Document batch);

        void undo(Document batch);
    }

    private final Mongo mongo;
    private final MongoCollection<Document> batches;
    private final MongoCollection<Document> letters;
    private final SequenceTurns turns;
    private final Rest rest;

    Batches(Mongo mongo, SequenceTurns turns, Rest rest) {
        this.mongo = mongo;
        this.batches = mongo.newest(CountedBatches.BATCHES);
        this.letters = mongo.newest(LetterFields.LETTERS);
        this.turns = turns;
        this.rest = rest;
    }

    // Letters only

    /** Inserts all of them or none; fails with the driver's exception when one of them is there already. */
    void insert(List<Document> all) {
        if (all.isEmpty()) return;
        if (all.size() == 1) letters.insertOne(shown(all.get(0)));
        else if (mongo.isReplicated()) insertInTransaction(all);
        else insertMarked(all);
        turns.pass(sequences(all));
    }

    private static Document shown(Document letter) {
        return letter.append(LetterFields.UNCOUNTED, true);
    }

    private void insertInTransaction(List<Document> all) {
        Document batch = batch(STORED, CountedBatches.content(all));
        try (ClientSession session = mongo.client().startSession()) {
            session.withTransaction(
                    () -> {
                        batches.insertOne(session, batch);
                        return letters.insertMany(session, all);
                    },
                    SAFE);
        }
    }

    private void insertMarked(List<Document> all) {
        Document batch = begin(CountedBatches.content(all));
        insertHidden(batch, all);
        commit(batch);
        show(id(batch, "_id"));
        stored(batch);
    }

    private static Set<UUID> sequences(List<Document> all) {
        Set<UUID> sequences = new HashSet<>();
        for (Document letter : all) {
            UUID sequence = idOrNull(letter, LetterFields.SEQUENCE);
            if (sequence != null) sequences.add(sequence);
        }
        return sequences;
    }

    // Step by step

    /** What it counts must be in the content, see {@link CountedBatches}. */
    Document begin(Document content) {
        Document batch = batch(OPEN, content);
        batches.insertOne(batch);
        return batch;
    }

    private Document batch(String state, Document content) {
        Document batch =
                new Document("_id", UUID.randomUUID()).append(STATE, state).append("at", date(mongo.now()));
        batch.putAll(content);
        return batch;
    }

    /** Takes the batch back when it fails. */
    void insertHidden(Document batch, List<Document> all) {
        if (all.isEmpty()) return;
        UUID id = id(batch, "_id");
        all.forEach(letter -> letter.append(LetterFields.HIDDEN, id));
        try {
            letters.insertMany(all);
        } catch (RuntimeException e) {
            abortAfter(e, batch);
            throw e;
        }
    }

    /** What cannot be taken back now is taken back when the batch is stale. */
    void abortAfter(RuntimeException failure, Document batch) {
        try {
            abort(batch);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** From here on the batch is kept. */
    void commit(Document batch) {
        if (!move(batch, OPEN, COMMITTED)) {
            StoreException late = new StoreUnavailable(
                    "storing a batch took longer than " + STALE.toSeconds() + " s; nothing of it is stored");
            abortAfter(late, batch);
            throw late;
        }
    }

    private boolean move(Document batch, String from, String to) {
        return batches.updateOne(
                                Filters.and(Filters.eq("_id", id(batch, "_id")), Filters.eq(STATE, from)),
                                new Document("$set", new Document(STATE, to)))
                        .getMatchedCount()
                == 1;
    }

    /** Shows what a committed batch has stored. */
    void finish(Document batch) {
        UUID id = id(batch, "_id");
        rest.finish(batch);
        List<Document> hidden = letters.find(Filters.eq(LetterFields.HIDDEN, id))
                .projection(Projections.include(LetterFields.SEQUENCE))
                .into(new ArrayList<>());
        if (!hidden.isEmpty()) show(id);
        turns.pass(sequences(hidden));
        stored(batch);
    }

    private void show(UUID batch) {
        letters.updateMany(
                Filters.eq(LetterFields.HIDDEN, batch),
                new Change().unset(LetterFields.HIDDEN).update());
    }

    private void stored(Document batch) {
        var unused = move(batch, COMMITTED, STORED);
    }

    private void abort(Document batch) {
        if (!move(batch, OPEN, ABORTED) && COMMITTED.equals(stateOf(id(batch, "_id")))) return;
        UUID id = id(batch, "_id");
        letters.deleteMany(Filters.eq(LetterFields.HIDDEN, id));
        rest.undo(batch);
        batches.deleteOne(Filters.eq("_id", id));
    }

    private @Nullable String stateOf(UUID batch) {
        Document found = find(batch);
        return found == null ? null : text(found, STATE);
    }

    private @Nullable Document find(UUID batch) {
        return batches.find(Filters.eq("_id", batch)).first();
    }

    // Batches of others

    /** Returns when the batch has ended, one way or the other. */
    void await(UUID batch) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!settle(batch)) {
            if (System.nanoTime() - deadline > 0)
                throw new StoreUnavailable("another process is storing the same letters; try again");
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Finishes a batch that is committed, and takes back a stale one; false when it goes on. */
    boolean settle(UUID id) {
        Document batch = find(id);
        if (batch == null) {
            letters.deleteMany(Filters.eq(LetterFields.HIDDEN, id));
            return true;
        }
        switch (text(batch, STATE)) {
            case COMMITTED -> finish(batch);
            case STORED -> {}
            case ABORTED -> abort(batch);
            default -> {
                if (!isStale(batch)) return false;
                abort(batch);
            }
        }
        return true;
    }

    private boolean isStale(Document batch) {
        return !time(batch, "at").plus(STALE).isAfter(mongo.now());
    }

    /** Finishes and takes back what processes that ended have left. */
    void recover() {
        for (Document batch :
                batches.find(Filters.ne(STATE, STORED)).limit(LEFT_AT_ONCE).into(new ArrayList<>()))
            if (isStale(batch)) settle(id(batch, "_id"));
        Set<UUID> hiding = new HashSet<>();
        for (Document letter : letters.find(Filters.type(LetterFields.HIDDEN, "binData"))
                .projection(Projections.include(LetterFields.HIDDEN))
                .limit(LEFT_AT_ONCE)
                .into(new ArrayList<>())) hiding.add(id(letter, LetterFields.HIDDEN));
        hiding.forEach(this::settle);
    }
}
