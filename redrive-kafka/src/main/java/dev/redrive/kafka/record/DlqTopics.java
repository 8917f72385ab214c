package dev.redrive.kafka.record;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dead letter topics on the broker. One that is missing is made before the first record goes there, with a retention of
 * its own and room for everything that its source takes; a topic that the broker creates automatically has neither. Also knows how
 * large a record of each may be.
 */
public final class DlqTopics {
    public static final Duration RETENTION = Duration.ofDays(30);

    /** Kafka's default for the largest record. */
    static final int USUAL_LIMIT = 1_048_588;

    /** What is said of a failure comes on top of the record. */
    private static final int ROOM_FOR_FAILURE = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(DlqTopics.class);

    private final Map<String, Object> settings;
    private final Duration timeout;
    private final Duration retention;
    private final Map<String, Integer> limits = new ConcurrentHashMap<>();

    public DlqTopics(Map<String, ?> clientSettings, Duration timeout, Duration retention) {
        this.settings = ofAdmin(clientSettings, timeout);
        this.timeout = timeout;
        this.retention = retention;
    }

    public static Duration checkedRetention(Duration time) {
        if (time.compareTo(Duration.ofSeconds(1)) < 0)
            throw new IllegalArgumentException("retention must be at least 1 second, was " + time);
        return time;
    }

    /** Without settings of other clients, for each of which the admin client would log a warning. */
    private static Map<String, Object> ofAdmin(Map<String, ?> own, Duration timeout) {
        Map<String, Object> all = new HashMap<>(own);
        all.keySet()
                .removeIf(name -> !AdminClientConfig.configNames().contains(name)
                        && (ProducerConfig.configNames().contains(name)
                                || ConsumerConfig.configNames().contains(name)));
        int millis = Math.toIntExact(timeout.toMillis());
        all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
        all.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
        return all;
    }

    /**
     * How many bytes a record of the topic may have. The first call requests it from the broker, and creates the topic if it is missing.
     *
     * @param source the topic whose records come there
     * @throws org.apache.kafka.common.errors.RetriableException when the broker is away
     */
    public int limit(String topic, String source) {
        Integer known = limits.get(topic);
        return known == null ? limitFromBroker(topic, source) : known;
    }

    private synchronized int limitFromBroker(String topic, String source) {
        Integer known = limits.get(topic);
        if (known != null) return known;
        int limit = requestLimit(topic, source);
        limits.put(topic, limit);
        return limit;
    }

    /** Forgets the limit, because the topic may have been deleted: the next record requests it again. */
    public void forget(String topic) {
        limits.remove(topic);
    }

    private int requestLimit(String topic, String source) {
        try (Admin admin = Admin.create(settings)) {
            return partitions(admin, topic) == null ? made(admin, topic, source) : limit(admin, topic);
        } catch (RetriableException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.warn(
                    "the broker does not say whether {} is there and how large its records may be, so it is used as if"
                            + " it were, with records of {} bytes at the most: {}",
                    topic,
                    USUAL_LIMIT,
                    e.toString());
            return USUAL_LIMIT;
        }
    }

    /** Returns the limit that it sets, because another broker may not know the topic yet. */
    private int made(Admin admin, String topic, String source) {
        Map<String, String> configuration = new HashMap<>();
        configuration.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()));
        configuration.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        Integer partitions = partitions(admin, source);
        int most = partitions == null ? USUAL_LIMIT : limit(admin, source);
        long withRoom = Math.min(Integer.MAX_VALUE, (long) most + ROOM_FOR_FAILURE);
        configuration.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Long.toString(withRoom));
        NewTopic made = new NewTopic(topic, Optional.ofNullable(partitions), Optional.empty()).configs(configuration);
        try {
            get(admin.createTopics(List.of(made)).all());
            LOG.info("made the topic {}, which keeps its records for {} days", topic, retention.toDays());
            return Math.toIntExact(withRoom);
        } catch (TopicExistsException e) {
            LOG.debug("{} was created at the same moment by another client", topic);
            return limit(admin, topic);
        }
    }

    /** Null when there is no such topic. */
    private @Nullable Integer partitions(Admin admin, String topic) {
        try {
            TopicDescription found =
                    get(admin.describeTopics(List.of(topic)).topicNameValues().get(topic));
            return found.partitions().size();
        } catch (UnknownTopicOrPartitionException e) {
            return null;
        }
    }

    /** The client may lack the permission to read it. */
    private int limit(Admin admin, String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            Config found = get(admin.describeConfigs(List.of(resource)).values().get(resource));
            ConfigEntry entry = found.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
            return entry == null || entry.value() == null ? USUAL_LIMIT : Integer.parseInt(entry.value());
        } catch (org.apache.kafka.common.errors.AuthorizationException | UnknownTopicOrPartitionException e) {
            LOG.debug("how large the records of {} may be is not known: {}", topic, e.toString());
            return USUAL_LIMIT;
        }
    }

    private <T> T get(@Nullable KafkaFuture<T> answer) {
        if (answer == null) throw new IllegalStateException("the broker gave no answer");
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new org.apache.kafka.common.errors.InterruptException(e);
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException("no answer in " + timeout, e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) throw known;
            throw new IllegalStateException(e.getCause());
        }
    }
}
