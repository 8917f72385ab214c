package dev.redrive.store.channels;

import dev.redrive.internal.text.CleanText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** An order to send no letters of a channel. They are captured as usual and wait until it is released. */
public record ChannelHold(
        String channel, String by, @Nullable String reason, Instant since) {
    public ChannelHold {
        channel = CleanText.text(channel);
        by = CleanText.text(by);
        reason = CleanText.textOrNull(reason);
        since = since.truncatedTo(ChronoUnit.MILLIS);
    }

    /** {@code held by jo since 2026-11-18T10:00:00Z: the bank is down}. */
    public String sentence() {
        return "held by " + by + " since " + since + (reason == null ? "" : ": " + reason);
    }
}
