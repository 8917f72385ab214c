package dev.redrive.server.nodes;

import dev.redrive.NodeActivity;
import dev.redrive.Redrive;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.ledger.ReplayId;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.kafka.KafkaReports;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.nodes.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Writes every few seconds into the store what this node does, and forgets nodes that are long gone. */
@Component
final class NodeHeartbeat implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(NodeHeartbeat.class);
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);
    private static final Caller ITSELF = new Caller("", Role.VIEWER, "", List.of());

    private final DeadLetterStore store;
    private final Redrive redrive;
    private final KafkaReports kafka;
    private final Settings settings;
    private final Instant startedAt;
    private volatile int port;
    private @Nullable ScheduledExecutorService thread;

    NodeHeartbeat(DeadLetterStore store, Redrive redrive, KafkaReports kafka, Settings settings) {
        this.store = store;
        this.redrive = redrive;
        this.kafka = kafka;
        this.settings = settings;
        this.startedAt = store.clock().instant();
        this.port = settings.http().port();
    }

    /** It may have been left to the system to choose one. */
    @EventListener
    void opened(WebServerInitializedEvent event) {
        if (event.getApplicationContext().getServerNamespace() == null)
            port = event.getWebServer().getPort();
    }

    /** While the store is away, others say so. */
    void beat() {
        try {
            Instant now = store.clock().instant();
            store.nodes().seen(describe(redrive.activity(), now));
            int unused = store.nodes().forget(now.minus(FORGOTTEN_AFTER));
        } catch (RuntimeException e) {
            LOG.debug("what this node does could not be written; the next try is in {} s", EVERY.toSeconds(), e);
        }
    }

    private Node describe(NodeActivity activity, Instant now) {
        return new Node(
                activity.node(),
                Objects.requireNonNullElse(NodeHeartbeat.class.getPackage().getImplementationVersion(), "development"),
                settings.http().bind().getHostAddress() + ":" + port,
                startedAt,
                now,
                work(activity).json());
    }

    private NodeWork work(NodeActivity activity) {
        List<String> topics = kafka.of(ITSELF).topics().stream()
                .filter(KafkaReport.Topic::ingested)
                .map(KafkaReport.Topic::topic)
                .toList();
        List<String> replays =
                activity.replays().stream().sorted().map(ReplayId::toString).toList();
        Map<String, String> circuits = new TreeMap<>();
        activity.circuits().forEach((target, circuit) -> circuits.put(target, circuit.name()));
        return new NodeWork(activity.retries(), activity.attempts(), replays, topics, circuits);
    }

    // Life

    @Override
    public synchronized void start() {
        if (thread != null) return;
        ScheduledExecutorService started =
                Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-node"));
        var unused = started.scheduleWithFixedDelay(this::beat, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
        thread = started;
    }

    /** One that stops is not gone: it is forgotten at once. */
    @Override
    public synchronized void stop() {
        ScheduledExecutorService running = thread;
        if (running == null) return;
        thread = null;
        running.shutdown();
        try {
            if (running.awaitTermination(EVERY.toMillis(), TimeUnit.MILLISECONDS)) leave();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave() {
        try {
            store.nodes().remove(redrive.activity().node());
        } catch (RuntimeException e) {
            LOG.debug("this node could not be removed from the list of nodes; it is shown as gone", e);
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }
}
