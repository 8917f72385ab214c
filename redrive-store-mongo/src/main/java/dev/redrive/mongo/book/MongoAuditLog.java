package dev.redrive.mongo.book;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.empty;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Sorts.descending;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.Sorts;
import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditLog;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.mongo.database.Fields;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.database.MongoErrors;
import dev.redrive.store.StoreUnavailable;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The audit log in the collection {@code dlq_audit}. The number of a line is its id, which is unique: of several processes that
 * append after the same line one succeeds, and the others append after that one.
 */
public final class MongoAuditLog implements AuditLog {
    private static final String APPENDING = "appending to the audit log";
    private static final String READING = "reading the audit log";
    private static final int MOST_TRIES = 1000;

    private final MongoCollection<Document> lines;

    public MongoAuditLog(Mongo mongo) {
        this.lines = mongo.collection("dlq_audit");
        Mongo.run(
                "creating the indexes of the audit log",
                () -> mongo.patient("dlq_audit")
                        .createIndexes(
                                List.of(new IndexModel(ascending("at")), new IndexModel(ascending("subject", "_id")))));
    }

    // Writing

    @Override
    public AuditLine append(AuditNote note) {
        return Mongo.run(APPENDING, () -> {
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                AuditLine line = afterLast(note);
                if (isAppended(line)) return line;
            }
            throw new StoreUnavailable(APPENDING + " failed: other processes were faster " + MOST_TRIES
                    + " times; the same change may be audited later");
        });
    }

    /**
     * The last line may not have reached a majority yet. That is well: ours is written after it with a majority, so there is no
     * majority that has ours and not the one before it.
     */
    private AuditLine afterLast(AuditNote note) {
        Document last = lines.withReadConcern(ReadConcern.LOCAL)
                .find()
                .sort(descending("_id"))
                .limit(1)
                .first();
        return last == null
                ? AuditLine.after(0, AuditLine.START, note)
                : AuditLine.after(number(last), last.getString("hash"), note);
    }

    private boolean isAppended(AuditLine line) {
        try {
            lines.insertOne(write(line));
            return true;
        } catch (MongoException e) {
            if (MongoErrors.isDuplicate(e)) return false;
            throw e;
        }
    }

    private static Document write(AuditLine line) {
        AuditNote note = line.note();
        return new Document("_id", line.number())
                .append("at", Fields.date(note.at()))
                .append("by", note.by())
                .append("role", note.role())
                .append("from", note.from())
                .append("action", note.action())
                .append("subject", note.subject())
                .append("count", note.count())
                .append("previousHash", line.previousHash())
                .append("hash", line.hash());
    }

    // Reading

    @Override
    public List<AuditLine> list(AuditQuery query) {
        return Mongo.run(
                READING,
                () -> lines.find(where(query))
                        .sort(descending("_id"))
                        .limit(query.limit())
                        .map(MongoAuditLog::read)
                        .into(new ArrayList<>()));
    }

    private static Bson where(AuditQuery query) {
        List<Bson> all = new ArrayList<>();
        query.before().ifPresent(number -> all.add(lt("_id", number)));
        query.by().ifPresent(by -> all.add(eq("by", by)));
        query.action().ifPresent(action -> all.add(eq("action", action)));
        query.subject().ifPresent(subject -> all.add(eq("subject", subject)));
        query.from().ifPresent(from -> all.add(gte("at", Millis.atOrAfter(from))));
        query.to().ifPresent(to -> all.add(lt("at", Millis.atOrAfter(to))));
        return all.isEmpty() ? empty() : and(all);
    }

    @Override
    public List<AuditLine> from(long number, int limit) {
        return Mongo.run(
                READING,
                () -> lines.find(gte("_id", number))
                        .sort(Sorts.ascending("_id"))
                        .limit(limit)
                        .map(MongoAuditLog::read)
                        .into(new ArrayList<>()));
    }

    private static AuditLine read(Document line) {
        AuditNote note = new AuditNote(
                Fields.time(line, "at"),
                line.getString("by"),
                line.getString("role"),
                line.getString("from"),
                line.getString("action"),
                line.getString("subject"),
                Fields.big(line, "count"));
        return new AuditLine(number(line), note, line.getString("previousHash"), line.getString("hash"));
    }

    private static long number(Document line) {
        return Fields.big(line, "_id");
    }
}
