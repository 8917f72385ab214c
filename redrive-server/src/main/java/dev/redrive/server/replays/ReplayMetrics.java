package dev.redrive.server.replays;

import dev.redrive.Replays;
import dev.redrive.ledger.ReplayState;
import dev.redrive.server.stats.RecentAnswers;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Shows how many replays run, in the whole cluster. */
@Component
final class ReplayMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayMetrics.class);
    private static final Duration FRESH = Duration.ofSeconds(5);
    /** Counting stops here: beyond it the exact number does not matter. */
    private static final int MOST = 200;

    private final Replays replays;
    private final RecentAnswers<ReplayState, Double> recent;

    ReplayMetrics(MeterRegistry registry, Replays replays, InstantSource clock) {
        this.replays = replays;
        this.recent = new RecentAnswers<>(clock, FRESH, 1);
        Gauge.builder("dlq.replays.running", this, self -> self.recent.get(ReplayState.RUNNING, self::running))
                .description("Replays that are running")
                .register(registry);
    }

    private double running() {
        try {
            return replays.list(Set.of(ReplayState.RUNNING), MOST, null).size();
        } catch (RuntimeException e) {
            LOG.debug("the store does not answer, so the number of running replays is unknown: {}", e.toString());
            return Double.NaN;
        }
    }
}
