package dev.redrive.server.alerts;

import dev.redrive.alert.AlertMessage;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.TimeText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything on the page of alerts.
 *
 * @param snoozed rules that do not fire and would send nothing if they did
 * @param older the message after which older ones follow
 * @param notifiers where messages are sent
 * @param whyNoTest why the reader cannot send a test message; empty when they can
 */
public record AlertsView(
        List<Firing> firing,
        List<Snooze> snoozed,
        List<AlertMessage> messages,
        Optional<String> older,
        boolean isFirstPage,
        List<String> notifiers,
        String whyNoTest) {

    /**
     * A rule whose condition holds, in a sentence.
     *
     * @param text what is true now
     * @param whenFired the value that the message about it said; empty when none was sent
     */
    public record Firing(
            String rule,
            Optional<String> channel,
            String severity,
            String text,
            TimeText now,
            Optional<Fired> whenFired,
            TimeText since,
            Optional<Snooze> snooze,
            String whyNot) {
        public String whyNotId() {
            return AlertsView.whyNotId(rule, channel);
        }

        static Firing of(FiringAlert alert, Caller caller, PageFrame frame) {
            return new Firing(
                    alert.rule(),
                    alert.channel(),
                    alert.severity(),
                    NameText.capital(alert.text()),
                    frame.when(frame.now()),
                    alert.whenFired().map(then -> new Fired(then.text(), frame.when(then.at()))),
                    frame.when(alert.since()),
                    alert.snooze().map(snooze -> Snooze.of(snooze, caller, frame)),
                    reason(alert.channel().orElse(null), caller, frame));
        }
    }

    /** A value, and when it was that. */
    public record Fired(String value, TimeText at) {}

    /**
     * Who keeps a rule silent, and until when.
     *
     * @param channel empty when all of the rule is snoozed
     * @param by who, and why if that was said
     */
    public record Snooze(String rule, Optional<String> channel, String by, TimeText until, String whyNot) {
        public String whyNotId() {
            return AlertsView.whyNotId(rule, channel);
        }

        static Snooze of(SnoozedRule rule, Caller caller, PageFrame frame) {
            return new Snooze(
                    rule.rule(),
                    Optional.ofNullable(rule.channel()),
                    rule.by() + (rule.reason() == null ? "" : ": " + rule.reason()),
                    frame.when(rule.until()),
                    reason(rule.channel(), caller, frame));
        }
    }

    private static String whyNotId(String rule, Optional<String> channel) {
        return "why-not-" + Integer.toHexString((rule + "/" + channel.orElse("")).hashCode());
    }

    /** Why the reader may not snooze it; empty when they may. */
    private static String reason(@Nullable String channel, Caller caller, PageFrame frame) {
        if (!frame.mayAct()) return "Snoozing needs the role operator.";
        return AlertsApi.mayRead(caller, channel) ? "" : "It is about all channels, and you may use some of them only.";
    }

    static String whyNoTest(List<String> notifiers, Caller caller) {
        if (!caller.may(Role.OPERATOR)) return "Sending a test needs the role operator.";
        if (!caller.channels().isEmpty()) return "A test goes to everybody, and you may use some channels only.";
        return notifiers.isEmpty() ? "There is nothing to test: no address is configured." : "";
    }

    public String summary() {
        if (firing.isEmpty()) return "No alert is firing.";
        long quiet = firing.stream().filter(one -> one.snooze().isPresent()).count();
        return NameText.count(firing.size(), "alert is", "alerts are") + " firing"
                + (quiet == 0 ? "." : ", " + NameText.number(quiet) + " of them snoozed.");
    }

    public static String kind(AlertMessage message) {
        return switch (message.kind()) {
            case STARTED -> "firing";
            case ENDED -> "ended";
            case TEST -> "test";
        };
    }

    /** The class of the style sheet that has its colour. */
    public static String tone(AlertMessage message) {
        return switch (message.kind()) {
            case STARTED -> message.severity().toLowerCase(Locale.ROOT);
            case ENDED -> "good";
            case TEST -> "archived";
        };
    }

    /** How its delivery went, in words. */
    public static String delivery(AlertMessage message) {
        if (message.deliveries().isEmpty()) return "kept here only";
        return message.deliveries().stream()
                .map(delivery -> delivery.way()
                        + (delivery.delivered()
                                ? " delivered"
                                : " failed: " + NameText.line(String.valueOf(delivery.error()))))
                .collect(Collectors.joining(", "));
    }
}
