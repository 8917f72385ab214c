package dev.redrive.server.kafka;

import dev.redrive.kafka.dialect.DeadLetterNames;
import dev.redrive.kafka.ingest.FoundTopic;
import dev.redrive.kafka.ingest.TopicStatus;
import dev.redrive.kafka.sendback.Confirmations;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.KafkaSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How it goes with Kafka, as a caller may see it.
 *
 * @param configured false when the server knows no brokers; then all else is empty
 * @param status {@code healthy}, {@code lagging} or {@code broken}
 * @param lag records that wait in the partitions of this node
 * @param confirmer null for a caller who may not see all channels
 */
public record KafkaReport(
        boolean configured,
        @Nullable String status,
        List<String> reasons,
        List<String> bootstrapServers,
        @Nullable String group,
        long lag,
        double recordsPerSecond,
        List<Topic> topics,
        @Nullable Watch confirmer) {
    private static final String NOT_CHOSEN =
            "the configuration does not name it; add it to redrive.kafka.discover to read it";

    /**
     * A dead letter topic.
     *
     * @param ingested whether it is read
     * @param reason why it is not, or null when it is
     * @param sourceTopic the topic it belongs to by its name, to which its letters may go back
     * @param records how many it holds on the brokers
     * @param taken how many of them this node has made letters of since it started
     * @param dialects the dialects of those, each with its number
     * @param tooOld how many of the letters wait for a person because they failed too long ago
     * @param missing how many the brokers had removed before they were read
     */
    public record Topic(
            String topic,
            boolean ingested,
            @Nullable String reason,
            @Nullable String sourceTopic,
            int partitions,
            long records,
            long taken,
            Map<String, Long> dialects,
            long lag,
            double recordsPerSecond,
            long tooOld,
            long missing,
            @Nullable String error,
            @Nullable Instant lastErrorAt) {}

    /** The watch over letters that went back. */
    public record Watch(
            @Nullable Instant lastLookAt,
            long confirmed,
            long waiting,
            long withoutGroup,
            long missing,
            @Nullable String unread,
            @Nullable String trouble) {
        static Watch of(Confirmations status) {
            return new Watch(
                    status.at(),
                    status.confirmed(),
                    status.waiting(),
                    status.withoutGroup(),
                    status.missing(),
                    status.unread(),
                    status.trouble());
        }
    }

    public static KafkaReport notConfigured() {
        return new KafkaReport(false, null, List.of(), List.of(), null, 0, 0, List.of(), null);
    }

    static KafkaReport of(KafkaSettings settings, KafkaState state, Caller caller) {
        boolean seesAll = caller.channels().isEmpty();
        List<Topic> topics = topics(state).stream()
                .filter(topic -> seesAll || (topic.sourceTopic() != null && caller.mayUse(topic.sourceTopic())))
                .toList();
        return new KafkaReport(
                true,
                state.level().word(),
                seesAll ? state.reasons() : List.of(),
                settings.bootstrapServers(),
                settings.group(),
                topics.stream().mapToLong(Topic::lag).sum(),
                topics.stream().mapToDouble(Topic::recordsPerSecond).sum(),
                topics,
                seesAll ? Watch.of(state.confirmations()) : null);
    }

    /** Those that are read, then those that are not; also what is to be read and cannot be found now. */
    private static List<Topic> topics(KafkaState state) {
        Map<String, TopicStatus> read = new TreeMap<>();
        state.ingest().topics().forEach(topic -> read.put(topic.topic(), topic));
        List<Topic> topics = new ArrayList<>();
        for (FoundTopic found : state.ingest().found())
            topics.add(topic(found.name(), found, read.remove(found.name())));
        read.forEach((name, status) -> topics.add(topic(name, null, status)));
        topics.sort(Comparator.comparing(Topic::ingested).reversed().thenComparing(Topic::topic));
        return topics;
    }

    private static Topic topic(String name, @Nullable FoundTopic found, @Nullable TopicStatus status) {
        boolean ingested = found != null && found.chosen();
        String reason = ingested ? null : found == null && status != null ? status.error() : NOT_CHOSEN;
        return new Topic(
                name,
                ingested,
                reason,
                DeadLetterNames.source(name).orElse(null),
                found == null ? 0 : found.partitions(),
                found == null ? 0 : found.records(),
                status == null ? 0 : status.taken(),
                status == null ? Map.of() : status.dialects(),
                status == null ? 0 : status.lag(),
                status == null ? 0 : status.perSecond(),
                status == null ? 0 : status.tooOld(),
                status == null ? 0 : status.missing(),
                status == null ? null : status.error(),
                status == null ? null : status.lastErrorAt());
    }
}
