package dev.redrive.kafka.ingest;

import java.util.Map;
import org.apache.kafka.common.Uuid;

/**
 * A topic that is named like a dead letter topic, or that was chosen.
 *
 * @param chosen whether it is read
 * @param begins the first offset of each partition
 * @param ends the offset behind the last record of each partition
 */
public record FoundTopic(String name, Uuid id, boolean chosen, Map<Integer, Long> begins, Map<Integer, Long> ends) {
    public FoundTopic {
        begins = Map.copyOf(begins);
        ends = Map.copyOf(ends);
    }

    public int partitions() {
        return ends.size();
    }

    /** How many records it holds, or a few more: offsets that were compacted away are counted, too. */
    public long records() {
        long count = 0;
        for (Map.Entry<Integer, Long> end : ends.entrySet())
            count += Math.max(0, end.getValue() - begins.getOrDefault(end.getKey(), end.getValue()));
        return count;
    }

    /** The name of the topic as a stream, which differs from that of a later topic of the same name. */
    static String stream(Uuid id, String name) {
        return id + "/" + name;
    }
}
