package dev.redrive.mongo.book;

import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.holds.LegalHolds;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.retention.RetentionLog;
import dev.redrive.testmongo.TestMongo;
import java.time.InstantSource;
import java.util.List;

/** The books of a database, beside letters in memory. */
final class MongoBookStore extends ForwardingStore {
    private final Mongo mongo;
    private final MongoBooks books;

    private MongoBookStore(Mongo mongo) {
        super(new InMemoryDeadLetterStore(mongo.clock()));
        this.mongo = mongo;
        this.books = MongoBooks.open(mongo);
    }

    static MongoBookStore open(String url, InstantSource clock) {
        return new MongoBookStore(Mongo.open(url, clock));
    }

    /** Two in one empty database, as two processes have them. */
    static List<DeadLetterStore> two(InstantSource clock) {
        return two(TestMongo.freshUrl(), clock);
    }

    static List<DeadLetterStore> two(String url, InstantSource clock) {
        return List.of(open(url, clock), open(url, clock));
    }

    @Override
    public AuditLog audit() {
        return books.audit();
    }

    @Override
    public AlertLog alerts() {
        return books.alerts();
    }

    @Override
    public MinuteCounts series() {
        return books.series();
    }

    @Override
    public ReplayBook replays() {
        return books.replays();
    }

    @Override
    public LegalHolds holds() {
        return books.holds();
    }

    @Override
    public RetentionLog retentionLog() {
        return books.retentionLog();
    }

    @Override
    public void close() {
        super.close();
        mongo.close();
    }
}
