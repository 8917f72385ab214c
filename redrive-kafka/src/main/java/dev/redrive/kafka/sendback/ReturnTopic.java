package dev.redrive.kafka.sendback;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the letters of a channel go.
 *
 * @param topic the topic that is configured for all of them, or null when each goes to the one it came from
 * @param group the consumer group that should process them, when the letters do not say it themselves
 * @param allowed which topics a letter may go back to when none is configured
 */
public record ReturnTopic(@Nullable String topic, @Nullable String group, AllowedTopics allowed) {

    /** Every letter to the topic that it came from. */
    public static ReturnTopic toOriginal(AllowedTopics allowed) {
        return new ReturnTopic(null, null, allowed);
    }

    /** Every letter to one topic, which is allowed because the configuration names it. */
    public static ReturnTopic to(String topic) {
        return new ReturnTopic(topic, null, new AllowedTopics(List.of(), ""));
    }

    public ReturnTopic group(String value) {
        return new ReturnTopic(topic, value, allowed);
    }
}
