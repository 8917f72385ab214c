package dev.redrive.server.doctor;

import dev.redrive.event.RedriveEvent;
import dev.redrive.server.access.Caller;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.ChannelSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.kafka.KafkaReports;
import dev.redrive.server.kafka.OrderWithoutGroup;
import dev.redrive.server.target.TargetHealth;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Looks at what is outside: targets, brokers, and where alerts go. Nothing is sent to any of them. */
final class WayLooks {
    private final Settings settings;
    private final Circuits circuits;
    private final TargetHealth health;
    private final KafkaReports kafka;

    WayLooks(Settings settings, Circuits circuits, TargetHealth health, KafkaReports kafka) {
        this.settings = settings;
        this.circuits = circuits;
        this.health = health;
        this.kafka = kafka;
    }

    List<Look> list(Caller caller) {
        List<Look> looks = new ArrayList<>();
        for (ChannelSettings channel : settings.channels()) {
            String pattern = channel.match().pattern();
            if (caller.mayUse(pattern))
                channel.target().ifPresent(target -> looks.add(target("target " + pattern, pattern, target)));
        }
        settings.targets().forEach((name, target) -> looks.add(target("target " + name, name, target)));
        looks.add(new Look(
                "kafka", "see redrive.kafka.bootstrap-servers and whether the brokers run", () -> kafka(caller)));
        if (settings.kafka().isPresent())
            OrderWithoutGroup.in(settings.channels()).forEach(why -> looks.add(order(why)));
        looks.addAll(alerts(settings.alerts()));
        return looks;
    }

    // Targets

    private Look target(String name, String target, ChannelSettings.TargetSettings settings) {
        return new Look(
                name,
                "see whether the target of " + target + " runs and its address is right; letters wait until it does",
                () -> look(name, target, settings));
    }

    private Check look(String name, String pattern, ChannelSettings.TargetSettings target) throws IOException {
        String where = "Kafka, see the check of that name";
        if (target instanceof ChannelSettings.HttpTarget http) {
            Reach reach = Reach.of(http.url());
            reach.connect();
            where = reach + " can be reached";
        }
        Optional<String> trouble = health.trouble(pattern);
        if (trouble.isPresent())
            return Check.broken(name, trouble.get(), "repair the target; until then replays send it nothing");
        RedriveEvent.Circuit circuit = circuits.of(pattern);
        if (circuit == RedriveEvent.Circuit.CLOSED) return Check.ok(name, where);
        return Check.warning(
                name,
                where + ", but its circuit is "
                        + circuit.name().toLowerCase(Locale.ROOT).replace('_', '-') + " after failures",
                "look at the newest attempts of its letters: the target refuses them; it is tried again by itself");
    }

    private static Look order(String why) {
        String next = "set target.kafka.consumer-group of the channel, or confirm its letters by hand";
        return new Look("order", next, () -> Check.warning("order", why, next));
    }

    // Kafka

    private Check kafka(Caller caller) {
        KafkaReport report = kafka.of(caller);
        if (!report.configured()) return Check.ok("kafka", "not configured");
        String why = report.reasons().isEmpty() ? "" : ": " + String.join("; ", report.reasons());
        String detail = "reading dead letter topics is " + report.status() + why;
        if ("healthy".equals(report.status())) return Check.ok("kafka", detail);
        if ("lagging".equals(report.status()))
            return Check.warning("kafka", detail, "add nodes, or wait until the topics are read; see GET /dlq/kafka");
        return Check.broken(
                "kafka", detail, "see redrive.kafka.bootstrap-servers, the credentials, and whether the brokers run");
    }

    // Alerts

    private static List<Look> alerts(AlertSettings alerts) {
        List<Look> looks = new ArrayList<>();
        alerts.email().ifPresent(mail -> looks.add(alert("email", new Reach(mail.host(), mail.port()))));
        alerts.slack().ifPresent(url -> looks.add(alert("slack", Reach.of(url))));
        alerts.webhook().ifPresent(hook -> looks.add(alert("webhook", Reach.of(hook.url()))));
        if (looks.isEmpty())
            looks.add(new Look(
                    "alerts",
                    "",
                    () -> Check.warning(
                            "alerts",
                            "nobody is told when something goes wrong: no way for alerts is configured",
                            "configure email, slack or webhook under redrive.notify, then try it with redrive alerts"
                                    + " test")));
        return looks;
    }

    private static Look alert(String way, Reach reach) {
        String name = "alerts " + way;
        return new Look(name, "see the address of " + way + " under redrive.notify and the way to it", () -> {
            reach.connect();
            return Check.ok(name, reach + " can be reached");
        });
    }
}
