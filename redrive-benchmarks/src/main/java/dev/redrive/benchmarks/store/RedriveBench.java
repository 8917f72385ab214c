package dev.redrive.benchmarks.store;

import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import dev.redrive.benchmarks.measure.Callers;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.sample.Sample;
import dev.redrive.benchmarks.sample.Samples;
import dev.redrive.capture.FailedMessage;
import dev.redrive.engine.RejectedByTarget;
import dev.redrive.event.RedriveEvent;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Priority;
import dev.redrive.letter.StackTrace;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policy;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.attributes.SearchPaths;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Redrive through its public API, the same on every store. */
public abstract class RedriveBench implements Ours {
    private static final int BATCH = 1_000;
    private static final int CALLERS = 64;

    /** An empty store to measure with; closing it removes it. */
    public interface Fresh extends AutoCloseable {
        String url();

        @Override
        void close() throws IOException, SQLException;
    }

    private final Rates rates;
    private final String name;
    private final Part capturePart;
    private final Part drainPart;
    private final String captureLimit;
    private final String drainLimit;

    public RedriveBench(
            Rates rates, String name, Part capturePart, Part drainPart, String captureLimit, String drainLimit) {
        this.rates = rates;
        this.name = name;
        this.capturePart = capturePart;
        this.drainPart = drainPart;
        this.captureLimit = captureLimit;
        this.drainLimit = drainLimit;
    }

    public abstract Fresh fresh() throws Exception;

    /** Works with the store under another clock. */
    public abstract void withClock(Fresh store, InstantSource clock, StoreWork work) throws Exception;

    /** What is done with an open store. */
    public interface StoreWork {
        void with(DeadLetterStore store) throws Exception;
    }

    /** How many bytes it has on disk. */
    public abstract long bytes(Fresh store) throws IOException, SQLException;

    /** Every letter is due at once, whatever its error. */
    public static RedriveBuilder dueAtOnce(String url) {
        return Redrive.at(url)
                .withoutJournal()
                .keepForever()
                .policy(Policy.of(Match.any(), new Ladder(List.of(Duration.ZERO))));
    }

    public static FailedMessage failed(Sample sample) {
        Message message = Message.of(sample.event())
                .with(OriginalEvent.of(sample.eventId(), sample.pattern()))
                .withSubscriber(sample.subscriber());
        return FailedMessage.of(
                        sample.channel(),
                        message,
                        new FailedMessage.ReportedError(
                                sample.errorType(),
                                sample.errorCode(),
                                sample.errorMessage(),
                                StackTrace.ofText(sample.stackTrace()),
                                Json.of(sample.errorContext())))
                .with(sample.priority() > 0 ? Priority.HIGH : Priority.NORMAL);
    }

    public static FailedMessage failedOnKafka(Sample sample, int i) {
        FailedMessage plain = failed(sample);
        Message message =
                plain.message().with(Origin.of(sample.channel(), i % 12, i)).withKey("customer-" + i % 5_000);
        return new FailedMessage(
                plain.channel(), message, plain.reason(), 0, plain.priority(), List.of(), null, null, null, List.of());
    }

