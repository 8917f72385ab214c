package dev.redrive.benchmarks.kafka;

import dev.redrive.benchmarks.machine.Workspace;
import dev.redrive.benchmarks.measure.Callers;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.kafka.record.FailedRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Failed records to a dead letter topic: a plain producer, our publisher, and Spring's recoverer. */
public final class PublishBench {
    private static final String LIMIT = "limit: plain producer, acks=all, same bytes";
    private static final int THREADS = 8;

    /** A thread that waits for each record does few: the others must not wait for so many to be made. */
    private static final int WAITED_FOR = 10_000;

    private static final int WARM_UP = 50_000;

    private final KafkaCluster kafka;
    private final Rates rates;
    private final Workspace workspace;
    private @Nullable List<ConsumerRecord<byte[], byte[]>> published;
    private int topics;

    public PublishBench(KafkaCluster kafka, Rates rates, Workspace workspace) {
        this.kafka = kafka;
        this.rates = rates;
        this.workspace = workspace;
    }

    public void run() throws Exception {
        Map<String, Object> asTheyCome = kafka.producer();
        notWaiting(", as they come", asTheyCome);
        waiting(", as they come", asTheyCome);
        notWaiting(", large batches for all", kafka.producerOfLargeBatches());
        rates.warm();
    }

    private void notWaiting(String with, Map<String, Object> settings) throws Exception {
        String limit = LIMIT + with;
        notWaiting(limit, limit, ".dlq", topic -> new RawProducer(settings, published(), topic + ".dlq"));
        notWaiting(
                "Redrive: publishAsync" + with,
                limit,
                ".dlq",
                topic -> OurPublisher.notWaiting(settings, journal(topic)));
        notWaiting(
                "Spring: recoverer that does not wait" + with,
                limit,
                "-dlt",
                topic -> SpringRecoverer.notWaiting(settings));
    }

    private void waiting(String with, Map<String, Object> settings) throws Exception {
        String limit = LIMIT + with;
        for (int threads : new int[] {1, THREADS}) {
            String by = with + (threads == 1 ? ", 1 thread" : ", " + threads + " threads");
            waiting(
                    "Redrive: publish" + by,
                    limit,
                    threads,
                    ".dlq",
                    topic -> OurPublisher.waiting(settings, journal(topic)));
            waiting("Spring: recoverer" + by, limit, threads, "-dlt", topic -> SpringRecoverer.waiting(settings));
        }
    }

    /** The same records in our dialect and in Spring's, on two topics that are kept. */
    public void fill(String ours, String springs) throws Exception {
        fill(ours + ".dlq", ours, OurPublisher.notWaiting(kafka.producer(), journal(ours)));
        fill(springs + "-dlt", springs, SpringRecoverer.notWaiting(kafka.producer()));
    }

    private void fill(String deadLetters, String topic, Publishing publishing) throws Exception {
        kafka.create(deadLetters);
        List<FailedRecord> failed = FailedRecords.of(topic, rates.entries());
        try (publishing) {
            send(publishing, failed, 1, Stopwatch.withoutCap());
        }
    }

    private void notWaiting(String name, String limit, String ending, Function<String, Publishing> made)
            throws Exception {
        if (rates.wantsWarmUp())
            onNewTopic(ending, made, (topic, publishing) -> {
                List<FailedRecord> failed = FailedRecords.of(topic, Math.min(rates.entries(), WARM_UP));
                rates.warmUp(watch -> send(publishing, failed, 1, watch));
            });
        measure(name, limit, rates.entries(), 1, ending, made);
    }

    /** Warm from those that do not wait. */
    private void waiting(String name, String limit, int threads, String ending, Function<String, Publishing> made)
            throws Exception {
        measure(name, limit, Math.min(rates.entries(), WAITED_FOR * threads), threads, ending, made);
    }

    private void measure(
            String name, String limit, int entries, int threads, String ending, Function<String, Publishing> made)
            throws Exception {
        onNewTopic(ending, made, (topic, publishing) -> {
            List<FailedRecord> failed = FailedRecords.of(topic, entries);
            Rates.Work work = watch -> send(publishing, failed, threads, watch);
            if (name.equals(limit)) rates.limit(Part.KAFKA, name, work);
            else rates.rate(Part.KAFKA, name, limit, work);
        });
    }

    private interface OnTopic {
        void run(String topic, Publishing publishing) throws Exception;
    }

    private void onNewTopic(String ending, Function<String, Publishing> made, OnTopic work) throws Exception {
        String topic = "orders-" + topics++;
        kafka.create(topic + ending);
        try (Publishing publishing = made.apply(topic)) {
            work.run(topic, publishing);
        }
        kafka.drop(topic + ending);
    }

    private static long send(Publishing publishing, List<FailedRecord> failed, int threads, Stopwatch watch)
            throws Exception {
        Acknowledged acknowledged = new Acknowledged();
        long sent =
                new Callers(threads).share(failed.size(), watch, i -> publishing.send(i, failed.get(i), acknowledged));
        acknowledged.await(sent);
        watch.stop();
        return sent;
    }

    private List<ConsumerRecord<byte[], byte[]>> published() {
        try {
            if (published == null) published = RawProducer.published(kafka);
            return published;
        } catch (Exception e) {
            throw new IllegalStateException("no records could be made", e);
        }
    }

    private Path journal(String topic) {
        return workspace.folder().resolve(topic + ".journal");
    }
}
