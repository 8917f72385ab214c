package dev.redrive.spring;

import dev.redrive.kafka.spring.InPlaceRetries;
import dev.redrive.kafka.spring.OutageOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Dead letter topics.
 *
 * @param enabled whether records that fail in listeners are published to dead letter topics
 * @param suffix what is put behind a topic's name for its dead letter topic
 * @param sourceService how this application is called in its records; spring.application.name by default
 * @param timeout how long the broker may take to acknowledge a record before it goes to the journal
 * @param maxRecordSize the largest record that is published, where its topic takes as much; only what is larger in every
 *     form, as JSON, as its original bytes and compressed, is cut
 * @param retention how long a dead letter topic keeps its records that is made because it is missing
 * @param journal where records wait while the broker is away
 * @param retries how often a record is tried in place before it is published
 * @param outage when a listener that fails as a whole is paused instead of moving its records
 * @param retryService sends records of dead letter topics back, for applications without a Redrive server
 */
public record KafkaSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue(".dlq") String suffix,
        @Nullable String sourceService,
        @DefaultValue("5s") Duration timeout,
        @DefaultValue("16MB") DataSize maxRecordSize,
        @DefaultValue("30d") Duration retention,
        @DefaultValue Journal journal,
        @DefaultValue Retries retries,
        @DefaultValue OutageMode outage,
        @DefaultValue RetryService retryService) {

    public KafkaSettings {
        if (suffix.isBlank())
            throw new IllegalArgumentException(
                    "redrive.kafka.suffix is empty, so a dead letter topic would be the topic itself");
        if (retention.compareTo(Duration.ofSeconds(1)) < 0)
            throw new IllegalArgumentException("redrive.kafka.retention must be at least 1s, was " + retention);
    }

    /**
     * Where records wait while the broker is away.
     *
     * @param path the file; each process needs its own
     * @param maxSize how large it may grow; when it is full, a record that cannot be published is not committed
     */
    public record Journal(
            @DefaultValue("./data/redrive-kafka.journal") Path path,
            @DefaultValue("256MB") DataSize maxSize) {}

    /**
     * How often a record is tried in place. Permanent errors never are.
     *
     * @param afterTransient how often after a transient error
     * @param afterUnknown how often after an error that is neither transient nor permanent
     * @param first the wait before the first of these tries; it doubles each time
     * @param longest no wait is longer
     */
    public record Retries(
            @DefaultValue("4") int afterTransient,
            @DefaultValue("1") int afterUnknown,
            @DefaultValue("500ms") Duration first,
            @DefaultValue("30s") Duration longest) {
        InPlaceRetries options() {
            return checked("retries", () -> new InPlaceRetries(afterTransient, afterUnknown, first, longest));
        }
    }

    /**
     * When a listener counts as failing as a whole, and how it is probed then.
     *
     * @param enabled whether such a listener is paused at all
     * @param share which part of the latest tries must have failed with transient errors
     * @param last how many of the latest tries count
     * @param within tries that are older do not count
     * @param minimum fewer tries, with the records that wait behind a failing one, are no outage
     * @param firstProbe the wait before the first probe; it doubles after each probe that fails
     * @param longestWait no wait between probes is longer
     */
    public record OutageMode(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("0.5") double share,
            @DefaultValue("20") int last,
            @DefaultValue("10s") Duration within,
            @DefaultValue("10") int minimum,
            @DefaultValue("1s") Duration firstProbe,
            @DefaultValue("1m") Duration longestWait) {
        OutageOptions options() {
            return checked("outage", () -> new OutageOptions(share, last, within, minimum, firstProbe, longestWait));
        }
    }

    /**
     * Sends records of dead letter topics back.
     *
     * @param enabled whether this application does that
     * @param topics the original topics, those without the suffix
     * @param group the consumer group that does it; the source service with -dlq-retry behind it by default
     */
    public record RetryService(
            @DefaultValue("false") boolean enabled,
            @DefaultValue List<String> topics,
            @Nullable String group) {}

    private static <T> T checked(String key, Supplier<T> make) {
        try {
            return make.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("redrive.kafka." + key + ": " + e.getMessage(), e);
        }
    }
}
