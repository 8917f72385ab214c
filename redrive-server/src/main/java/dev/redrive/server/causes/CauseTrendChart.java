package dev.redrive.server.causes;

import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.pages.Sparkline;
import java.time.InstantSource;
import java.util.List;
import org.springframework.stereotype.Component;

/** Draws how many letters of a cause came in each of the last hours. */
@Component
public final class CauseTrendChart {
    private final CauseTrends trends;

    public CauseTrendChart(Letters letters, InstantSource clock) {
        trends = new CauseTrends(letters, clock);
    }

    /** Over all channels: the pages show causes only to callers of all channels. */
    public Sparkline of(Cause cause) {
        List<CauseTrends.Hour> hours = trends.of(cause, Scope.all());
        return Sparkline.of(
                hours.stream().map(CauseTrends.Hour::captured).toList(),
                hours.stream().anyMatch(CauseTrends.Hour::isLowerBound),
                hours.size() + " h");
    }
}
