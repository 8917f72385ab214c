package dev.redrive.server.pages;

import dev.redrive.Desk;
import dev.redrive.cause.Cause;
import dev.redrive.server.access.Scope;
import dev.redrive.server.causes.CauseTrends;
import java.time.InstantSource;
import java.util.List;
import org.springframework.stereotype.Component;

/** Draws how many letters of a cause came in each of the last hours. */
@Component
final class Trends {
    private final CauseTrends trends;

    Trends(Desk desk, InstantSource clock) {
        trends = new CauseTrends(desk, clock);
    }

    /** For those who see all channels; the pages show causes to nobody else. */
    Sparkline of(Cause cause) {
        List<Long> counts = trends.of(cause, Scope.all()).stream()
                .map(CauseTrends.Hour::captured)
                .toList();
        return Sparkline.of(counts, counts.size() + " h");
    }
}
