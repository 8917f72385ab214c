package dev.redrive.server.alerts;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertSnooze;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.Settings;
import dev.redrive.server.live.LiveEvents;
import dev.redrive.server.live.PageChanges;
import dev.redrive.server.web.Problem;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Snoozes alert rules and ends snoozes for callers, with a line in the audit log. */
@Component
final class AlertSnoozes {
    private static final int MOST = 1000;

    private final Alerts alerts;
    private final AlertLog alertLog;
    private final RedactionGate gate;
    private final Audit audit;
    private final LiveEvents live;
    private final PageChanges pages;
    private final InstantSource clock;

    AlertSnoozes(
            Alerts alerts,
            Settings settings,
            AlertLog alertLog,
            Audit audit,
            LiveEvents live,
            PageChanges pages,
            InstantSource clock) {
        this.alerts = alerts;
        this.alertLog = alertLog;
        this.gate = new RedactionGate(settings.redaction());
        this.audit = audit;
        this.live = live;
        this.pages = pages;
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    /** The snooze from now on; empty when the request was to end it. */
    Optional<SnoozedRule> change(Caller caller, String name, SnoozeRequest request) {
        AlertRule rule = rule(name);
        checkPlace(caller, rule, request.channel());
        String key = AlertKey.of(rule, Optional.ofNullable(request.channel()));
        if (request.until().isEmpty()) {
            if (alertLog.endSnooze(key).isPresent()) changed(caller, rule, request);
            return Optional.empty();
        }
        Instant now = now();
        String reason = request.reason() == null ? null : gate.text(request.reason());
        AlertSnooze snooze =
                new AlertSnooze(key, caller.name(), reason, now, request.until().get());
        if (alertLog.snoozes(now).size() >= MOST)
            throw Problem.conflict("there are " + MOST + " snoozes already; end some first");
        alertLog.snooze(snooze);
        changed(caller, rule, new SnoozeRequest(Optional.of(snooze.until()), request.channel(), reason));
        return SnoozedRule.of(rule, snooze);
    }

    private AlertRule rule(String name) {
        return alerts.rules().stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("there is no alert rule " + name + "; there are "
                        + alerts.rules().stream().map(AlertRule::name).collect(Collectors.joining(", "))));
    }

    private static void checkPlace(Caller caller, AlertRule rule, @Nullable String channel) {
        if (!AlertsApi.mayRead(caller, channel))
            throw Problem.forbidden(
                    channel == null
                            ? "a rule concerns all channels, and " + caller.name()
                                    + " may use some of them only; say one as channel"
                            : "you are limited to other channels than " + channel);
        if (channel == null) return;
        if (rule.channel().isEmpty() || Alerts.isAboutCauses(rule))
            throw Problem.badField(
                    "channel", rule.name() + " is about all channels together; snooze all of it, without channel");
        if (!rule.channel().get().matches(channel))
            throw Problem.badField(
                    "channel",
                    rule.name() + " is not about the channel " + channel + ", only about "
                            + rule.channel().get().pattern());
    }

    private void changed(Caller caller, AlertRule rule, SnoozeRequest made) {
        String channel = made.channel();
        String until = made.until().map(Instant::toString).orElse(null);
        String subject = rule.name()
                + (channel == null ? "" : " in " + channel)
                + (until == null ? "" : " until " + until)
                + (made.reason() == null ? "" : ": " + made.reason());
        audit.record(caller, until == null ? "alerts snooze end" : "alerts snooze", subject, 0);
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("rule", rule.name());
        event.put("channel", channel);
        event.put("by", caller.name());
        event.put("until", until);
        if (channel == null) live.publish("snooze", event);
        else live.publish("snooze", channel, event);
        pages.note("alerts", channel, null);
    }
}
