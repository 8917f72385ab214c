package dev.redrive.kafka.ingest;

import dev.redrive.kafka.dialect.DeadLetterNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ApiException;

/** The discovery of dead letter topics on a cluster. */
public final class Discovery implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Admin admin;
    private final TopicChoice choice;

    public Discovery(Map<String, ?> client, TopicChoice choice) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.putIfAbsent("client.id", "redrive-discovery");
        settings.put("default.api.timeout.ms", (int) TIMEOUT.toMillis());
        settings.put("request.timeout.ms", (int) TIMEOUT.toMillis() / 2);
        this.admin = Admin.create(settings);
        this.choice = choice;
    }

    /**
     * The topics that were found, and why others that were named could not be described.
     *
     * @param errors by the name of the topic
     */
    public record DiscoveredTopics(List<FoundTopic> topics, Map<String, String> errors) {
        public DiscoveredTopics {
            topics = List.copyOf(topics);
            errors = Map.copyOf(errors);
        }
    }

    /**
     * All topics that are named like dead letter topics, and all that were chosen, by name.
     *
     * @throws KafkaException when the cluster does not answer
     */
    public DiscoveredTopics discover() {
        Collection<String> candidates = new ArrayList<>(choice.literal());
        for (String name : get(admin.listTopics().names()))
            if ((choice.allows(name) || DeadLetterNames.isDeadLetterTopic(name)) && !candidates.contains(name))
                candidates.add(name);
        Map<String, String> errors = new TreeMap<>();
        Map<String, TopicDescription> described = describe(candidates, errors);
        Map<TopicPartition, Long> begins = offsets(described, OffsetSpec.earliest(), errors);
        Map<TopicPartition, Long> ends = offsets(described, OffsetSpec.latest(), errors);
        errors.keySet().removeIf(name -> !choice.allows(name));
        List<FoundTopic> found = new ArrayList<>();
        new TreeMap<>(described)
                .forEach((name, topic) -> found.add(
                        new FoundTopic(name, topic.topicId(), choice.allows(name), of(name, begins), of(name, ends))));
        return new DiscoveredTopics(found, errors);
    }

    /** The ids of these topics; those that are not there, or may not be seen, are left out. */
    Map<String, Uuid> ids(Collection<String> names) {
        Map<String, Uuid> ids = new HashMap<>();
        describe(names, new HashMap<>()).forEach((name, topic) -> ids.put(name, topic.topicId()));
        return ids;
    }

    private Map<String, TopicDescription> describe(Collection<String> names, Map<String, String> errors) {
        Map<String, TopicDescription> described = new LinkedHashMap<>();
        admin.describeTopics(names).topicNameValues().forEach((name, topic) -> {
            try {
                described.put(name, get(topic));
            } catch (org.apache.kafka.common.errors.TimeoutException e) {
                throw e;
            } catch (ApiException e) {
                errors.putIfAbsent(name, ErrorText.text(e));
            }
        });
        return described;
    }

    /** Partitions whose leader is away, or whose topic may not be read, are left out. */
    private Map<TopicPartition, Long> offsets(
            Map<String, TopicDescription> topics, OffsetSpec which, Map<String, String> errors) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        topics.forEach((name, topic) -> {
            for (TopicPartitionInfo partition : topic.partitions())
                wanted.put(new TopicPartition(name, partition.partition()), which);
        });
        ListOffsetsResult listed = admin.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (TopicPartition partition : wanted.keySet()) {
            try {
                offsets.put(partition, get(listed.partitionResult(partition)).offset());
            } catch (ApiException e) {
                errors.putIfAbsent(partition.topic(), ErrorText.text(e));
            }
        }
        return offsets;
    }

    private static Map<Integer, Long> of(String topic, Map<TopicPartition, Long> offsets) {
        Map<Integer, Long> mine = new HashMap<>();
        offsets.forEach((partition, offset) -> {
            if (partition.topic().equals(topic)) mine.put(partition.partition(), offset);
        });
        return mine;
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException cause) throw cause;
            throw new KafkaException(e.getCause());
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "the cluster did not answer within " + TIMEOUT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(2));
    }
}