    public static List<FailedMessage> batch(int from, int to) {
        List<FailedMessage> batch = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) batch.add(failed(Samples.of(i)));
        return batch;
    }

    // Capture

    /** Two values of each letter, one that it has alone and one that it shares. */
    static final SearchPaths ATTRIBUTES =
            SearchPaths.of(Map.of("order", "$.eventId", "customer", "$.payload.customer"));

    @Override
    public void capture() throws Exception {
        captureMany();
        captureWithAttributes();
        captureAlone();
    }

    final void captureMany() throws Exception {
        try (Fresh store = fresh();
                Redrive redrive = dueAtOnce(store.url()).open()) {
            afterOpen(store);
            rates.warmUp(watch -> captureBatches(redrive, 1, watch));
        }
        for (int callers : new int[] {1, 2}) {
            try (Fresh store = fresh();
                    Redrive redrive = dueAtOnce(store.url()).open()) {
                afterOpen(store);
                rates.rate(
                        capturePart,
                        name + ": captureAll x1000, " + callers + (callers == 1 ? " caller" : " callers"),
                        captureLimit,
                        watch -> captureBatches(redrive, callers, watch));
            }
        }
        try (Fresh store = fresh();
                Redrive redrive = dueAtOnce(store.url()).open()) {
            afterOpen(store);
            rates.rate(
                    capturePart,
                    name + ": captureAll x1000 with Kafka coordinates and keys, 1 caller",
                    captureLimit,
                    watch -> captureKafka(redrive, watch));
        }
    }

    /** Beside the same without attributes. */
    private void captureWithAttributes() throws Exception {
        try (Fresh store = fresh();
                Redrive redrive = dueAtOnce(store.url()).searchBy(ATTRIBUTES).open()) {
            afterOpen(store);
            rates.rate(
                    capturePart,
                    name + ": captureAll x1000, 1 caller, two attributes",
                    name + ": captureAll x1000, 1 caller",
                    watch -> captureBatches(redrive, 1, watch));
        }
    }

    private void captureAlone() throws Exception {
        try (Fresh store = fresh();
                Redrive redrive = dueAtOnce(store.url()).open()) {
            afterOpen(store);
            rates.warmUp(watch -> captureOneByOne(redrive, watch));
        }
        try (Fresh store = fresh();
                Redrive redrive = dueAtOnce(store.url()).open()) {
            afterOpen(store);
            rates.rate(
                    capturePart,
                    name + ": capture one by one, " + CALLERS + " callers",
                    captureLimit,
                    watch -> captureOneByOne(redrive, watch));
        }
    }

    private long captureOneByOne(Redrive redrive, Stopwatch watch) throws Exception {
        return new Callers(CALLERS).share(rates.entries(), watch, i -> redrive.capture(failed(Samples.of(i))));
    }

    private long captureBatches(Redrive redrive, int callers, Stopwatch watch) throws Exception {
        AtomicInteger next = new AtomicInteger();
        AtomicLong done = new AtomicLong();
        new Callers(callers).each(caller -> {
            for (int i = next.getAndAdd(BATCH); i < rates.entries() && !watch.isOver(); i = next.getAndAdd(BATCH)) {
                int to = Math.min(rates.entries(), i + BATCH);
                redrive.captureAll(batch(i, to));
                done.addAndGet(to - i);
            }
        });
        return done.get();
    }

    private long captureKafka(Redrive redrive, Stopwatch watch) {
        int done = 0;
        while (done < rates.entries() && !watch.isOver()) {
            int to = Math.min(rates.entries(), done + BATCH);
            List<FailedMessage> batch = new ArrayList<>(BATCH);
            for (int i = done; i < to; i++) batch.add(failedOnKafka(Samples.of(i), i));
            redrive.captureAll(batch);
            done = to;
        }
        return done;
    }

    public static void fill(Redrive redrive, int letters) {
        for (int i = 0; i < letters; i += BATCH) redrive.captureAll(batch(i, Math.min(letters, i + BATCH)));
    }

    // Drain

    @Override
    public void drain() throws Exception {
        if (rates.wantsWarmUp()) drain(rates.entries() / 2, letter -> {}, (letters, work) -> rates.warmUp(work));
        drain(
                rates.entries(),
                letter -> {},
                (letters, work) -> rates.rate(drainPart, name + ": engine, handler does nothing", drainLimit, work));
        drain(
                rates.entries() / 4,
                letter -> {
                    throw new RejectedByTarget(422, null, "the target does not take it");
                },
                (letters, work) -> rates.rate(drainPart, name + ": engine, every attempt fails", drainLimit, work));
    }

    private interface Measured {
        void run(int letters, Rates.Work work) throws Exception;
    }

    /** Until as many attempts have ended as there are letters. */
    private void drain(int letters, dev.redrive.engine.Handler handler, Measured measured) throws Exception {
        CountDownLatch left = new CountDownLatch(letters);
        AtomicLong payload = new AtomicLong();
        try (Fresh store = fresh();
                Redrive redrive = dueAtOnce(store.url())
                        .listen(event -> countEnded(event, left))
                        .open()) {
            afterOpen(store);
            fill(redrive, letters);
            afterFill(store);
            measured.run(letters, watch -> {
                redrive.handle("*", letter -> {
                    payload.addAndGet(letter.payload().size());
                    handler.handle(letter);
                });
                while (left.getCount() > 0 && !watch.isOver()) if (left.await(1, TimeUnit.MILLISECONDS)) break;
                watch.stop();
                return letters - left.getCount();
            });
            if (payload.get() == 0) throw new IllegalStateException("nothing was handled");
        }
    }

    /** Before anything is captured. */
    void afterOpen(Fresh store) throws IOException, SQLException {}

    /** Both sides start level: the hand-written limits tidy up after filling, too. */
    void afterFill(Fresh store) throws Exception {}

    private static void countEnded(RedriveEvent event, CountDownLatch left) {
        if (event instanceof RedriveEvent.Attempted attempted
                && (attempted.result() == Attempt.Result.SUCCEEDED || attempted.result() == Attempt.Result.FAILED))
            left.countDown();
    }

    @Override
    public void query() throws Exception {
        try (Fresh small = fresh();
                Fresh large = fresh()) {
            new QueryBench(rates, name, capturePart == Part.SQLITE ? Part.SQLITE : Part.QUERY)
                    .run(small.url(), large.url());
        }
    }

    @Override
    public void heap() throws Exception {
        try (Fresh store = fresh()) {
            new HeapBench(rates, name, capturePart == Part.SQLITE ? Part.SQLITE : Part.HEAP).run(store.url());
        }
    }
}
