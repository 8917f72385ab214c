package dev.redrive.kafka.dialect;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The usual names of dead letter topics. Upper and lower case mean the same. */
public final class DeadLetterNames {
    private static final String PARKED = ".parked";
    /** Where the publisher reports records that failed before and were processed since. */
    private static final String RESOLVED = ".resolved";

    private static final List<String> ENDINGS = List.of(".dlq", "-dlq", ".dlt", "-dlt", "-dead-letters", "-error");
    /** The second one is SmallRye's default. */
    private static final List<String> BEGINNINGS = List.of("dlq.", "dead-letter-topic-");

    private DeadLetterNames() {}

    /** True for {@code orders.dlq} and its like, and for {@code orders.dlq.parked}. */
    public static boolean isDeadLetterTopic(String topic) {
        return source(topic).isPresent();
    }

    /** True for {@code orders.dlq.parked} and its like, where a retry service puts what it gave up. */
    static boolean isParkedTopic(String topic) {
        return topic.toLowerCase(Locale.ROOT).endsWith(PARKED) && isDeadLetterTopic(topic);
    }

    /** True for {@code orders.dlq.resolved} and its like: what is in it was processed, and must not be sent again. */
    public static boolean isResolvedTopic(String topic) {
        return endsWithResolved(topic) && isDeadLetterTopic(topic.substring(0, topic.length() - RESOLVED.length()));
    }

    private static boolean endsWithResolved(String topic) {
        return topic.toLowerCase(Locale.ROOT).endsWith(RESOLVED);
    }

    /** The topic that a dead letter topic is named after; empty when it is not named like one. */
    public static Optional<String> source(String topic) {
        if (topic.startsWith("__") || endsWithResolved(topic)) return Optional.empty();
        String name = topic.toLowerCase(Locale.ROOT);
        if (name.endsWith(PARKED)) {
            Optional<String> unparked = named(topic.substring(0, topic.length() - PARKED.length()));
            if (unparked.isPresent()) return unparked;
        }
        return named(topic);
    }

    private static Optional<String> named(String topic) {
        String name = topic.toLowerCase(Locale.ROOT);
        for (String ending : ENDINGS) {
            if (name.length() > ending.length() && name.endsWith(ending))
                return Optional.of(topic.substring(0, topic.length() - ending.length()));
        }
        for (String beginning : BEGINNINGS) {
            if (name.length() > beginning.length() && name.startsWith(beginning))
                return Optional.of(topic.substring(beginning.length()));
        }
        return Optional.empty();
    }
}
