package dev.redrive.server.metrics;

import dev.redrive.Redrive;
import dev.redrive.internal.event.Events;
import dev.redrive.metrics.LetterCounters;
import dev.redrive.metrics.LetterGauges;
import dev.redrive.metrics.RetentionGauges;
import dev.redrive.metrics.StoreProbe;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.stats.Overview;
import dev.redrive.server.stats.Overviews;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The meters of letters: those that the Spring Boot starter has too, and the rates that only the server keeps. */
@Configuration(proxyBeanMethods = false)
class LetterMeters {
    @Bean
    static LetterCounters letterCounters(MeterRegistry registry, Events events, InstantSource clock) {
        LetterCounters counters = new LetterCounters(registry, clock);
        events.listen(counters);
        return counters;
    }

    @Bean
    static RetentionGauges retentionGauges(Redrive redrive, StoreProbe probe, InstantSource clock) {
        return new RetentionGauges(redrive, probe, clock);
    }

    @Bean
    static LetterGauges<Overview> letterGauges(Overviews overviews, InstantSource clock) {
        return new LetterGauges<>(() -> overviews.of(Scope.all()), clock)
                .with("dlq.ingestion.rate", "Letters captured in the last minute", Overview::ingestionPerMinute)
                .with(
                        "dlq.resolution.rate",
                        "Share of the letters that ended in the last hour that was resolved",
                        overview -> overview.resolutionRate().orElse(Double.NaN));
    }
}
