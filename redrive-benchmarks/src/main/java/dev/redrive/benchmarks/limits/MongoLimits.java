package dev.redrive.benchmarks.limits;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import dev.redrive.benchmarks.machine.MongoDatabases.OwnDatabase;
import dev.redrive.benchmarks.measure.Handler;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.measure.Subject;
import dev.redrive.benchmarks.sample.Sample;
import dev.redrive.benchmarks.sample.Samples;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.conversions.Bson;

/** What a hand-written loop reaches on MongoDB with one document per letter and no more indexes than the work needs. */
public final class MongoLimits implements Subject {
    public static final String CAPTURE = "limit: insertMany x1000, key only";
    public static final String DRAIN = "limit: find, lease, settle x500, key and due index";

    private static final int CAPTURE_BATCH = 1_000;
    private static final int DRAIN_BATCH = 500;
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Rates rates;
    private final InstantSource clock = InstantSource.system();

    public MongoLimits(Rates rates) {
        this.rates = rates;
    }

    /** A client that writes as durably as Redrive does. */
    private static MongoClient connect(OwnDatabase database) {
        return MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(database.url()))
                .uuidRepresentation(UuidRepresentation.STANDARD)
                .writeConcern(WriteConcern.MAJORITY.withJournal(true))
                .build());
    }

    private static MongoCollection<Document> letters(MongoClient client, OwnDatabase database) {
        return client.getDatabase(database.name()).getCollection("letters");
    }

    // Capture

    @Override
    public void capture() throws Exception {
        if (rates.wantsWarmUp()) withLetters(letters -> rates.warmUp(watch -> insertAll(letters, watch)));
        withLetters(letters -> rates.limit(Part.MONGO, CAPTURE, watch -> insertAll(letters, watch)));
    }

    private interface Work {
        void with(MongoCollection<Document> letters) throws Exception;
    }

    /** In a database of its own. */
    private static void withLetters(Work work) throws Exception {
        try (OwnDatabase database = OwnDatabase.fresh();
                MongoClient client = connect(database)) {
            work.with(letters(client, database));
        }
    }

    private long insertAll(MongoCollection<Document> letters, Stopwatch watch) {
        long inserted = 0;
        for (int from = 0; from < rates.entries() && !watch.isOver(); from += CAPTURE_BATCH) {
            List<Sample> samples = Samples.range(from, Math.min(from + CAPTURE_BATCH, rates.entries()));
            letters.insertMany(samples.stream().map(MongoLimits::document).toList());
            inserted += samples.size();
        }
        return inserted;
    }

    private static Document document(Sample sample) {
        return new Document("_id", sample.id())
                .append("eventId", sample.eventId())
                .append("channel", sample.channel())
                .append("subscriberId", sample.subscriber())
                .append("originalEvent", sample.event())
                .append("errorMessage", sample.errorMessage())
                .append("errorType", sample.errorType())
                .append("errorCode", sample.errorCode())
                .append("errorStackTrace", sample.stackTrace())
                .append("errorContext", sample.errorContext())
                .append("retryCount", 0)
                .append("maxRetries", 5)
                .append("status", "pending")
                .append("createdAt", Date.from(sample.createdAt()))
                .append("updatedAt", Date.from(sample.createdAt()))
                .append("priority", sample.priority())
                .append("nextAttemptAt", Date.from(sample.createdAt()));
    }

    // Drain

    @Override
    public void drain() throws Exception {
        if (rates.wantsWarmUp()) withDueLetters(letters -> rates.warmUp(watch -> drain(letters, watch)));
        withDueLetters(letters -> rates.limit(Part.MONGO, DRAIN, watch -> drain(letters, watch)));
    }

    private void withDueLetters(Work work) throws Exception {
        withLetters(letters -> {
            Bson due = Indexes.compoundIndex(
                    Indexes.descending("priority"), Indexes.ascending("createdAt", "nextAttemptAt"));
            letters.createIndex(due, new IndexOptions().partialFilterExpression(Filters.eq("status", "pending")));
            insertAll(letters, Stopwatch.withoutCap());
            work.with(letters);
        });
    }

    /** Three commands a batch: those that are due are read, leased and settled. */
    private long drain(MongoCollection<Document> letters, Stopwatch watch) {
        Handler handler = new Handler();
        long settled = 0;
        while (!watch.isOver()) {
            List<Document> due = due(letters);
            if (due.isEmpty()) break;
            UUID lease = UUID.randomUUID();
            List<UUID> ids = ids(due);
            // Another worker would have been faster with the others; this one is alone.
            if (lease(letters, ids, lease) != ids.size()) throw new IllegalStateException("a letter was leased twice");
            due.forEach(letter -> handler.handle(letter.getString("originalEvent")));
            settled += settle(letters, ids, lease);
        }
        return handler.checked(settled);
    }

    private List<Document> due(MongoCollection<Document> letters) {
        return letters.find(Filters.and(
                        Filters.eq("status", "pending"), Filters.lte("nextAttemptAt", Date.from(clock.instant()))))
                .projection(Projections.include("originalEvent", "retryCount"))
                .sort(Sorts.orderBy(Sorts.descending("priority"), Sorts.ascending("createdAt")))
                .limit(DRAIN_BATCH)
                .into(new ArrayList<>());
    }

    private static List<UUID> ids(List<Document> letters) {
        return letters.stream().map(letter -> letter.get("_id", UUID.class)).toList();
    }

    private long lease(MongoCollection<Document> letters, List<UUID> ids, UUID lease) {
        Instant now = clock.instant();
        return letters.updateMany(
                        Filters.and(Filters.eq("status", "pending"), Filters.in("_id", ids)),
                        Updates.combine(
                                Updates.set("status", "reprocessing"),
                                Updates.set("leaseOwner", lease),
                                Updates.set("leaseUntil", Date.from(now.plus(LEASE))),
                                Updates.set("updatedAt", Date.from(now))))
                .getMatchedCount();
    }

    private long settle(MongoCollection<Document> letters, List<UUID> ids, UUID lease) {
        Date now = Date.from(clock.instant());
        return letters.updateMany(
                        Filters.and(Filters.eq("leaseOwner", lease), Filters.in("_id", ids)),
                        Updates.combine(
                                Updates.set("status", "resolved"),
                                Updates.set("resolvedAt", now),
                                Updates.set("resolutionStrategy", "automatic_retry"),
                                Updates.set("updatedAt", now),
                                Updates.unset("leaseUntil")))
                .getMatchedCount();
    }
}
