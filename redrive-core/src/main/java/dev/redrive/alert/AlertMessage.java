package dev.redrive.alert;

import dev.redrive.internal.text.CleanText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message about a rule, and how its delivery went.
 *
 * @param id sorts by time
 */
public record AlertMessage(
        String id,
        String rule,
        @Nullable String channel,
        String severity,
        Kind kind,
        String text,
        Instant at,
        List<Delivery> deliveries) {
    public AlertMessage {
        channel = CleanText.textOrNull(channel);
        text = CleanText.text(text);
        at = at.truncatedTo(ChronoUnit.MILLIS);
        deliveries = List.copyOf(deliveries);
    }

    /** What a message is about. */
    public enum Kind {
        STARTED,
        ENDED,
        TEST
    }

    /** The delivery by one channel, such as {@code email}. */
    public record Delivery(
            String way,
            boolean delivered,
            int tries,
            @Nullable String error) {
        public Delivery {
            error = CleanText.textOrNull(error);
        }
    }
}
