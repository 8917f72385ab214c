package dev.redrive.mongo.counters;

import static dev.redrive.mongo.database.Fields.big;
import static dev.redrive.mongo.database.Fields.bigOrZero;
import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.part;
import static dev.redrive.mongo.database.Fields.partOrNull;
import static dev.redrive.mongo.database.Fields.parts;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.DeleteManyModel;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.WriteModel;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.Parts;
import dev.redrive.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The kept counters. A change of a letter marks it as uncounted, in the same document and so at once. A fold reads letters that are so
 * marked, writes down in one document by how much which counters change, and then brings counters and letters to that; whoever finds
 * such a round unfinished finishes it, and doing any step twice does nothing. Until then, readers correct the counters by the letters
 * that are not counted yet.
 */
public final class Counters {
    private static final int ROUND = 1000;
    private static final int ROUND_BATCHES = 200;
    private static final int MANY_UNCOUNTED = 5000;
    private static final int TRIES = 20;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final String FOLD = "fold";

    private static final Bson COUNTED_FIELDS = Projections.include(
            LetterFields.CHANNEL,
            LetterFields.ERROR_TYPE,
            LetterFields.CATEGORY,
            LetterFields.CAUSE,
            LetterFields.LAST_CAUSE,
            LetterFields.STATUS,
            LetterFields.HIDDEN,
            LetterFields.COUNTED,
            LetterFields.COUNTED_ROUND,
            LetterFields.ETAG,
            LetterFields.BORN);

    private final Mongo mongo;
    private final MongoCollection<Document> counters;
    private final MongoCollection<Document> letters;
    private final CountedBatches batches;
    private final Parts parts;
    private final String owner = UUID.randomUUID().toString();

    /** Runs between any two steps of a fold, for tests that end one there. */
    private final Runnable betweenSteps;

    public Counters(Mongo mongo) {
        this(mongo, () -> {});
    }

    Counters(Mongo mongo, Runnable betweenSteps) {
        this.mongo = mongo;
        this.betweenSteps = betweenSteps;
        this.counters = mongo.collection("dlq_counters");
        this.letters = mongo.collection(LetterFields.LETTERS);
        this.batches = new CountedBatches(mongo);
        this.parts = new Parts(mongo);
    }

    public void prepare() {
        try {
            counters.insertOne(new Document("_id", FOLD).append("round", 0L).append("until", date(Instant.EPOCH)));
        } catch (MongoException e) {
            if (!MongoErrors.isDuplicate(e)) throw e;
        }
    }

    // Folding

    /** Counts what has changed, unless another process does so now; true when all that was found is counted. */
    public synchronized boolean fold() {
        Instant now = mongo.now();
        Document fold = counters.findOneAndUpdate(
                Filters.and(
                        Filters.eq("_id", FOLD),
                        Filters.or(Filters.lte("until", date(now)), Filters.eq("owner", owner))),
                new Document("$set", new Document("owner", owner).append("until", date(now.plus(LEASE)))));
        if (fold == null) return false;
        try {
            long round = big(fold, "round");
            if (isOpen(fold)) finish(fold);
            for (boolean more = true; more; ) {
                List<Document> changed = uncounted(ROUND);
                List<Document> stored = batches.stored(ROUND_BATCHES);
                if (changed.isEmpty() && stored.isEmpty()) break;
                Document next = round(++round, changed, stored);
                if (!begin(next)) return false;
                finish(next);
                more = changed.size() == ROUND || stored.size() == ROUND_BATCHES;
            }
            return true;
        } finally {
            counters.updateOne(
                    Filters.and(Filters.eq("_id", FOLD), Filters.eq("owner", owner)),
                    new Document("$set", new Document("until", date(Instant.EPOCH))));
        }
    }

    private static boolean isOpen(Document fold) {
        return !parts(fold, "letters").isEmpty() || !ids(fold).isEmpty();
    }

    private List<Document> uncounted(int limit) {
        return letters.find(Filters.eq(LetterFields.UNCOUNTED, true))
                .projection(COUNTED_FIELDS)
                .limit(limit)
                .into(new ArrayList<>());
    }

    /** What a round will do, as one document. */
    private static Document round(long round, List<Document> changed, List<Document> stored) {
        CounterDeltas deltas = new CounterDeltas();
        List<Document> marks = new ArrayList<>(changed.size());
        for (Document letter : changed) {
            CountedLetter after = CountedLetter.now(letter);
            deltas.move(CountedLetter.before(letter), after);
            Document mark = new Document("id", id(letter, LetterFields.ID))
                    .append(LetterFields.ETAG, id(letter, LetterFields.ETAG))
                    .append(LetterFields.BORN, id(letter, LetterFields.BORN));
            if (after != null) mark.append(LetterFields.COUNTED, after.counted());
            marks.add(mark);
        }
        stored.forEach(batch -> CountedBatches.read(batch, deltas::add));
        return new Document("round", round)
                .append("letters", marks)
                .append(
                        "batches",
                        stored.stream().map(batch -> id(batch, "_id")).toList())
                .append("deltas", deltas.documents());
    }

