package dev.redrive.benchmarks.store;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.redrive.Redrive;
import dev.redrive.benchmarks.limits.MongoLimits;
import dev.redrive.benchmarks.machine.MongoDatabases.OwnDatabase;
import dev.redrive.benchmarks.measure.Handler;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.letter.Resolution;
import dev.redrive.mongo.MongoDeadLetterStore;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.bson.Document;

/** Redrive on MongoDB. Beside what every store does, its claims and settlements are timed without the engine. */
public final class RedriveOnMongo extends RedriveBench {
    private static final String NAME = "Redrive on MongoDB";
    private static final int DRAIN_BATCH = 500;
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Rates rates;

    public RedriveOnMongo(Rates rates) {
        super(rates, NAME, Part.MONGO, Part.MONGO, MongoLimits.CAPTURE, MongoLimits.DRAIN);
        this.rates = rates;
    }

    private record OnMongo(OwnDatabase database) implements Fresh {
        @Override
        public String url() {
            return database.url();
        }

        @Override
        public void close() {
            database.close();
        }
    }

    @Override
    public Fresh fresh() {
        return new OnMongo(OwnDatabase.fresh());
    }

    @Override
    public void withClock(Fresh store, InstantSource clock, StoreWork work) throws Exception {
        try (DeadLetterStore open = MongoDeadLetterStore.open(store.url(), clock)) {
            work.with(open);
        }
    }

    @Override
    public long bytes(Fresh store) {
        try (MongoClient client = MongoClients.create(store.url())) {
            Document stats =
                    client.getDatabase(((OnMongo) store).database().name()).runCommand(new Document("dbStats", 1));
            return stats.get("dataSize", Number.class).longValue();
        }
    }

    /** Not one by one: the server of the build takes one command at a time, whoever sends it. */
    @Override
    public void capture() throws Exception {
        captureMany();
    }

    /** The claims and settlements of one worker by themselves, as the limit has them, and then with the engine around them. */
    @Override
    public void drain() throws Exception {
        if (rates.wantsWarmUp()) withDueLetters(store -> rates.warmUp(watch -> claimAndSettle(store, watch)));
        withDueLetters(store -> rates.rate(
                Part.MONGO,
                NAME + ": claim and settle x500, 1 worker",
                MongoLimits.DRAIN,
                watch -> claimAndSettle(store, watch)));
        super.drain();
    }

    private void withDueLetters(StoreWork work) throws Exception {
        try (Fresh fresh = fresh()) {
            try (Redrive redrive = dueAtOnce(fresh.url()).open()) {
                fill(redrive, rates.entries());
            }
            try (DeadLetterStore store = MongoDeadLetterStore.open(fresh.url())) {
                work.with(store);
            }
        }
    }

    private static long claimAndSettle(DeadLetterStore store, Stopwatch watch) {
        Handler handler = new Handler();
        long settled = 0;
        while (!watch.isOver()) {
            List<LeasedLetter> claimed = store.claim(ClaimRequest.of("worker", DRAIN_BATCH, LEASE));
            if (claimed.isEmpty()) break;
            claimed.forEach(one -> handler.handle(one.letter().payload().size()));
            settled += store
                    .settle(claimed.stream().map(RedriveOnMongo::succeeded).toList())
                    .stream()
                    .filter(SettleResult.To.class::isInstance)
                    .count();
        }
        return handler.checked(settled);
    }

    private static Settlement succeeded(LeasedLetter claimed) {
        return new Settlement(
                claimed.lease(),
                Duration.ofMillis(1),
                "benchmark",
                new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null));
    }
}
