package dev.redrive.server.alerts;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Alerts over HTTP: sent messages and their deliveries, a check on request, a test, snoozes. */
@RestController
@RequestMapping("/dlq/alerts")
final class AlertsApi {
    private static final int MOST = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Alerts alerts;
    private final FiringAlerts firing;
    private final AlertLog alertLog;
    private final Settings settings;
    private final Audit audit;
    private final AlertSnoozes snoozes;

    AlertsApi(
            Alerts alerts,
            FiringAlerts firing,
            AlertLog alertLog,
            Settings settings,
            Audit audit,
            AlertSnoozes snoozes) {
        this.alerts = alerts;
        this.firing = firing;
        this.alertLog = alertLog;
        this.settings = settings;
        this.audit = audit;
        this.snoozes = snoozes;
    }

    // History

    /** Messages, newest first, the rules whose condition holds now, and those that are snoozed. */
    record History(
            List<AlertMessage> items,
            @Nullable String nextCursor,
            List<FiringRule> firing,
            List<SnoozedRule> snoozed) {}

    /**
     * A rule whose condition holds, with the value of now and of when it fired, as sentences have them.
     *
     * @param text what is true now
     * @param firedAt the time of the newest message about it; null when nothing was sent since it holds
     */
    record FiringRule(
            String rule,
            @Nullable String channel,
            String severity,
            String text,
            @Nullable String value,
            @Nullable String valueWhenFired,
            @Nullable Instant firedAt,
            Instant since,
            @Nullable SnoozedRule snooze) {
        static FiringRule of(FiringAlert alert) {
            return new FiringRule(
                    alert.rule(),
                    alert.channel().orElse(null),
                    alert.severity(),
                    alert.text(),
                    alert.value().orElse(null),
                    alert.whenFired().map(FiringAlert.Value::text).orElse(null),
                    alert.whenFired().map(FiringAlert.Value::at).orElse(null),
                    alert.since(),
                    alert.snooze().orElse(null));
        }
    }

    @GetMapping
    History history(
            @RequestParam(name = "limit", defaultValue = "50") String limit,
            @RequestParam(name = "cursor") Optional<String> cursor,
            HttpServletRequest request) {
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        int wanted = parsedLimit(limit);
        List<AlertMessage> found = alertLog.messages(wanted, cursor.map(AlertsApi::checkedCursor));
        String next = found.size() < wanted ? null : found.get(found.size() - 1).id();
        return new History(
                found.stream()
                        .filter(message -> mayRead(caller, message.channel()))
                        .map(masking::shown)
                        .toList(),
                next,
                firing.of(caller).stream()
                        .map(alert -> FiringRule.of(alert.shown(masking)))
                        .toList(),
                alerts.snoozed().stream()
                        .filter(rule -> mayRead(caller, rule.channel()))
                        .map(rule -> rule.shown(masking))
                        .toList());
    }

    /** What concerns all channels is hidden from callers with limited channels. */
    static boolean mayRead(Caller caller, @Nullable String channel) {
        return caller.channels().isEmpty() || (channel != null && caller.mayUse(channel));
    }

