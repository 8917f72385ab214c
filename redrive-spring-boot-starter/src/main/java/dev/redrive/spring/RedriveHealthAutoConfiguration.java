package dev.redrive.spring;

import dev.redrive.Letters;
import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.retry.DlqRetryService;
import dev.redrive.metrics.StoreHealthIndicator;
import dev.redrive.metrics.StoreProbe;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Auto-configuration of the health of store and dead letter topics. */
@AutoConfiguration(after = {RedriveAutoConfiguration.class, RedriveKafkaAutoConfiguration.class})
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
class RedriveHealthAutoConfiguration {
    @Bean
    @ConditionalOnBean(Letters.class)
    @ConditionalOnEnabledHealthIndicator("redrive")
    StoreProbe redriveStoreProbe(Letters letters) {
        return new StoreProbe(letters::find, InstantSource.system());
    }

    @Bean
    @ConditionalOnBean(Letters.class)
    @ConditionalOnEnabledHealthIndicator("redrive")
    @ConditionalOnMissingBean(name = "redriveHealthIndicator")
    StoreHealthIndicator redriveHealthIndicator(StoreProbe probe) {
        return new StoreHealthIndicator(probe);
    }

    /** Dead letter topics. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(DlqPublisher.class)
    @ConditionalOnBean({DlqPublisher.class, CurrentOutages.class})
    static class Kafka {
        @Bean
        @ConditionalOnEnabledHealthIndicator("redrive-kafka")
        @ConditionalOnMissingBean(name = "redriveKafkaHealthIndicator")
        KafkaHealthIndicator redriveKafkaHealthIndicator(
                DlqPublisher publisher,
                CurrentOutages outages,
                ObjectProvider<DlqRetryService> retryService,
                RedriveProperties properties) {
            return new KafkaHealthIndicator(
                    publisher,
                    outages,
                    retryService.getIfAvailable(),
                    properties.kafka().journal());
        }
    }
}
