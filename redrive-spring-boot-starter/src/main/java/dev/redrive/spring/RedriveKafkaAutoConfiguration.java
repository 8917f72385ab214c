package dev.redrive.spring;

import dev.redrive.classify.Rule;
import dev.redrive.kafka.publish.DlqMeters;
import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.publish.MicrometerDlqMeters;
import dev.redrive.kafka.retry.DlqRetryService;
import dev.redrive.kafka.spring.DlqErrorHandler;
import dev.redrive.kafka.spring.OutageListener;
import dev.redrive.policy.Policies;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.kafka.listener.CommonErrorHandler;
import tools.jackson.databind.json.JsonMapper;

/** Auto-configuration of dead letter topics for the listeners of an application that uses Spring Kafka. */
@AutoConfiguration(
        after = KafkaAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass({CommonErrorHandler.class, KafkaAutoConfiguration.class, DlqPublisher.class})
@ConditionalOnBean(KafkaConnectionDetails.class)
@ConditionalOnBooleanProperty(
        name = {"redrive.enabled", "redrive.kafka.enabled"},
        matchIfMissing = true)
@EnableConfigurationProperties(RedriveProperties.class)
class RedriveKafkaAutoConfiguration {
    private final RedriveProperties properties;
    private final KafkaSettings settings;
    private final @Nullable String service;

    RedriveKafkaAutoConfiguration(RedriveProperties properties, Environment environment) {
        this.properties = properties;
        this.settings = properties.kafka();
        String given = settings.sourceService();
        this.service = given == null ? environment.getProperty("spring.application.name") : given;
    }

    @Bean
    KafkaClient redriveKafkaClient(KafkaProperties kafka, KafkaConnectionDetails connection) {
        return new KafkaClient(kafka, connection);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    DlqPublisher dlqPublisher(KafkaClient client, ObjectProvider<DlqMeters> meters) {
        return DlqPublisher.on(client.forProducer())
                .sourceService(service)
                .topicOf(this::dlqTopic)
                .journal(settings.journal().path(), settings.journal().maxSize().toBytes())
                .maxRecordBytes(Math.toIntExact(settings.maxRecordSize().toBytes()))
                .timeout(settings.timeout())
                .retention(settings.retention())
                .classify(rules())
                .meters(meters.getIfAvailable(() -> DlqMeters.NONE))
                .build();
    }

    private String dlqTopic(String topic) {
        return topic + settings.suffix();
    }

    private List<Rule> rules() {
        return properties.classificationRules();
    }

    // Listeners

    @Bean
    CurrentOutages redriveCurrentOutages() {
        return new CurrentOutages();
    }

    /** An error handler of the application wins, of whatever kind: Spring Boot takes the only one there is. */
    @Bean
    @ConditionalOnMissingBean(CommonErrorHandler.class)
    DlqErrorHandler dlqErrorHandler(
            DlqPublisher publisher,
            ObjectProvider<OutageListener> listeners,
            ObjectProvider<DlqErrorHandlerCustomizer> customizers) {
        DlqErrorHandler.Builder handler = DlqErrorHandler.with(publisher)
                .classify(rules())
                .retries(settings.retries().options());
        if (settings.outage().enabled()) handler.outage(settings.outage().options());
        else handler.withoutOutageMode();
        listeners.orderedStream().forEach(handler::listen);
        customizers.orderedStream().forEach(customizer -> customizer.customize(handler));
        return handler.build();
    }

    @Bean
    static ListenerFactories redriveListenerFactories(ObjectProvider<DlqErrorHandler> errorHandler) {
        return new ListenerFactories(errorHandler);
    }

    // Sending back

    /** A parked record is published as an application event. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    @ConditionalOnBooleanProperty("redrive.kafka.retry-service.enabled")
    DlqRetryService dlqRetryService(
            KafkaClient client, ObjectProvider<DlqMeters> meters, ApplicationEventPublisher events) {
        KafkaSettings.RetryService wanted = settings.retryService();
        if (wanted.topics().isEmpty())
            throw new IllegalArgumentException("redrive.kafka.retry-service.topics is empty; name the topics to which"
                    + " records of dead letter topics are sent back");
        DlqRetryService.Builder back = DlqRetryService.on(client.forBoth(), wanted.topics())
                .dlqTopicOf(this::dlqTopic)
                .policies(new Policies(properties.retryPolicies()))
                .retention(settings.retention())
                .meters(meters.getIfAvailable(() -> DlqMeters.NONE))
                .onParked(events::publishEvent);
        String group = wanted.group() != null || service == null ? wanted.group() : service + "-dlq-retry";
        return (group == null ? back : back.group(group)).start();
    }

    /** Objects that a listener took, when the application has something to write them with. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JsonMapper.class)
    @ConditionalOnBean(JsonMapper.class)
    static class Json {
        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        DlqErrorHandlerCustomizer redriveObjectJsonSerializer(ObjectProvider<JsonMapper> mapper) {
            ObjectJsonSerializer json = new ObjectJsonSerializer(mapper.getObject());
            return handler -> handler.serializers(json, json);
        }
    }

    /** Counted when the application has a registry. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class Metrics {
        @Bean
        @ConditionalOnMissingBean
        DlqMeters redriveDlqMeters(MeterRegistry registry) {
            return MicrometerDlqMeters.on(registry);
        }

        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        DlqErrorHandlerCustomizer redriveOutageMeters(MeterRegistry registry) {
            return handler -> handler.meters(registry);
        }

        @Bean
        MeterBinder redriveJournalMeters(DlqPublisher publisher) {
            return registry -> Gauge.builder("dlq.publish.waiting", publisher, DlqPublisher::waiting)
                    .description("Records in the local journal that the broker has not taken yet")
                    .register(registry);
        }
    }
}
