package dev.redrive.server.doctor;

import dev.redrive.event.RedriveEvent;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.kafka.KafkaReports;
import dev.redrive.server.kafka.UngroupedOrder;
import dev.redrive.server.target.TargetHealth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Looks at what is outside: targets, brokers, and where alerts go. Nothing is sent to any of them. */
final class ConnectionChecks {
    private final Settings settings;
    private final CircuitStates circuits;
    private final TargetHealth health;
    private final KafkaReports kafka;

    ConnectionChecks(Settings settings, CircuitStates circuits, TargetHealth health, KafkaReports kafka) {
        this.settings = settings;
        this.circuits = circuits;
        this.health = health;
        this.kafka = kafka;
    }

    List<HealthCheck> list(Caller caller) {
        List<HealthCheck> checks = new ArrayList<>();
        for (ChannelSettings channel : settings.channels()) {
            String pattern = channel.match().pattern();
            if (caller.mayUse(pattern))
                channel.target().ifPresent(target -> checks.add(target("target " + pattern, pattern, target)));
        }
        settings.targets().forEach((name, target) -> checks.add(target("target " + name, name, target)));
        checks.add(new HealthCheck(
                "kafka", "see redrive.kafka.bootstrap-servers and whether the brokers run", () -> kafka(caller)));
        if (settings.kafka().isPresent()) UngroupedOrder.in(settings.channels()).forEach(why -> checks.add(order(why)));
        checks.addAll(alerts(settings.alerts()));
        return checks;
    }

    // Targets

    private HealthCheck target(String name, String target, ChannelSettings.TargetSettings settings) {
        return new HealthCheck(
                name,
                "see whether the target of " + target + " runs and its address is right; letters wait until it does",
                () -> checkTarget(name, target, settings));
    }

    private CheckResult checkTarget(String name, String pattern, ChannelSettings.TargetSettings target)
            throws IOException {
        String where = "Kafka, see the check of that name";
        if (target instanceof ChannelSettings.HttpTarget http) {
            AddressProbe reach = AddressProbe.of(http.url());
            reach.connect();
            where = reach + " can be reached";
        }
        Optional<String> trouble = health.trouble(pattern);
        if (trouble.isPresent())
            return CheckResult.broken(name, trouble.get(), "repair the target; until then replays send it nothing");
        RedriveEvent.Circuit circuit = circuits.of(pattern);
        if (circuit == RedriveEvent.Circuit.CLOSED) return CheckResult.ok(name, where);
        return CheckResult.warning(
                name,
                where + ", but its circuit is "
                        + circuit.name().toLowerCase(Locale.ROOT).replace('_', '-') + " after failures",
                "look at the newest attempts of its letters: the target refuses them; it is tried again by itself");
    }

    private static HealthCheck order(String why) {
        String next = "set target.kafka.consumer-group of the channel, or confirm its letters by hand";
        return new HealthCheck("order", next, () -> CheckResult.warning("order", why, next));
    }

    // Kafka

    private CheckResult kafka(Caller caller) {
        KafkaReport report = kafka.of(caller);
        if (!report.configured()) return CheckResult.ok("kafka", "not configured");
        String why = report.reasons().isEmpty() ? "" : ": " + String.join("; ", report.reasons());
        String detail = "reading dead letter topics is " + report.status() + why;
        if ("healthy".equals(report.status())) return CheckResult.ok("kafka", detail);
        if ("lagging".equals(report.status()))
            return CheckResult.warning(
                    "kafka", detail, "add nodes, or wait until the topics are read; see GET /dlq/kafka");
        return CheckResult.broken(
                "kafka", detail, "see redrive.kafka.bootstrap-servers, the credentials, and whether the brokers run");
    }

    // Alerts

    private static List<HealthCheck> alerts(AlertSettings alerts) {
        List<HealthCheck> checks = new ArrayList<>();
        alerts.email().ifPresent(mail -> checks.add(alert("email", new AddressProbe(mail.host(), mail.port()))));
        alerts.slack().ifPresent(url -> checks.add(alert("slack", AddressProbe.of(url))));
        alerts.webhook().ifPresent(hook -> checks.add(alert("webhook", AddressProbe.of(hook.url()))));
        if (checks.isEmpty())
            checks.add(new HealthCheck(
                    "alerts",
                    "",
                    () -> CheckResult.warning(
                            "alerts",
                            "no notification channel is configured, so alerts are only kept in the history",
                            "configure email, slack or webhook under redrive.notify, then try it with redrive alerts"
                                    + " test")));
        return checks;
    }

    private static HealthCheck alert(String channel, AddressProbe reach) {
        String name = "alerts " + channel;
        return new HealthCheck(
                name, "see the address of " + channel + " under redrive.notify and the network to it", () -> {
                    reach.connect();
                    return CheckResult.ok(name, reach + " can be reached");
                });
    }
}
