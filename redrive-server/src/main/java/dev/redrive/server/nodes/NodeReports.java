package dev.redrive.server.nodes;

import dev.redrive.Redrive;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.nodes.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Tells which nodes work on the store, and what each of them does. */
@Component
public final class NodeReports {
    private static final Duration GONE_AFTER = Duration.ofMinutes(1);

    private final DeadLetterStore store;
    private final Redrive redrive;

    public NodeReports(DeadLetterStore store, Redrive redrive) {
        this.store = store;
        this.redrive = redrive;
    }

    public List<NodeReport> list() {
        Instant alive = store.clock().instant().minus(GONE_AFTER);
        String here = redrive.activity().node();
        Optional<String> retention = store.retentionLog().running();
        return store.nodes().list().stream()
                .map(node -> report(node, here, alive, retention))
                .toList();
    }

    /** The circuits of a target that are not closed on other nodes, as these said within the last minute. */
    public List<NodeCircuit> circuitsElsewhere(String target) {
        return list().stream()
                .filter(report -> !report.isHere() && !report.isGone())
                .filter(report -> report.work().circuits().containsKey(target))
                .map(report -> new NodeCircuit(
                        report.node().name(), report.work().circuits().getOrDefault(target, "")))
                .toList();
    }

    private static NodeReport report(Node node, String here, Instant alive, Optional<String> retention) {
        boolean isGone = node.seenAt().isBefore(alive);
        boolean runsRetention = !isGone && retention.filter(node.name()::equals).isPresent();
        return new NodeReport(node, NodeWork.of(node.work()), node.name().equals(here), isGone, runsRetention);
    }
}
