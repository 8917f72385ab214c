package dev.redrive.store.retention;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long letters in one status are kept.
 *
 * @param others for channels that are not named here
 * @param byChannel by the name of a channel, not by a pattern
 */
public record ChannelTimes(Duration others, Map<String, Duration> byChannel) {
    public ChannelTimes {
        byChannel = Map.copyOf(byChannel);
    }

    public static ChannelTimes everywhere(Duration time) {
        return new ChannelTimes(time, Map.of());
    }

    public Duration of(String channel) {
        return byChannel.getOrDefault(channel, others);
    }

    /** No letter is past its time before this one is over. */
    public Duration shortest() {
        return Stream.concat(Stream.of(others), byChannel.values().stream())
                .min(Duration::compareTo)
                .orElseThrow();
    }
}
