package dev.redrive.server.alerts;

import dev.redrive.server.config.AlertSettings.AlertRule;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keys of the alert log: a rule, a rule in a channel, a rule about a cause, the pace of a rule about causes. */
final class AlertKey {
    private AlertKey() {}

    static String of(AlertRule rule, Optional<String> channel) {
        return channel.map(name -> inChannels(rule) + name).orElseGet(() -> "rule/" + escaped(rule));
    }

    /** True for the key of this rule, and for its key in any channel. */
    static boolean isOf(AlertRule rule, String key) {
        return key.startsWith(inChannels(rule)) || key.equals(of(rule, Optional.empty()));
    }

    /** The channel that a key of this rule names; null when it is about all of the rule. */
    static @Nullable String channel(AlertRule rule, String key) {
        String inChannels = inChannels(rule);
        return key.startsWith(inChannels) ? key.substring(inChannels.length()) : null;
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
