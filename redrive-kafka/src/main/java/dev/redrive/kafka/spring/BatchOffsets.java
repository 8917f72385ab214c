package dev.redrive.kafka.spring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.ListenerUtils;
import org.springframework.kafka.listener.MessageListenerContainer;

/** The offsets of a batch of which a part is done. */
final class BatchOffsets {
    private static final Logger LOG = LoggerFactory.getLogger(BatchOffsets.class);

    private BatchOffsets() {}

    /** The seek that follows is right even when this fails: then these records come again. */
    static void commit(List<ConsumerRecord<?, ?>> done, Consumer<?, ?> consumer, MessageListenerContainer container) {
        if (done.isEmpty()) return;
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (ConsumerRecord<?, ?> record : done) {
            offsets.put(
                    FailureProgress.partition(record),
                    ListenerUtils.createOffsetAndMetadata(container, record.offset() + 1));
        }
        ContainerProperties properties = container.getContainerProperties();
        try {
            if (properties.isSyncCommits()) consumer.commitSync(offsets, properties.getSyncCommitTimeout());
            else consumer.commitAsync(offsets, properties.getCommitCallback());
        } catch (KafkaException e) {
            LOG.debug("a part of a batch could not be committed", e);
        }
    }

    /** The records of a batch that are not among these. */
    static List<ConsumerRecord<?, ?>> before(List<ConsumerRecord<?, ?>> unsafe, List<ConsumerRecord<?, ?>> records) {
        List<ConsumerRecord<?, ?>> before = new ArrayList<>(records);
        before.removeAll(new HashSet<>(unsafe));
        return before;
    }

    static boolean hasPartitionOf(ConsumerRecord<?, ?> record, List<ConsumerRecord<?, ?>> records) {
        return records.stream()
                .anyMatch(each -> FailureProgress.partition(each).equals(FailureProgress.partition(record)));
    }
}
