package dev.redrive.kafka.ingest;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of reading dead letter topics, on this node.
 *
 * @param topicsKnownAt when the topics were last discovered, null before the first time
 * @param brokerError why the cluster cannot be read now, null when it can
 * @param storeError why the store takes nothing now, null when it does
 * @param lastErrorAt when anything went wrong last
 * @param found all topics that are named like dead letter topics, also those that are not read
 */
public record IngestStatus(
        @Nullable Instant topicsKnownAt,
        @Nullable String brokerError,
        @Nullable String storeError,
        @Nullable Instant lastErrorAt,
        List<TopicStatus> topics,
        List<FoundTopic> found) {
    public IngestStatus {
        topics = List.copyOf(topics);
        found = List.copyOf(found);
    }

    /** True when nothing is wrong with the cluster, the store or any topic. */
    public boolean isWell() {
        return brokerError == null && storeError == null && topics.stream().allMatch(t -> t.error() == null);
    }

    /** Letters of this node since it started that need a manual decision because they failed too long ago. */
    public long tooOld() {
        return topics.stream().mapToLong(TopicStatus::tooOld).sum();
    }

    public long lag() {
        return topics.stream().mapToLong(TopicStatus::lag).sum();
    }
}
