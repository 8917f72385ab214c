package dev.redrive.kafka.ingest;

import dev.redrive.StreamIntake;
import dev.redrive.internal.text.DaemonThreads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads dead letter topics into the store, on threads of its own, until it is closed. Every record becomes one letter,
 * however often brokers, stores and readers go away in between. Many nodes may read the same topics: they share the
 * partitions.
 */
public final class DeadLetterReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterReader.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    private final StreamIntake intake;
    private final IngestOptions options;
    private final IngestProgress progress;
    private final Discovery discovery;
    private final TopicsToRead topics;
    private final Thread reader = DaemonThreads.of("redrive-kafka-reader", this::run);
    private final ExecutorService writers =
            Executors.newSingleThreadExecutor(DaemonThreads.named("redrive-kafka-writer"));
    private final ScheduledExecutorService discoveryTimer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-kafka-discovery"));
    private volatile boolean closing;
    private volatile @Nullable Consumer<byte[], byte[]> consumer;

    private DeadLetterReader(StreamIntake intake, IngestOptions options, InstantSource clock) {
        this.intake = intake;
        this.options = options;
        this.progress = new IngestProgress(clock);
        this.discovery = new Discovery(options.client(), options.topics());
        this.topics = new TopicsToRead(discovery, progress, options.discoverEvery());
    }

    /** Begins to read; a cluster that does not answer yet is waited for. */
    public static DeadLetterReader start(StreamIntake intake, IngestOptions options, InstantSource clock) {
        DeadLetterReader reader = new DeadLetterReader(intake, options, clock);
        reader.begin();
        return reader;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it runs until it is cancelled, and never fails
    private void begin() {
        discoveryTimer.scheduleWithFixedDelay(
                this::discover, 0, options.discoverEvery().toMillis(), TimeUnit.MILLISECONDS);
        reader.start();
    }

    public IngestStatus status() {
        return progress.status();
    }

    private void discover() {
        try {
            topics.refresh();
        } catch (RuntimeException e) {
            LOG.error("the search for dead letter topics failed and is tried again", e);
            progress.brokerFailed(ErrorText.text(e));
        }
    }

    private void run() {
        while (!closing) {
            try {
                read();
            } catch (WakeupException e) {
                LOG.debug("woken up to close", e);
            } catch (RuntimeException | Error e) {
                if (closing) return;
                LOG.error("reading from Kafka failed and begins anew: {}", ErrorText.text(e), e);
                progress.brokerFailed(ErrorText.text(e));
                backOff();
            }
        }
    }

    @SuppressWarnings("resource") // closed with a time limit, as a broker that is away would hold it up
    private void read() {
        Consumer<byte[], byte[]> opened = new KafkaConsumer<>(settings());
        consumer = opened;
        BatchWriter writer = new BatchWriter(intake, discovery);
        ConsumerLoop loop = new ConsumerLoop(opened, intake, writer, options, topics, progress, writers);
        try {
            while (!closing) loop.step();
        } finally {
            loop.awaitBatch(TIMEOUT);
            opened.close(CloseOptions.timeout(CLOSE_TIMEOUT));
        }
    }

    private void backOff() {
        try {
            Thread.sleep(options.backOff().toMillis());
        } catch (InterruptedException e) {
            closing = true;
        }
    }

    /** The settings after the user's are needed for reading each record once. */
    private Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("client.id", "redrive-reader");
        settings.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        settings.put("max.partition.fetch.bytes", 4 << 20);
        settings.put("fetch.max.bytes", 16 << 20);
        settings.putAll(options.client());
        settings.put("group.id", options.group());
        settings.put("max.poll.records", options.batchRecords());
        settings.put("isolation.level", "read_committed");
        settings.put("enable.auto.commit", false);
        settings.put("auto.offset.reset", "none");
        settings.put("allow.auto.create.topics", false);
        settings.put("key.deserializer", ByteArrayDeserializer.class.getName());
        settings.put("value.deserializer", ByteArrayDeserializer.class.getName());
        return settings;
    }

    /** Waits for the batch that is being stored; what is not stored stays on the broker for the next reader. */
    @Override
    public void close() {
        closing = true;
        Consumer<byte[], byte[]> current = consumer;
        if (current != null) current.wakeup();
        discoveryTimer.shutdownNow();
        join();
        writers.shutdown();
        discovery.close();
    }

    private void join() {
        try {
            reader.join(2 * TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
