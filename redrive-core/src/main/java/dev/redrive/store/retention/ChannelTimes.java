package dev.redrive.store.retention;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long letters in one status are kept.
 *
 * @param usual for channels that have no time of their own
 * @param byChannel by the name of a channel, not by a pattern
 */
public record ChannelTimes(Duration usual, Map<String, Duration> byChannel) {
    public ChannelTimes {
        byChannel = Map.copyOf(byChannel);
    }

    public static ChannelTimes everywhere(Duration time) {
        return new ChannelTimes(time, Map.of());
    }

    public Duration of(String channel) {
        return byChannel.getOrDefault(channel, usual);
    }

    /** No letter is past its time before this one is over. */
    public Duration shortest() {
        return Collections.min(all());
    }

    /** Every letter is past its time after this one. */
    public Duration longest() {
        return Collections.max(all());
    }

    private List<Duration> all() {
        return Stream.concat(Stream.of(usual), byChannel.values().stream()).toList();
    }
}
