package dev.redrive.spring;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.metrics.LetterCounters;
import dev.redrive.metrics.LetterGauges;
import dev.redrive.metrics.RetentionGauges;
import dev.redrive.metrics.StoreProbe;
import dev.redrive.metrics.StoredLetterNumbers;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the meters, when the application has a registry for them. */
@AutoConfiguration(
        after = {RedriveAutoConfiguration.class, RedriveHealthAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, Letters.class})
class RedriveMetricsAutoConfiguration {
    @Bean
    RedriveCustomizer redriveLetterCounters(MeterRegistry registry) {
        LetterCounters counters = new LetterCounters(registry, InstantSource.system());
        return redrive -> redrive.listen(counters);
    }

    @Bean
    LetterGauges<StoredLetterNumbers> redriveLetterGauges(Letters letters) {
        InstantSource clock = InstantSource.system();
        return new LetterGauges<>(() -> StoredLetterNumbers.read(letters, clock.instant()), clock);
    }

    @Bean
    @ConditionalOnBean(Redrive.class)
    RetentionGauges redriveRetentionGauges(Redrive redrive, StoreProbe probe) {
        return new RetentionGauges(redrive, probe, InstantSource.system());
    }

    /** Shared with the health check, where there is one. */
    @Bean
    @ConditionalOnMissingBean
    StoreProbe redriveMetricsStoreProbe(Letters letters) {
        return new StoreProbe(letters::find, InstantSource.system());
    }
}
