package dev.redrive.server.kafka;

import dev.redrive.Redrive;
import dev.redrive.StreamIntake;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.kafka.dialect.DeadLetterNames;
import dev.redrive.kafka.ingest.DeadLetterReader;
import dev.redrive.kafka.ingest.Discovery;
import dev.redrive.kafka.ingest.IngestOptions;
import dev.redrive.kafka.ingest.IngestStatus;
import dev.redrive.kafka.ingest.Originals;
import dev.redrive.kafka.ingest.TopicChoice;
import dev.redrive.kafka.sendback.Confirmer;
import dev.redrive.kafka.sendback.ConfirmerOptions;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.server.config.KafkaSettings;
import dev.redrive.server.config.KafkaSettings.Discover;
import dev.redrive.server.metrics.IngestMetrics;
import dev.redrive.text.Glob;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * What this server has running with Kafka: the reader of dead letter topics and the watch over letters that went back. It
 * starts last and stops first, so that the queue is there as long as anything is brought to it. Brokers that are away are
 * waited for.
 */
final class KafkaClients implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaClients.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration LOOK_FOR_TOPICS = Duration.ofSeconds(10);
    private static final Duration GOODBYE = Duration.ofSeconds(2);
    private static final Duration BETWEEN_WORDS = Duration.ofSeconds(10);

    private final KafkaSettings settings;
    private final List<ChannelSettings> ordered;
    private final Redrive redrive;
    private final KafkaTargets returns;
    private final InstantSource clock;
    private final IngestMetrics metrics;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private @Nullable ScheduledExecutorService timer;
    private volatile @Nullable Running running;
    private volatile @Nullable String trouble;
    private long tooOld;
    private Instant tooOldToldAt = Instant.MIN;

    private record Running(DeadLetterReader reader, Confirmer confirmer) {}

    KafkaClients(
            KafkaSettings settings,
            List<ChannelSettings> channels,
            Redrive redrive,
            KafkaTargets returns,
            InstantSource clock,
            MeterRegistry meters) {
        this.ordered = channels.stream().filter(ChannelSettings::ordered).toList();
        this.metrics = new IngestMetrics(meters, () -> state().ingest());
        this.settings = settings;
        this.redrive = redrive;
        this.returns = returns;
        this.clock = clock;
        returns.ask(() -> sources(state().ingest()));
    }

    KafkaState state() {
        Running now = running;
        if (now == null) return KafkaState.notYet(trouble);
        return new KafkaState(null, now.reader().status(), now.confirmer().status());
    }

    // Life

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // it ends when it is shut down, and tells its own trouble
    public synchronized void start() {
        if (timer != null) return;
        UngroupedOrder.in(ordered).forEach(LOG::warn);
        ScheduledExecutorService made =
                Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-kafka-link"));
        timer = made;
        made.scheduleWithFixedDelay(this::tick, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void tick() {
        try {
            Running now = running;
            if (now == null) connect();
            else look(now.reader().status());
            metrics.update();
        } catch (RuntimeException e) {
            String reason = KafkaErrorText.of(e);
            if (!reason.equals(trouble)) LOG.warn("Kafka does not work yet and is tried again: {}", reason);
            trouble = reason;
        }
    }

    private void connect() {
        try {
            TopicChoice choice = choice();
            ReadTopics topics =
                    new ReadTopics(opened(new Discovery(client("redrive-positions"), choice)), redrive.intake());
            Admin admin = Admin.create(client("redrive-confirmer"));
            open.push(() -> admin.close(GOODBYE));
            Confirmer confirmer = opened(new Confirmer(redrive.letters(), admin, topics, clock, confirming()));
            DeadLetterReader reader = opened(DeadLetterReader.start(redrive.intake(), options(choice), clock));
            confirmer.start();
            opened(new Originals(redrive.intake(), settings.client(), returns::mayGoBack, clock))
                    .start();
            running = new Running(reader, confirmer);
            trouble = null;
        } catch (KafkaException e) {
            closeAll();
            throw e;
        }
    }

    /** Ordered letters wait for each other, so their confirmations are polled more often. */
    private ConfirmerOptions confirming() {
        ConfirmerOptions plain = ConfirmerOptions.defaults().grace(settings.grace());
        if (ordered.isEmpty()) return plain;
        return plain.every(PAUSE)
                .inOrder(channel ->
                        ordered.stream().anyMatch(each -> each.match().matches(channel)));
    }

    private <T extends AutoCloseable> T opened(T made) {
        open.push(made);
        return made;
    }

    private IngestOptions options(TopicChoice choice) {
        return IngestOptions.defaults(settings.client(), choice)
                .group(settings.group())
                .automaticWithin(settings.automaticWithin())
                .discoverEvery(LOOK_FOR_TOPICS);
    }

    private Map<String, Object> client(String name) {
        Map<String, Object> client = new HashMap<>(settings.client());
        client.put("client.id", name);
        return client;
    }

    private TopicChoice choice() {
        Discover discover = settings.discover();
        if (discover instanceof Discover.All) return TopicChoice.deadLetterTopics();
        if (discover instanceof Discover.Named named)
            return TopicChoice.of(named.names().stream().map(Glob::pattern).toList());
        return TopicChoice.of(List.of());
    }

    private void look(IngestStatus status) {
        sources(status).ifPresent(this::allow);
        long old = status.tooOld();
        Instant now = clock.instant();
        if (old == tooOld || now.isBefore(tooOldToldAt.plus(BETWEEN_WORDS))) return;
        LOG.warn(
                "{} letters failed more than {} ago and wait as MANUAL with the tag {}; they are sent back only when they are retried by hand",
                old,
                settings.automaticWithin(),
                StreamIntake.TOO_OLD_TAG);
        tooOld = old;
        tooOldToldAt = now;
    }

    /** The topics that belong to dead letter topics which are to be read; empty before the brokers have named any. */
    private static Optional<Set<String>> sources(IngestStatus status) {
        if (status.topicsKnownAt() == null) return Optional.empty();
        return Optional.of(status.topics().stream()
                .flatMap(topic -> DeadLetterNames.source(topic.topic()).stream())
                .collect(Collectors.toSet()));
    }

    private void allow(Set<String> sources) {
        sources.forEach(source -> returns.allow(source, redrive));
    }

    @Override
    public synchronized void stop() {
        if (timer == null) return;
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(GOODBYE.toMillis(), TimeUnit.MILLISECONDS))
                LOG.warn("Kafka was still being looked for when the server stopped");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        timer = null;
        running = null;
        closeAll();
    }

    private void closeAll() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                LOG.warn("a part of Kafka did not close: {}", KafkaErrorText.of(e));
            }
        }
    }

    @Override
    public boolean isRunning() {
        return timer != null;
    }
}
