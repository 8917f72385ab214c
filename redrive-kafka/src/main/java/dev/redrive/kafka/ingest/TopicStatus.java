package dev.redrive.kafka.ingest;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The status of reading one topic, on this node.
 *
 * @param taken records that this node stored since it started
 * @param dialects how many of them each dialect wrote
 * @param perSecond over the last half minute
 * @param lag records that wait in the partitions of this node
 * @param missing records that the broker had removed before they were read
 * @param tooOld letters that need a manual decision because they failed too long ago
 * @param error what is wrong now, null when nothing is
 */
public record TopicStatus(
        String topic,
        long taken,
        Map<String, Long> dialects,
        double perSecond,
        long lag,
        long missing,
        long tooOld,
        @Nullable String error,
        @Nullable Instant lastErrorAt) {
    public TopicStatus {
        dialects = Collections.unmodifiableMap(new TreeMap<>(dialects));
    }
}
