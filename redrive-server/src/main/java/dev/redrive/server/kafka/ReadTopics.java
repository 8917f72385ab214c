package dev.redrive.server.kafka;

import dev.redrive.StreamIntake;
import dev.redrive.kafka.ingest.Discovery;
import dev.redrive.kafka.ingest.FoundTopic;
import dev.redrive.kafka.sendback.DeadLetterTopics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The dead letter topics that are read, as the brokers have them and as the store knows them. */
final class ReadTopics implements DeadLetterTopics {
    /** A topic that is not there keeps no letter. */
    private static final String NOT_THERE = "UnknownTopic";

    private final Discovery discovery;
    private final StreamIntake intake;

    ReadTopics(Discovery discovery, StreamIntake intake) {
        this.discovery = discovery;
        this.intake = intake;
    }

    @Override
    public Map<TopicPartition, Long> ends() {
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (FoundTopic topic : chosen())
            topic.ends().forEach((partition, end) -> ends.put(new TopicPartition(topic.name(), partition), end));
        return ends;
    }

    /** A partition that was not read yet will be read from its beginning. */
    @Override
    public Map<TopicPartition, Long> read() {
        Map<TopicPartition, Long> read = new HashMap<>();
        for (FoundTopic topic : chosen()) {
            Map<Integer, Long> positions = intake.positions(topic.id() + "/" + topic.name());
            topic.begins()
                    .forEach((partition, begin) -> read.put(
                            new TopicPartition(topic.name(), partition),
                            Math.max(begin, positions.getOrDefault(partition, 0L))));
        }
        return read;
    }

    private List<FoundTopic> chosen() {
        Discovery.DiscoveredTopics found = discovery.discover();
        found.errors().forEach((topic, error) -> {
            if (!error.startsWith(NOT_THERE)) throw new KafkaException(topic + " cannot be looked at: " + error);
        });
        return found.topics().stream().filter(FoundTopic::chosen).toList();
    }
}
