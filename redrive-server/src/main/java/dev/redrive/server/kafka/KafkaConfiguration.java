package dev.redrive.server.kafka;

import dev.redrive.Redrive;
import dev.redrive.server.config.KafkaSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.metrics.AttemptTracing;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What there is of Kafka, when brokers are configured. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("redrive.with-kafka")
class KafkaConfiguration {
    /** The engine still sends while it stops, so that it must be closed before. */
    @Bean(destroyMethod = "close")
    KafkaTargets returns(Settings settings, AttemptTracing tracing, ConfigurableBeanFactory beans) {
        beans.registerDependentBean("returns", "redrive");
        return new KafkaTargets(kafka(settings), settings.channels(), tracing::around);
    }

    @Bean
    KafkaClients kafkaLink(
            Settings settings, Redrive redrive, KafkaTargets returns, InstantSource clock, MeterRegistry meters) {
        return new KafkaClients(kafka(settings), settings.channels(), redrive, returns, clock, meters);
    }

    @Bean
    KafkaHealthIndicator kafkaHealthIndicator(KafkaClients link) {
        return new KafkaHealthIndicator(link);
    }

    private static KafkaSettings kafka(Settings settings) {
        return settings.kafka().orElseThrow();
    }
}
