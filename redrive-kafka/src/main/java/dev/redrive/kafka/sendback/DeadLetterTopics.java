package dev.redrive.kafka.sendback;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The dead letter topics that are read, in which a letter would come back that failed again. */
public interface DeadLetterTopics {
    /** Where each partition ends now, as the broker says. */
    Map<TopicPartition, Long> ends();

    /**
     * Up to where each partition was read and kept, by whichever node: the next offset to read. What retention has deleted
     * before it was read counts as read.
     */
    Map<TopicPartition, Long> read();
}
