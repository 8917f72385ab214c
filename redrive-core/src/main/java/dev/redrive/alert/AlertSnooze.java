package dev.redrive.alert;

import dev.redrive.internal.text.CleanText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * An order to send nothing about an alert rule for a time. The rule is checked and shown as usual.
 *
 * @param key the rule, or the rule in one channel, as in the alert log
 */
public record AlertSnooze(String key, String by, @Nullable String reason, Instant since, Instant until) {
    public AlertSnooze {
        key = CleanText.text(key);
        by = CleanText.text(by);
        reason = CleanText.textOrNull(reason);
        since = since.truncatedTo(ChronoUnit.MILLIS);
        until = until.truncatedTo(ChronoUnit.MILLIS);
    }

    public boolean lastsAt(Instant time) {
        return until.isAfter(time);
    }
}
