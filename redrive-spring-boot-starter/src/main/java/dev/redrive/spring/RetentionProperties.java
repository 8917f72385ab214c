package dev.redrive.spring;

import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRules.ChannelRetention;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long letters are kept after their last change that need nothing any more. The others never expire.
 *
 * @param resolved after which resolved letters leave the store
 * @param failed after which failed letters become ARCHIVED
 * @param archived after which archived letters leave the store
 * @param channels other times for some channels; the first match wins
 */
public record RetentionProperties(
        @DefaultValue("30d") Duration resolved,
        @DefaultValue("90d") Duration failed,
        @DefaultValue("365d") Duration archived,
        @DefaultValue List<Channel> channels) {

    /**
     * The times of some channels; those that are left out are the usual ones.
     *
     * @param match which channels; {@code *} stands for anything
     * @param resolved after which resolved letters leave the store
     * @param failed after which failed letters become ARCHIVED
     * @param archived after which archived letters leave the store
     */
    public record Channel(
            String match,
            @Nullable Duration resolved,
            @Nullable Duration failed,
            @Nullable Duration archived) {

        private ChannelRetention rule(Retention usual) {
            return new ChannelRetention(
                    new Glob(match),
                    new Retention(
                            Objects.requireNonNullElse(resolved, usual.resolved()),
                            Objects.requireNonNullElse(failed, usual.failed()),
                            Objects.requireNonNullElse(archived, usual.archived())));
        }
    }

    RetentionRules rules() {
        Retention usual = new Retention(resolved, failed, archived);
        return new RetentionRules(
                usual, channels.stream().map(channel -> channel.rule(usual)).toList());
    }
}