    /** The batches of a round. */
    private static List<UUID> ids(Document fold) {
        List<UUID> ids = fold.getList("batches", UUID.class);
        return ids == null ? List.of() : ids;
    }

    /** From here on the round is done, by whomever. */
    private boolean begin(Document round) {
        return counters.updateOne(
                                Filters.and(
                                        Filters.eq("_id", FOLD),
                                        Filters.eq("owner", owner),
                                        Filters.eq("round", big(round, "round") - 1)),
                                new Document("$set", round))
                        .getMatchedCount()
                == 1;
    }

    private void finish(Document fold) {
        long round = big(fold, "round");
        betweenSteps.run();
        addDeltas(round, parts(fold, "deltas"));
        betweenSteps.run();
        mark(round, parts(fold, "letters"));
        betweenSteps.run();
        batches.forget(ids(fold));
        betweenSteps.run();
        counters.updateOne(
                Filters.and(Filters.eq("_id", FOLD), Filters.eq("round", round)),
                new Document(
                        "$set",
                        new Document("letters", List.of())
                                .append("batches", List.of())
                                .append("deltas", List.of())));
    }

    /** A counter that has had the round already stays as it is: inserting it again fails. */
    private void addDeltas(long round, List<Document> deltas) {
        List<WriteModel<Document>> writes = new ArrayList<>(deltas.size());
        for (Document delta : deltas) {
            CounterKey key = CounterKey.read(delta);
            Document increments = new Document();
            part(delta, "counts").forEach((name, by) -> increments.append("counts." + name, by));
            writes.add(new UpdateOneModel<>(
                    new Document("_id", key.id()).append("round", new Document("$lt", round)),
                    new Document("$inc", increments)
                            .append("$set", new Document("round", round))
                            .append("$setOnInsert", key.fields()),
                    new UpdateOptions().upsert(true)));
        }
        if (writes.isEmpty()) return;
        try {
            counters.bulkWrite(writes, new BulkWriteOptions().ordered(false));
        } catch (MongoBulkWriteException e) {
            if (!MongoErrors.isDuplicate(e)) throw e;
        }
    }

    /** Letters that one command has changed in the same way are marked with one command. */
    private record Alike(UUID last, @Nullable Document counted) {}

    private static Map<Alike, List<UUID>> alike(List<Document> marks, String etag) {
        Map<Alike, List<UUID>> alike = new HashMap<>();
        for (Document mark : marks)
            alike.computeIfAbsent(
                            new Alike(id(mark, etag), partOrNull(mark, LetterFields.COUNTED)), a -> new ArrayList<>())
                    .add(id(mark, "id"));
        return alike;
    }

    private void mark(long round, List<Document> marks) {
        List<WriteModel<Document>> writes = new ArrayList<>();
        alike(marks, LetterFields.ETAG).forEach((alike, ids) -> {
            Document asRead =
                    new Document(LetterFields.ID, new Document("$in", ids)).append(LetterFields.ETAG, alike.last);
            writes.add(
                    alike.counted == null
                            ? new DeleteManyModel<>(asRead)
                            : new UpdateManyModel<>(
                                    asRead,
                                    new Document("$set", counted(round, alike.counted))
                                            .append("$unset", new Document(LetterFields.UNCOUNTED, ""))));
        });
        if (writes.isEmpty()) return;
        parts.deleteOf(gone(marks));
        var done = letters.bulkWrite(writes, new BulkWriteOptions().ordered(false));
        if (done.getMatchedCount() + done.getDeletedCount() < marks.size()) markChanged(round, marks);
    }

    /** Whoever deleted them may have ended before their parts were deleted. Another letter may have the id of one that is counted. */
    private List<UUID> gone(List<Document> marks) {
        List<UUID> ids = marks.stream()
                .filter(mark -> !mark.containsKey(LetterFields.COUNTED))
                .map(mark -> id(mark, "id"))
                .toList();
        if (ids.isEmpty()) return ids;
        return letters.find(Filters.and(
                        Filters.in(LetterFields.ID, ids), Filters.eq(LetterFields.HIDDEN, LetterFields.GONE)))
                .projection(Projections.include(LetterFields.ID))
                .map(letter -> id(letter, LetterFields.ID))
                .into(new ArrayList<>());
    }

