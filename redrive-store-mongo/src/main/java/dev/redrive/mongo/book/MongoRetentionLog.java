package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Sorts.descending;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import dev.redrive.internal.text.CleanText;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.retention.RetentionLog;
import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The lease and the runs of retention, in the collections {@code dlq_retention_lease} and {@code dlq_retention_run}. */
public final class MongoRetentionLog implements RetentionLog {
    private static final int KEPT = 100;
    private static final int MOST_TRIES = 1000;
    /** The id of the only lease. */
    private static final String LEASE = "retention";

    private final MongoCollection<Document> leases;
    private final MongoCollection<Document> runs;
    private final Mongo mongo;

    public MongoRetentionLog(Mongo mongo) {
        this.leases = mongo.collection("dlq_retention_lease");
        this.runs = mongo.collection("dlq_retention_run");
        this.mongo = mongo;
    }

    // The lease

    /** When another node has it, the lease is not found, and a second one with the same id is refused. */
    @Override
    public boolean lease(String node, Duration time) {
        Instant now = mongo.now();
        Bson ownOrFree = and(eq("_id", LEASE), or(eq("node", node), lte("leaseUntil", Fields.date(now))));
        Bson take = combine(set("node", node), set("leaseUntil", Fields.date(now.plus(time))));
        return Mongo.run("taking the lease of retention", () -> {
            try {
                return leases.findOneAndUpdate(
                                ownOrFree,
                                take,
                                new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER))
                        != null;
            } catch (MongoException e) {
                if (MongoErrors.isDuplicate(e)) return false;
                throw e;
            }
        });
    }

    @Override
    public Optional<String> running() {
        Bson held = and(eq("_id", LEASE), gt("leaseUntil", Fields.date(mongo.now())));
        return Mongo.run(
                "reading the lease of retention",
                () -> Optional.ofNullable(leases.find(held).first()).map(lease -> lease.getString("node")));
    }

    // The runs

    @Override
    public void end(RetentionRun run) {
        Mongo.run("recording a run of retention", () -> {
            append(run);
            return leases.deleteOne(and(eq("_id", LEASE), eq("node", run.node())));
        });
    }

    /** The number of a run is its id: of several nodes that end a run at the same time, one takes the next number. */
    private void append(RetentionRun run) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            long number = lastNumber() + 1;
            if (!isInserted(write(number, run))) continue;
            runs.deleteMany(lte("_id", number - KEPT));
            return;
        }
        throw new StoreUnavailable(
                "recording a run of retention failed: other processes were faster " + MOST_TRIES + " times");
    }

    private long lastNumber() {
        Document last = runs.withReadConcern(ReadConcern.LOCAL)
                .find()
                .sort(descending("_id"))
                .limit(1)
                .first();
        return last == null ? 0 : Fields.big(last, "_id");
    }

    private boolean isInserted(Document run) {
        try {
            runs.insertOne(run);
            return true;
        } catch (MongoException e) {
            if (MongoErrors.isDuplicate(e)) return false;
            throw e;
        }
    }

    @Override
    public List<RetentionRun> runs(int limit) {
        return Mongo.run(
                "reading the runs of retention",
                () -> runs.find()
                        .sort(descending("_id"))
                        .limit(limit)
                        .map(MongoRetentionLog::read)
                        .into(new ArrayList<>()));
    }

    private static Document write(long number, RetentionRun run) {
        return new Document("_id", number)
                .append("node", run.node())
                .append("startedAt", Fields.date(run.startedAt()))
                .append("endedAt", Fields.date(run.endedAt()))
                .append("archived", run.archived())
                .append("closed", run.closed())
                .append("removed", run.removed())
                .append("held", run.held())
                .append("objects", run.objects())
                .append("bytes", run.bytes())
                .append("problem", CleanText.textOrNull(run.problem()));
    }

    private static RetentionRun read(Document run) {
        return new RetentionRun(
                run.getString("node"),
                Fields.time(run, "startedAt"),
                Fields.time(run, "endedAt"),
                count(run, "archived"),
                count(run, "closed"),
                count(run, "removed"),
                count(run, "held"),
                count(run, "objects"),
                count(run, "bytes"),
                run.getString("problem"));
    }

    private static long count(Document run, String field) {
        return Fields.big(run, field);
    }
}
