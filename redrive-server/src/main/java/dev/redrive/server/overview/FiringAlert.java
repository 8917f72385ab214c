package dev.redrive.server.overview;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.pages.TimeText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An alert rule whose condition holds now, with the text of its last message. */
public record FiringAlert(
        String rule, Optional<String> channel, Severity severity, Optional<String> text, TimeText since) {

    /** Empty when the key is not one of this rule: it is {@code rule/NAME}, or {@code rule/NAME/CHANNEL}. */
    static Optional<FiringAlert> of(AlertRule rule, AlertLog.Firing firing, List<AlertMessage> messages, Instant now) {
        String everywhere = "rule/" + URLEncoder.encode(rule.name(), StandardCharsets.UTF_8);
        String key = firing.key();
        if (!key.equals(everywhere) && !key.startsWith(everywhere + "/")) return Optional.empty();
        Optional<String> channel =
                key.equals(everywhere) ? Optional.empty() : Optional.of(key.substring(everywhere.length() + 1));
        return Optional.of(new FiringAlert(
                rule.name(),
                channel,
                rule.severity(),
                text(rule, channel, messages),
                new TimeText(firing.since(), now)));
    }

    private static Optional<String> text(AlertRule rule, Optional<String> channel, List<AlertMessage> newestFirst) {
        return newestFirst.stream()
                .filter(message -> message.kind() == AlertMessage.Kind.STARTED
                        && message.rule().equals(rule.name())
                        && Optional.ofNullable(message.channel()).equals(channel))
                .map(AlertMessage::text)
                .findFirst();
    }

    /** What concerns all channels is hidden from callers with limited channels. */
    boolean isFor(Caller caller) {
        return caller.channels().isEmpty() || channel.filter(caller::mayUse).isPresent();
    }
}