    /** Those that have changed again since they were read are counted again later, beginning with what is counted now. */
    private void markChanged(long round, List<Document> marks) {
        List<WriteModel<Document>> writes = new ArrayList<>();
        alike(marks, LetterFields.BORN).forEach((alike, ids) -> {
            if (alike.counted == null) return;
            writes.add(new UpdateManyModel<>(
                    new Document(LetterFields.ID, new Document("$in", ids))
                            .append(LetterFields.BORN, alike.last)
                            .append(LetterFields.COUNTED_ROUND, new Document("$lt", round)),
                    new Document("$set", counted(round, alike.counted))));
        });
        if (!writes.isEmpty()) letters.bulkWrite(writes, new BulkWriteOptions().ordered(false));
    }

    private static Document counted(long round, Document counted) {
        return new Document(LetterFields.COUNTED, counted).append(LetterFields.COUNTED_ROUND, round);
    }

    // Reading

    /** The counts of one kind as of now. */
    CounterDeltas read(Bson which) {
        if (letters.countDocuments(Filters.eq(LetterFields.UNCOUNTED, true), new CountOptions().limit(MANY_UNCOUNTED))
                >= MANY_UNCOUNTED) fold();
        for (int i = 0; i < TRIES; i++) {
            Document fold = foldDocument();
            CounterDeltas counts = counts(fold, which);
            if (big(foldDocument(), "round") == big(fold, "round")) return counts;
        }
        throw new StoreUnavailable("the counters change faster than they can be read; try again");
    }

    private Document foldDocument() {
        Document fold = counters.find(Filters.eq("_id", FOLD)).first();
        if (fold == null) throw new StoreUnavailable("the counters are not there; the database was emptied");
        return fold;
    }

    /** Right whatever steps of this round are done while it reads, but not when the next round begins. */
    private CounterDeltas counts(Document fold, Bson which) {
        long round = big(fold, "round");
        CounterDeltas counts = new CounterDeltas();
        Map<CounterKey, Document> unfinished = new HashMap<>();
        CounterDeltas.read(parts(fold, "deltas"), unfinished::put);
        try (MongoCursor<Document> kept = counters.find(which).iterator()) {
            while (kept.hasNext()) {
                Document one = kept.next();
                CounterKey key = CounterKey.read(one);
                counts.add(key, part(one, "counts"));
                if (big(one, "round") >= round) unfinished.remove(key);
            }
        }
        unfinished.forEach(counts::add);
        batches.readAllBut(new HashSet<>(ids(fold)), counts::add);
        Map<UUID, Document> marks = new HashMap<>();
        for (Document mark : parts(fold, "letters")) marks.put(id(mark, "id"), mark);
        try (MongoCursor<Document> changed = letters.find(Filters.eq(LetterFields.UNCOUNTED, true))
                .projection(COUNTED_FIELDS)
                .iterator()) {
            while (changed.hasNext()) {
                Document letter = changed.next();
                counts.move(counted(letter, marks.get(id(letter, LetterFields.ID)), round), CountedLetter.now(letter));
            }
        }
        return counts;
    }

    /** What the counters hold of a letter once the round is finished. */
    private static @Nullable CountedLetter counted(Document letter, @Nullable Document mark, long round) {
        boolean isMarked = mark != null
                && id(mark, LetterFields.BORN).equals(id(letter, LetterFields.BORN))
                && bigOrZero(letter, LetterFields.COUNTED_ROUND) < round;
        if (mark == null || !isMarked) return CountedLetter.before(letter);
        Document counted = partOrNull(mark, LetterFields.COUNTED);
        return counted == null ? null : CountedLetter.as(letter, counted);
    }

    /** True when nothing waits to be counted. */
    public boolean isFolded() {
        return uncounted(1).isEmpty() && batches.stored(1).isEmpty() && !isOpen(foldDocument());
    }

    // Recounting

    /** Counts all letters, for comparison with the counters; for a quiet store. */
    public boolean isRight() {
        CounterDeltas counted = new CounterDeltas();
        try (MongoCursor<Document> all =
                letters.find(LetterFields.visible()).projection(COUNTED_FIELDS).iterator()) {
            while (all.hasNext()) counted.move(null, CountedLetter.now(all.next()));
        }
        return counted.byKey().equals(read(Filters.exists("kind")).byKey());
    }

    /** A letter of this id that was deleted is forgotten now, so that another one can have the id. */
    public void forget(UUID letter) {
        boolean isGone = letters.find(Filters.and(
                                Filters.eq(LetterFields.ID, letter),
                                Filters.eq(LetterFields.HIDDEN, LetterFields.GONE)))
                        .first()
                != null;
        if (isGone) fold();
    }

    static Bson ofKind(String kind) {
        return Filters.eq("kind", kind);
    }

    static long count(Map<String, Long> counts, String name) {
        return counts.getOrDefault(name, 0L);
    }
}
