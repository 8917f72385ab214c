package dev.redrive.server.alerts;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertSnooze;
import dev.redrive.server.access.Masking;
import dev.redrive.server.config.AlertSettings.AlertRule;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A configured rule about which nothing is sent for a time.
 *
 * @param channel null when all of the rule is snoozed
 */
public record SnoozedRule(
        String rule,
        @Nullable String channel,
        String by,
        @Nullable String reason,
        Instant since,
        Instant until) {

    /** Those that last at this time, of rules that fire and of rules that do not. */
    static List<SnoozedRule> all(List<AlertRule> rules, AlertLog alertLog, Instant now) {
        return alertLog.snoozes(now).stream()
                .flatMap(snooze -> rules.stream().flatMap(rule -> of(rule, snooze).stream()))
                .toList();
    }

    /** Empty when the snooze is of another rule. */
    static Optional<SnoozedRule> of(AlertRule rule, AlertSnooze snooze) {
        if (!AlertKey.isOf(rule, snooze.key())) return Optional.empty();
        String channel = AlertKey.channel(rule, snooze.key());
        return Optional.of(
                new SnoozedRule(rule.name(), channel, snooze.by(), snooze.reason(), snooze.since(), snooze.until()));
    }

    boolean covers(String name, @Nullable String in) {
        return rule.equals(name) && (channel == null || channel.equals(in));
    }

    /** What a person wrote as the reason may quote a payload. */
    SnoozedRule shown(Masking masking) {
        return new SnoozedRule(rule, channel, by, masking.notes(reason), since, until);
    }
}
