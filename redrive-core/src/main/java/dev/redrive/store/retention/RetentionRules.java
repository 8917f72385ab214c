package dev.redrive.store.retention;

import dev.redrive.letter.LetterStatus;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long letters are kept: usually, and in channels that have times of their own.
 *
 * @param channels the first match wins
 */
public record RetentionRules(Retention usual, List<ChannelRetention> channels) {
    public RetentionRules {
        channels = List.copyOf(channels);
    }

    /** The times of the channels whose name matches. */
    public record ChannelRetention(Glob match, Retention times) {}

    public static RetentionRules everywhere(Retention times) {
        return new RetentionRules(times, List.of());
    }

    public Retention of(String channel) {
        return channels.stream()
                .filter(rule -> rule.match().matches(channel))
                .map(ChannelRetention::times)
                .findFirst()
                .orElse(usual);
    }

    /**
     * How long letters in one status are kept in each of these channels. All others, of which nobody knew when these were listed,
     * keep them for the longest time that there is.
     */
    public ChannelTimes times(LetterStatus status, Collection<String> known) {
        Duration longest = longest(status);
        Map<String, Duration> times = new HashMap<>();
        for (String channel : known) {
            Duration time = of(channel).of(status);
            if (!time.equals(longest)) times.put(channel, time);
        }
        return new ChannelTimes(longest, times);
    }

    private Duration longest(LetterStatus status) {
        Duration longest = usual.of(status);
        for (ChannelRetention rule : channels) {
            Duration own = rule.times().of(status);
            if (own.compareTo(longest) > 0) longest = own;
        }
        return longest;
    }

    /** The shortest time of all. */
    public Duration shortest() {
        Duration shortest = usual.shortest();
        for (ChannelRetention rule : channels) {
            Duration own = rule.times().shortest();
            if (own.compareTo(shortest) < 0) shortest = own;
        }
        return shortest;
    }
}
