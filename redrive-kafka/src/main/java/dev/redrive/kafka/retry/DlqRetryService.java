package dev.redrive.kafka.retry;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.kafka.dialect.DeadLetterNames;
import dev.redrive.kafka.publish.DlqMeters;
import dev.redrive.kafka.publish.SafeMeters;
import dev.redrive.kafka.record.ClientSettings;
import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.kafka.record.DlqTopics;
import dev.redrive.kafka.record.Parked;
import dev.redrive.policy.Policies;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the records of dead letter topics back to their original topics when they are due, and parks those that cannot be
 * helped. Several of them, with one group, share the work.
 *
 * <p>Nothing is lost when it ends in the middle. What was not committed by then is sent once more with the same
 * {@link DlqHeaders#IDEMPOTENCY_KEY}.
 */
public final class DlqRetryService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DlqRetryService.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int ALERTS_WAITING = 1000;

    private final Builder chosen;
    private final Producer<byte[], byte[]> producer;
    private final ThreadPoolExecutor alerts;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = DaemonThreads.of("redrive-dlq-retry", this::run);
    private volatile @Nullable RetryLoop loop;
    private volatile @Nullable String trouble;

    private DlqRetryService(Builder chosen) {
        this.chosen = chosen;
        this.producer = new KafkaProducer<>(
                ClientSettings.producer(chosen.clientSettings, chosen.timeout, Builder.MAX_REQUEST_BYTES));
        this.alerts = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(ALERTS_WAITING),
                DaemonThreads.named("redrive-dlq-alerts"));
        thread.start();
    }

    /** Begins with the settings of the Kafka client and the topics whose dead letter topics are served. */
    public static Builder on(Map<String, ?> clientSettings, Collection<String> topics) {
        return new Builder(clientSettings, topics);
    }

    /** Starts again from what is committed, whatever happened: the thread lives as long as the service. */
    private void run() {
        while (closing.getCount() > 0) {
            try (RetryLoop running = new RetryLoop(chosen, producer, this::parked)) {
                loop = running;
                while (closing.getCount() > 0) {
                    running.step();
                    trouble = null;
                }
            } catch (Throwable e) {
                if (closing.getCount() == 0) return;
                trouble = e.toString();
                LOG.error("retrying dead letters was interrupted and begins again in {}", PAUSE, e);
                pause();
            }
        }
    }

    private void pause() {
        try {
            var unused = closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            LOG.warn("the thread that retries dead letters was interrupted and goes on; close the service to end it");
        }
    }

    private void parked(Parked parked) {
        LOG.warn("a record of {} is parked in {}: {}", parked.dlqTopic(), parked.parkedTopic(), parked.reason());
        try {
            alerts.execute(() -> alert(parked));
        } catch (RejectedExecutionException e) {
            LOG.warn("the alert hook is too slow; it is not called for a record parked in {}", parked.parkedTopic());
        }
    }

    private void alert(Parked parked) {
        try {
            chosen.onParked.accept(parked);
        } catch (RuntimeException e) {
            LOG.warn("the alert hook failed on a record parked in {}", parked.parkedTopic(), e);
        }
    }

    /** What keeps it from working at the moment, for health checks. */
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** How many records wait in memory until they are due. */
    public int waiting() {
        RetryLoop running = loop;
        return running == null ? 0 : running.waiting();
    }

    /** Commits what is done, and ends within a bounded time. */
    @Override
    public void close() {
        end();
        producer.close(chosen.timeout);
        alerts.shutdown();
    }

    /** As if the process had died: nothing is committed. */
    void crash() {
        RetryLoop running = loop;
        if (running != null) running.skipCommit();
        end();
        producer.close(Duration.ZERO);
        alerts.shutdown();
    }

    private void end() {
        closing.countDown();
        RetryLoop running = loop;
        if (running != null) running.wakeUp();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The settings of a service. */
    public static final class Builder {
        private static final int MAX_REQUEST_BYTES = 32 * 1024 * 1024;

        final Map<String, ?> clientSettings;
        final Set<String> topics;
        String group = "redrive-dlq-retry";
        UnaryOperator<String> dlqTopicOf = topic -> topic + ".dlq";
        UnaryOperator<String> parkedTopicOf = dlqTopic -> dlqTopic + ".parked";
        Policies policies = Policies.builtIn();
        DlqMeters meters = DlqMeters.NONE;
        Consumer<Parked> onParked = parked -> {};
        InstantSource clock = InstantSource.system();
        Duration timeout = Duration.ofSeconds(5);
        Duration retention = DlqTopics.RETENTION;
        int maxWaiting = 10_000;
        long maxWaitingBytes = 64L * 1024 * 1024;

        private Builder(Map<String, ?> clientSettings, Collection<String> topics) {
            if (topics.isEmpty()) throw new IllegalArgumentException("topics must not be empty");
            this.clientSettings = Map.copyOf(clientSettings);
            this.topics = Set.copyOf(topics);
        }

        public Builder group(String name) {
            this.group = name;
            return this;
        }

        /** The dead letter topic of a topic. */
        public Builder dlqTopicOf(UnaryOperator<String> names) {
            this.dlqTopicOf = names;
            return this;
        }

        /** The topic of parked records for a dead letter topic. */
        public Builder parkedTopicOf(UnaryOperator<String> names) {
            this.parkedTopicOf = names;
            return this;
        }

        public Builder policies(Policies all) {
            this.policies = all;
            return this;
        }

        /** One that fails is logged once and left alone: counting never stops a record. */
        public Builder meters(DlqMeters counters) {
            this.meters = new SafeMeters(counters);
            return this;
        }

        /** Hears of each parked record, on a thread of its own. */
        public Builder onParked(Consumer<Parked> hook) {
            this.onParked = hook;
            return this;
        }

        public Builder clock(InstantSource source) {
            this.clock = source;
            return this;
        }

        /** How long the broker may take to acknowledge a record. */
        public Builder timeout(Duration longest) {
            this.timeout = longest;
            return this;
        }

        /** How long a topic of parked records keeps them that this service makes because it is missing. */
        public Builder retention(Duration time) {
            this.retention = DlqTopics.checkedRetention(time);
            return this;
        }

        /** How much waits in memory at the most. What is more stays on the broker until there is room. */
        public Builder maxWaiting(int records, long bytes) {
            if (records < 1 || bytes < 1) throw new IllegalArgumentException("maxWaiting must be at least 1");
            this.maxWaiting = records;
            this.maxWaitingBytes = bytes;
            return this;
        }

        public DlqRetryService start() {
            topics.forEach(this::check);
            return new DlqRetryService(this);
        }

        private void check(String topic) {
            DeadLetterNames.source(topic)
                    .filter(source -> dlqTopicOf.apply(source).equals(topic))
                    .ifPresent(source -> {
                        throw new IllegalArgumentException(topic + " is a dead letter topic; name the topic that its"
                                + " records go back to, " + source + ", and " + topic + " is read");
                    });
        }

        RetryPlan plan() {
            return new RetryPlan(
                    topics, policies, clock, () -> ThreadLocalRandom.current().nextLong());
        }
    }
}
