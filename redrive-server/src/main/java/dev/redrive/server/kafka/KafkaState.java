package dev.redrive.server.kafka;

import dev.redrive.kafka.ingest.IngestStatus;
import dev.redrive.kafka.ingest.TopicStatus;
import dev.redrive.kafka.sendback.Confirmations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How it goes with Kafka on this node.
 *
 * @param trouble why nothing has begun yet, or null when it has
 */
record KafkaState(@Nullable String trouble, IngestStatus ingest, Confirmations confirmations) {
    /** More waiting records than this are worth a look. */
    private static final long MUCH = 10_000;

    /** In a word: whether dead letter topics are read as they should be. */
    enum Level {
        HEALTHY,
        LAGGING,
        BROKEN;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static KafkaState notYet(@Nullable String trouble) {
        return new KafkaState(
                trouble,
                new IngestStatus(null, null, null, null, List.of(), List.of()),
                new Confirmations(null, 0, 0, 0, 0, null, null));
    }

    Level level() {
        if (trouble != null || !ingest.isWell()) return Level.BROKEN;
        return ingest.lag() > MUCH ? Level.LAGGING : Level.HEALTHY;
    }

    /** Why it is not healthy; none when it is. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (trouble != null) reasons.add("the brokers cannot be reached: " + trouble);
        if (ingest.brokerError() != null) reasons.add("the brokers do not answer: " + ingest.brokerError());
        if (ingest.storeError() != null) reasons.add("the store takes nothing: " + ingest.storeError());
        for (TopicStatus topic : ingest.topics())
            if (topic.error() != null) reasons.add(topic.topic() + ": " + topic.error());
        if (ingest.lag() > MUCH) reasons.add("records that wait to be read: " + ingest.lag());
        return reasons;
    }
}
