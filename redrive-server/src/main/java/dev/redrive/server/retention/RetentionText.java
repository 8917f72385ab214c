package dev.redrive.server.retention;

import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says what becomes of letters when their retention is over. */
public final class RetentionText {
    private static final int NAMED = 5;

    private RetentionText() {}

    /** What is deleted for good because there is no archive; empty when nothing is. */
    public static Optional<String> unarchived(Optional<RetentionRules> rules, Optional<String> archive) {
        if (archive.isPresent()) return Optional.empty();
        return rules.map(kept -> "There is no archive. Resolved letters are deleted "
                + Retention.text(kept.usual().resolved()) + " after their last change and archived letters after "
                + Retention.text(kept.usual().archived()) + ", and cannot be restored"
                + exceptions(kept.channels()) + ". Set redrive.archive to keep them.");
    }

    private static String exceptions(List<ChannelRetention> channels) {
        if (channels.isEmpty()) return "";
        String named = channels.stream()
                .limit(NAMED)
                .map(channel -> channel.match().pattern())
                .collect(Collectors.joining(", "));
        String more = channels.size() > NAMED ? " and " + (channels.size() - NAMED) + " more" : "";
        return " (other times: " + named + more + ")";
    }

    /** A time as the settings write it, in the largest unit that says it exactly: {@code 30d}, {@code 36h}. */
    public static String compact(Duration time) {
        long seconds = time.toSeconds();
        if (seconds % Duration.ofDays(1).toSeconds() == 0) return time.toDays() + "d";
        if (seconds % Duration.ofHours(1).toSeconds() == 0) return time.toHours() + "h";
        return seconds % 60 == 0 ? time.toMinutes() + "m" : seconds + "s";
    }
}
