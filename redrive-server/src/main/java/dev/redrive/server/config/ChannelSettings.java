package dev.redrive.server.config;

import dev.redrive.text.Glob;
import dev.redrive.transform.schema.PayloadSchema;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What happens to letters of the channels that match. The first match wins.
 *
 * @param concurrency the most letters in flight at the same time; when empty the engine finds it out
 * @param schema what payloads are checked against when a replay asks for it
 */
public record ChannelSettings(
        Glob match,
        Optional<TargetSettings> target,
        boolean ordered,
        OptionalDouble ratePerSecond,
        OptionalInt concurrency,
        Optional<PayloadSchema> schema) {

    /** With a concurrency that adapts. */
    public ChannelSettings(
            Glob match,
            Optional<TargetSettings> target,
            boolean ordered,
            OptionalDouble ratePerSecond,
            Optional<PayloadSchema> schema) {
        this(match, target, ordered, ratePerSecond, OptionalInt.empty(), schema);
    }

    /** Where letters are sent back to. */
    public sealed interface TargetSettings {}

    /**
     * A topic that letters are sent back to.
     *
     * @param topic empty when each letter goes to the topic that it came from
     * @param consumerGroup the group that should process them, for letters that do not name one
     */
    public record KafkaTarget(Optional<String> topic, Optional<String> consumerGroup) implements TargetSettings {}

    /**
     * An address that letters are sent back to.
     *
     * @param health where to ask, before and during a replay, whether it is well
     */
    public record HttpTarget(URI url, Duration timeout, Map<String, String> headers, Optional<URI> health)
            implements TargetSettings {
        public HttpTarget {
            headers = Map.copyOf(headers);
        }

        /** Without the query and the values of headers, which may be secrets. */
        @Override
        public String toString() {
            return "HttpTarget[" + url.getScheme() + "://" + url.getAuthority() + url.getPath() + "]";
        }
    }
}
