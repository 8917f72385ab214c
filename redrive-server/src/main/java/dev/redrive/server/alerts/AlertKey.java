package dev.redrive.server.alerts;

import dev.redrive.server.config.AlertSettings.AlertRule;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Keys of the alert log: a rule, a rule in a channel, a rule about a cause, the pace of a rule about causes. */
final class AlertKey {
    private AlertKey() {}

    static String of(AlertRule rule, Optional<String> channel) {
        return channel.map(name -> inChannels(rule) + name).orElseGet(() -> "rule/" + escaped(rule));
    }

    /** What the keys of a rule in channels begin with; the name of the channel follows. */
    static String inChannels(AlertRule rule) {
        return "rule/" + escaped(rule) + "/";
    }

    /** What the keys of a rule about causes begin with; the cause's id follows. */
    static String causes(AlertRule rule) {
        return "cause/" + escaped(rule) + "/";
    }

    /** Causes come one by one, messages about them do not. */
    static String pace(AlertRule rule) {
        return "pace/" + escaped(rule);
    }

    /** A name may hold anything; escaped, it holds no slash. */
    private static String escaped(AlertRule rule) {
        return URLEncoder.encode(rule.name(), StandardCharsets.UTF_8);
    }
}
