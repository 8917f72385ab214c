package dev.redrive.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.Parked;
import dev.redrive.kafka.retry.DlqRetryService;
import dev.redrive.kafka.spring.DlqErrorHandler;
import dev.redrive.letter.Category;
import dev.redrive.testing.Await;
import dev.redrive.testkafka.KafkaBroker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.ConcurrentKafkaListenerContainerFactory;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.AbstractMessageListenerContainer;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;

class KafkaTest {
    private static final KafkaBroker BROKER = KafkaBroker.start();

    @TempDir
    Path folder;

    private ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RedriveAutoConfiguration.class,
                        KafkaAutoConfiguration.class,
                        RedriveKafkaAutoConfiguration.class,
                        RedriveHealthAutoConfiguration.class))
                .withBean(SimpleMeterRegistry.class)
                .withPropertyValues(
                        "spring.application.name=shop",
                        "spring.kafka.bootstrap-servers=" + BROKER.bootstrapServers(),
                        "spring.kafka.consumer.auto-offset-reset=earliest",
                        "spring.kafka.consumer.group-id=shop",
                        "redrive.store=memory:",
                        "redrive.kafka.retries.first=50ms",
                        "redrive.kafka.journal.path=" + folder.resolve("journal"));
    }

    // Listeners

    static class Listeners {
        final List<String> done = new CopyOnWriteArrayList<>();
        private int failures;

        @KafkaListener(id = "boots", topics = "boots")
        void boots(String payload) throws Exception {
            work(payload);
        }

        void work(String payload) throws Exception {
            if (payload.equals("invalid")) throw new IllegalArgumentException("amount is negative");
            if (payload.equals("flaky") && failures++ < 2) throw new HttpTimeoutException("no answer");
            done.add(payload);
        }
    }

    @Test
    void records_that_cannot_be_helped_go_to_the_dead_letter_topic_and_others_are_tried_again() {
        application().withBean(Listeners.class).run(context -> {
            send(context, "boots", "invalid", "flaky", "fine");

            ConsumerRecord<byte[], byte[]> dead = read("boots.dlq", 1).get(0);
            Listeners listeners = context.getBean(Listeners.class);
            Await.until("the rest is done", () -> listeners.done.size() == 2);

            assertThat(listeners.done).containsExactly("flaky", "fine");
            DlqRecord record = DlqRecord.of(dead.value());
            assertThat(record.originalTopic()).isEqualTo("boots");
            assertThat(record.payload()).isEqualTo("invalid");
            assertThat(record.failureCategory()).isEqualTo(Category.VALIDATION);
            assertThat(record.sourceService()).isEqualTo("shop");
            assertThat(record.consumerGroupId()).isEqualTo("boots");
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(meters.get("dlq.publish.success")
                            .tag("topic", "boots")
                            .counter()
                            .count())
                    .isEqualTo(1);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnFactories {
        final List<String> customized = new CopyOnWriteArrayList<>();

        @Bean
        ConcurrentKafkaListenerContainerFactory<Object, Object> plainFactory(
                ConsumerFactory<Object, Object> consumers) {
            ConcurrentKafkaListenerContainerFactory<Object, Object> factory =
                    new ConcurrentKafkaListenerContainerFactory<>();
            factory.setConsumerFactory(consumers);
            factory.setContainerCustomizer(container -> customized.add(container.getListenerId()));
            return factory;
        }

        @Bean
        ConcurrentKafkaListenerContainerFactory<Object, Object> ownFactory(ConsumerFactory<Object, Object> consumers) {
            ConcurrentKafkaListenerContainerFactory<Object, Object> factory =
                    new ConcurrentKafkaListenerContainerFactory<>();
            factory.setConsumerFactory(consumers);
            factory.setCommonErrorHandler(new DefaultErrorHandler());
            return factory;
        }
    }

    static class OwnListeners {
        @KafkaListener(id = "plain", topics = "own", containerFactory = "plainFactory")
        void plain(String payload) {
            throw new IllegalArgumentException(payload);
        }

        @KafkaListener(id = "own", topics = "unused", containerFactory = "ownFactory", autoStartup = "false")
        void own(String payload) {}
    }

    @Test
    void factories_of_the_application_get_the_error_handler_unless_they_have_their_own() {
        application()
                .withUserConfiguration(OwnFactories.class)
                .withBean(OwnListeners.class)
                .run(context -> {
                    send(context, "own", "1");

                    assertThat(DlqRecord.of(read("own.dlq", 1).get(0).value()).payload())
                            .isEqualTo("1");
                    assertThat(errorHandler(context, "plain")).isInstanceOf(DlqErrorHandler.class);
                    assertThat(errorHandler(context, "own")).isInstanceOf(DefaultErrorHandler.class);
                    assertThat(context.getBean(OwnFactories.class).customized).containsExactly("plain");
                });
    }

    private static @Nullable CommonErrorHandler errorHandler(AssertableApplicationContext context, String listener) {
        MessageListenerContainer container =
                context.getBean(KafkaListenerEndpointRegistry.class).getListenerContainer(listener);
        return container instanceof AbstractMessageListenerContainer<?, ?> one ? one.getCommonErrorHandler() : null;
    }

    @Test
    void an_error_handler_of_the_application_wins() {
        application()
                .withBean(DefaultErrorHandler.class)
                .withBean(Listeners.class)
                .withPropertyValues("spring.kafka.listener.auto-startup=false")
                .run(context -> {
                    assertThat(context).doesNotHaveBean(DlqErrorHandler.class).hasSingleBean(DlqPublisher.class);
                    assertThat(errorHandler(context, "boots")).isInstanceOf(DefaultErrorHandler.class);
                });
    }

    @Test
    void it_can_be_switched_off() {
        application()
                .withPropertyValues("redrive.kafka.enabled=false")
                .run(context ->
                        assertThat(context).doesNotHaveBean(DlqPublisher.class).doesNotHaveBean(DlqErrorHandler.class));
    }

    @Test
    void wrong_settings_stop_the_start_and_are_named() {
        application()
                .withPropertyValues("redrive.kafka.suffix=")
                .run(context ->
                        assertThat(context).getFailure().hasStackTraceContaining("redrive.kafka.suffix is empty"));
        application()
                .withPropertyValues("redrive.kafka.outage.share=2")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("redrive.kafka.outage: share must be above 0"));
        application()
                .withPropertyValues("redrive.kafka.retry-service.enabled=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("redrive.kafka.retry-service.topics is empty"));
    }

    // Sending back

    static class Shoes {
        final List<String> done = new CopyOnWriteArrayList<>();
        final List<Parked> parked = new CopyOnWriteArrayList<>();
        private boolean repaired;

        @KafkaListener(id = "shoes", topics = "shoes")
        void shoes(String payload) throws Exception {
            if (payload.equals("invalid")) throw new IllegalArgumentException("size is negative");
            if (!repaired) {
                repaired = true;
                throw new HttpTimeoutException("no answer");
            }
            done.add(payload);
        }

        @EventListener
        void parked(Parked record) {
            parked.add(record);
        }
    }

    @Test
    void the_retry_service_sends_records_back_and_reports_what_it_parks() {
        application()
                .withBean(Shoes.class)
                .withPropertyValues(
                        "redrive.kafka.retries.after-transient=0",
                        "redrive.kafka.outage.enabled=false",
                        "redrive.kafka.retry-service.enabled=true",
                        "redrive.kafka.retry-service.topics=shoes",
                        "redrive.policies[0].retryability=transient",
                        "redrive.policies[0].strategy=ladder",
                        "redrive.policies[0].steps=100ms")
                .run(context -> {
                    assertThat(context).hasSingleBean(DlqRetryService.class);
                    Shoes shoes = context.getBean(Shoes.class);

                    send(context, "shoes", "late", "invalid");

                    Await.until("the record came back", () -> shoes.done.contains("late"));
                    Await.until("the other is parked", () -> shoes.parked.size() == 1);
                    assertThat(shoes.parked.get(0).reason()).isEqualTo(Parked.Reason.PERMANENT);
                });
    }

    // Health

    @Test
    void health_shows_outages_and_what_waits_in_the_journal() {
        application().run(context -> {
            context.getBean(CurrentOutages.class).began("shoes", "java.net.ConnectException");

            Health health = context.getBean(KafkaHealthIndicator.class).health();

            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails())
                    .containsEntry("waiting", 0)
                    .containsEntry("outages", Map.of("shoes", "java.net.ConnectException"));
        });
    }

    // Records

    private static void send(AssertableApplicationContext context, String topic, String... payloads) {
        @SuppressWarnings("unchecked")
        KafkaTemplate<Object, Object> template = context.getBean(KafkaTemplate.class);
        for (String payload : payloads) template.send(topic, "key", payload).join();
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        Map<String, Object> settings = Map.of("bootstrap.servers", BROKER.bootstrapServers());
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            Await.until(count + " records are in " + topic, () -> {
                consumer.poll(Duration.ofMillis(200)).forEach(found::add);
                return found.size() >= count;
            });
        }
        return found;
    }
}
