package dev.redrive.server.alerts;

import dev.redrive.alert.AlertMessage;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.TimeText;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything on the page of alerts.
 *
 * @param snoozed rules that do not fire and would send nothing if they did
 * @param older the message after which older ones follow
 * @param notifiers where messages are sent
 */
public record AlertsView(
        List<Firing> firing,
        List<Snooze> snoozed,
        List<AlertMessage> messages,
        Optional<String> older,
        boolean isFirstPage,
        List<String> notifiers) {

    /** A rule whose condition holds, in a sentence. */
    public record Firing(
            String rule,
            Optional<String> channel,
            String severity,
            String text,
            TimeText since,
            Optional<Snooze> snooze,
            boolean mayAct) {
        static Firing of(Alerts.FiringRule rule, List<AlertMessage> newestFirst, Caller caller, PageFrame frame) {
            String text = newestFirst.stream()
                    .filter(message -> message.kind() == AlertMessage.Kind.STARTED
                            && message.rule().equals(rule.rule())
                            && Objects.equals(message.channel(), rule.channel()))
                    .map(AlertMessage::text)
                    .findFirst()
                    .orElse(rule.rule());
            return new Firing(
                    rule.rule(),
                    Optional.ofNullable(rule.channel()),
                    rule.severity().toLowerCase(Locale.ROOT),
                    NameText.capital(text),
                    frame.when(rule.since()),
                    Optional.ofNullable(rule.snooze()).map(snooze -> Snooze.of(snooze, caller, frame)),
                    mayChange(rule.channel(), caller, frame));
        }
    }

    /**
     * Who keeps a rule silent, and until when.
     *
     * @param channel empty when all of the rule is snoozed
     * @param by who, and why if that was said
     */
    public record Snooze(String rule, Optional<String> channel, String by, TimeText until, boolean mayAct) {
        static Snooze of(SnoozedRule rule, Caller caller, PageFrame frame) {
            return new Snooze(
                    rule.rule(),
                    Optional.ofNullable(rule.channel()),
                    rule.by() + (rule.reason() == null ? "" : ": " + rule.reason()),
                    frame.when(rule.until()),
                    mayChange(rule.channel(), caller, frame));
        }
    }

    private static boolean mayChange(@Nullable String channel, Caller caller, PageFrame frame) {
        return frame.mayAct() && AlertsApi.mayRead(caller, channel);
    }

    public String summary() {
        if (firing.isEmpty()) return "No alert is firing.";
        return NameText.count(firing.size(), "alert is", "alerts are") + " firing.";
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
