package dev.redrive.benchmarks.kafka;

import dev.redrive.Redrive;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.sample.Samples;
import dev.redrive.benchmarks.store.RedriveBench;
import dev.redrive.capture.FailedMessage;
import dev.redrive.kafka.ingest.DeadLetterReader;
import dev.redrive.kafka.ingest.IngestOptions;
import dev.redrive.kafka.ingest.IngestStatus;
import dev.redrive.kafka.ingest.TopicChoice;
import dev.redrive.kafka.ingest.TopicStatus;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** A dead letter topic into the store, beside what the store takes from one caller. */
public final class IngestBench {
    public static final String OUR_TOPIC = "payments";
    public static final String SPRING_TOPIC = "shipments";

    private static final int BATCH = 1_000;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final String name;
    private final String captureAll;
    private final RedriveBench stores;
    private final Rates rates;
    private final KafkaCluster kafka;

    public IngestBench(String database, RedriveBench stores, Rates rates, KafkaCluster kafka) {
        this.name = "ingest into " + database;
        this.captureAll = "capture into " + database + ": captureAll x" + BATCH + ", 1 caller";
        this.stores = stores;
        this.rates = rates;
        this.kafka = kafka;
    }

    public void run() throws Exception {
        capture(captureAll, i -> RedriveBench.failed(Samples.of(i)));
        capture(captureAll + ", Kafka coordinates", i -> RedriveBench.failedOnKafka(Samples.of(i), i));
        ingest("our dialect", OUR_TOPIC + ".dlq");
        ingest("Spring's dialect", SPRING_TOPIC + "-dlt");
        rates.warm();
    }

    private interface OnStore {
        void run(Redrive redrive) throws Exception;
    }

    private void onFreshStore(OnStore work) throws Exception {
        try (RedriveBench.Fresh store = stores.fresh();
                Redrive redrive = RedriveBench.dueAtOnce(store.url()).open()) {
            work.run(redrive);
        }
    }

    // Without Kafka

    private void capture(String what, IntFunction<FailedMessage> made) throws Exception {
        onFreshStore(redrive -> rates.warmUp(watch -> capture(redrive, made)));
        onFreshStore(redrive -> {
            if (what.equals(captureAll)) rates.limit(Part.KAFKA, what, watch -> capture(redrive, made));
            else rates.rate(Part.KAFKA, what, captureAll, watch -> capture(redrive, made));
        });
    }

    private long capture(Redrive redrive, IntFunction<FailedMessage> made) {
        for (int from = 0; from < rates.entries(); from += BATCH) {
            List<FailedMessage> batch = new ArrayList<>(BATCH);
            for (int i = from; i < Math.min(rates.entries(), from + BATCH); i++) batch.add(made.apply(i));
            redrive.captureAll(batch);
        }
        return rates.entries();
    }

    // From Kafka

    private void ingest(String dialect, String topic) throws Exception {
        onFreshStore(redrive -> rates.warmUp(watch -> ingest(redrive, topic, watch)));
        onFreshStore(redrive -> {
            rates.rate(Part.KAFKA, name + ": " + dialect, captureAll, watch -> ingest(redrive, topic, watch));
            long stored = redrive.letters().tallies().byStatus().total();
            if (stored != rates.entries())
                throw new IllegalStateException(
                        topic + " has " + rates.entries() + " records, and the store " + stored + " letters");
        });
    }

    /** Counts from the first letters on: looking for the topic and joining the group is done once. */
    private long ingest(Redrive redrive, String topic, Stopwatch watch) throws InterruptedException {
        IngestOptions options = IngestOptions.defaults(kafka.client(), TopicChoice.of(List.of(topic)));
        try (DeadLetterReader reader = DeadLetterReader.start(redrive.intake(), options, Clock.systemUTC())) {
            long first = await(reader, 1);
            watch.restart();
            await(reader, rates.entries());
            watch.stop();
            return rates.entries() - first;
        }
    }

    private static long await(DeadLetterReader reader, long expected) throws InterruptedException {
        Stopwatch watch = new Stopwatch(LONGEST);
        while (!watch.isOver()) {
            IngestStatus status = reader.status();
            long taken = status.topics().stream().mapToLong(TopicStatus::taken).sum();
            if (taken >= expected) return taken;
            if (status.lastErrorAt() != null) throw new IllegalStateException("the reader is not well: " + status);
            Thread.sleep(2);
        }
        throw new IllegalStateException("the reader is too slow: " + reader.status());
    }
}
