package dev.redrive.kafka.spring;

import dev.redrive.kafka.publish.DlqPublisher;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListener;

/**
 * A process with a listener that says on its standard output what it has processed, until it is killed. In the middle
 * it waits for that for ever.
 */
final class FailingConsumer {
    private static final int MIDDLE = 10;

    private FailingConsumer() {}

    public static void main(String[] args) {
        DlqPublisher publisher =
                DlqPublisher.on(Map.of("bootstrap.servers", args[0])).build();
        ContainerProperties properties = new ContainerProperties(args[1]);
        AtomicInteger processed = new AtomicInteger();
        MessageListener<String, String> listener = record -> process(record, value -> {
            System.out.println(value);
            if (processed.incrementAndGet() == MIDDLE) while (true) LockSupport.park();
        });
        properties.setMessageListener(listener);
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                args[0],
                "group.id",
                args[2],
                "auto.offset.reset",
                "earliest",
                "session.timeout.ms",
                6000,
                "key.deserializer",
                StringDeserializer.class,
                "value.deserializer",
                StringDeserializer.class);
        ConcurrentMessageListenerContainer<Object, Object> container =
                new ConcurrentMessageListenerContainer<>(new DefaultKafkaConsumerFactory<>(settings), properties);
        DlqErrorHandler.with(publisher)
                .retries(new InPlaceRetries(1, 1, Duration.ofMillis(50), Duration.ofMillis(50)))
                .build()
                .attachTo(container);
        container.start();
    }

    /** Slow enough that there is a middle. */
    static void process(ConsumerRecord<String, String> record, Consumer<String> processed) {
        LockSupport.parkNanos(30_000_000);
        if (record.value().startsWith("bad")) throw new IllegalArgumentException("bad");
        if (record.value().startsWith("odd")) throw new IllegalStateException("odd");
        processed.accept(record.value());
    }
}
