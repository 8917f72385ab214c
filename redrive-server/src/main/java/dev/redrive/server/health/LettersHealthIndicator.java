package dev.redrive.server.health;

import dev.redrive.metrics.StoreProbe;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.stats.HealthRules;
import dev.redrive.server.stats.HealthVerdict;
import dev.redrive.server.stats.Overviews;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/**
 * The health of the letters, with the levels and reasons of {@code GET /dlq/stats}. Shown as {@code letters}.
 *
 * <p>Unhealthy letters do not make the server {@code DOWN}: it works, and removing it from the load balancer or restarting it
 * would stop the capture of more letters. So the status is {@code UP} while the store answers, and the details say the rest.
 */
@Component
final class LettersHealthIndicator implements HealthIndicator {
    private final StoreProbe probe;
    private final Overviews overviews;
    private final HealthRules rules;

    LettersHealthIndicator(StoreProbe probe, Overviews overviews, HealthRules rules) {
        this.probe = probe;
        this.overviews = overviews;
        this.rules = rules;
    }

    @Override
    public Health health() {
        Optional<String> trouble = probe.trouble();
        if (trouble.isPresent()) return health(Status.DOWN, unhealthy(trouble.get()));
        try {
            return health(Status.UP, rules.judge(overviews.of(Scope.all())));
        } catch (RuntimeException e) {
            return health(Status.DOWN, unhealthy("the store cannot count its letters: " + e.getMessage()));
        }
    }

    private static HealthVerdict unhealthy(String reason) {
        return new HealthVerdict(HealthVerdict.Level.UNHEALTHY, List.of(new HealthVerdict.Reason("", reason)));
    }

    private static Health health(Status status, HealthVerdict verdict) {
        return Health.status(status)
                .withDetail("status", verdict.level().word())
                .withDetail("reasons", verdict.reasons())
                .build();
    }
}
