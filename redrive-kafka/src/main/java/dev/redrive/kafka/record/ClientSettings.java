package dev.redrive.kafka.record;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The settings of Redrive's Kafka clients: the user's, overridden where durability depends on them. */
public final class ClientSettings {
    private static final int LINGER = 5;
    private static final int BATCH = 128 * 1024;
    private static final long MEMORY = 32L * 1024 * 1024;
    private static final Duration METADATA_AGE = Duration.ofSeconds(10);

    private ClientSettings() {}

    public static Map<String, Object> producer(Map<String, ?> own, Duration timeout, int maxRequestBytes) {
        Map<String, Object> all = new HashMap<>();
        all.put(ProducerConfig.LINGER_MS_CONFIG, LINGER);
        all.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH);
        all.putAll(own);
        int millis = Math.toIntExact(timeout.toMillis());
        all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        all.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis);
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis);
        all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.max(1, millis - linger(all)));
        all.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, maxRequestBytes);
        all.put(ProducerConfig.BUFFER_MEMORY_CONFIG, Math.max(memory(all), 2L * maxRequestBytes));
        all.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        return all;
    }

    private static int linger(Map<String, Object> all) {
        return Integer.parseInt(String.valueOf(all.get(ProducerConfig.LINGER_MS_CONFIG)));
    }

    /** A record that is larger than all of the memory is refused. */
    private static long memory(Map<String, Object> all) {
        return Long.parseLong(String.valueOf(all.getOrDefault(ProducerConfig.BUFFER_MEMORY_CONFIG, MEMORY)));
    }

    public static Map<String, Object> consumer(Map<String, ?> own, String group) {
        Map<String, Object> all = new HashMap<>();
        all.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        all.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, Math.toIntExact(METADATA_AGE.toMillis()));
        all.putAll(own);
        all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        all.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        all.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return all;
    }
}