    private static int parsedLimit(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MOST) return limit;
        } catch (NumberFormatException notANumber) {
            throw badLimit(text);
        }
        throw badLimit(text);
    }

    private static Problem badLimit(String text) {
        return Problem.badField("limit", "limit must be a number between 1 and " + MOST + ", was \"" + text + "\"");
    }

    static String checkedCursor(String text) {
        try {
            return UUID.fromString(text).toString();
        } catch (IllegalArgumentException e) {
            throw Problem.badField("cursor", "the cursor must be the nextCursor of an earlier answer");
        }
    }

    // Check

    /** What the rules came to, and what was sent because of it. */
    record Checked(List<CheckedRule> rules, List<AlertMessage> sent) {}

    /** One rule, in one channel if it names channels; the value is null when too little happened to say. */
    record CheckedRule(
            String name,
            @Nullable String channel,
            String subject,
            @Nullable Double value,
            double threshold,
            boolean holds,
            String severity) {
        static CheckedRule of(RuleResult result) {
            return new CheckedRule(
                    result.rule().name(),
                    result.channel().orElse(null),
                    Alert.word(result.rule().subject()),
                    result.value().isPresent() ? result.value().getAsDouble() : null,
                    result.rule().threshold(),
                    result.holds(),
                    Alert.word(result.rule().severity()));
        }
    }

    @PostMapping("/check")
    Checked check(HttpServletRequest request) {
        Caller caller = unlimited(request);
        Alerts.Check check = alerts.check();
        audit.record(caller, "alerts check", "all rules", 0);
        return new Checked(check.results().stream().map(CheckedRule::of).toList(), check.sent());
    }

    // Test

    /** The deliveries of a test message. */
    record Tested(boolean delivered, String detail, List<AlertMessage.Delivery> deliveries) {}

    @PostMapping("/test")
    Tested test(HttpServletRequest request) throws InterruptedException {
        Caller caller = unlimited(request);
        if (alerts.notifierNames().isEmpty())
            return new Tested(
                    false,
                    "no notification channel is configured, so alerts are only kept in the history; set an e-mail, Slack or"
                            + " webhook address for alerts",
                    List.of());
        Deliveries.Delivery delivery = alerts.test(caller.name());
        audit.record(caller, "alerts test", String.join(", ", alerts.notifierNames()), 0);
        await(delivery);
        return tested(withUnknown(delivery.message().deliveries()));
    }

    private static void await(Deliveries.Delivery delivery) throws InterruptedException {
        try {
            delivery.ended().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // withUnknown names the notifiers without an outcome.
        }
    }

    private List<AlertMessage.Delivery> withUnknown(List<AlertMessage.Delivery> known) {
        List<AlertMessage.Delivery> all = new ArrayList<>(known);
        for (String name : alerts.notifierNames()) {
            if (known.stream().noneMatch(delivery -> delivery.way().equals(name)))
                all.add(new AlertMessage.Delivery(
                        name, false, 0, "no outcome within " + PATIENCE.toSeconds() + " s; the history will show it"));
        }
        return all;
    }

    private static Tested tested(List<AlertMessage.Delivery> deliveries) {
        long failed =
                deliveries.stream().filter(delivery -> !delivery.delivered()).count();
        String detail = failed == 0
                ? "the test message was delivered on every notification channel"
                : failed + " of " + deliveries.size() + " notification channels did not deliver the test message";
        return new Tested(failed == 0, detail, deliveries);
    }

    // Snooze

    /** The snooze of a rule from now on; without an end there is none. */
    record Snooze(
            String rule,
            @Nullable String channel,
            @Nullable String by,
            @Nullable String reason,
            @Nullable Instant since,
            @Nullable Instant until) {
        static Snooze of(SnoozedRule rule) {
            return new Snooze(rule.rule(), rule.channel(), rule.by(), rule.reason(), rule.since(), rule.until());
        }
    }

    @PostMapping(path = "/snooze", params = "name")
    Snooze snoozeNamed(@RequestParam("name") String name, HttpServletRequest request) {
        return snooze(name, request);
    }

    @PostMapping("/{name}/snooze")
    Snooze snooze(@PathVariable("name") String name, HttpServletRequest request) {
        SnoozeRequest asked = SnoozeRequest.of(request, snoozes.now());
        return snoozes.change(Caller.of(request), name, asked)
                .map(Snooze::of)
                .orElseGet(() -> new Snooze(name, asked.channel(), null, null, null, null));
    }

    private static Caller unlimited(HttpServletRequest request) {
        Caller caller = Caller.of(request);
        if (caller.channels().isEmpty()) return caller;
        throw Problem.forbidden("alerts concern all channels, and " + caller.name() + " may use some of them only");
    }
}
