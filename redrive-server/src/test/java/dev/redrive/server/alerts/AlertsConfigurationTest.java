package dev.redrive.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.alert.AlertLog;
import dev.redrive.internal.capture.Capturer;
import dev.redrive.internal.event.Events;
import dev.redrive.redaction.Redaction;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.config.AccessSettings;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.AlertSettings.Email;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.AlertSettings.Webhook;
import dev.redrive.server.config.ArchiveSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.live.LiveEvents;
import dev.redrive.server.live.PageChanges;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.text.Glob;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

class AlertsConfigurationTest {
    private static final AlertSettings ALL_WAYS = new AlertSettings(
            List.of(),
            Duration.ofMinutes(5),
            Duration.ofSeconds(30),
            Optional.of(new Email(
                    "localhost",
                    25,
                    Email.Security.NONE,
                    Optional.empty(),
                    Optional.empty(),
                    "redrive@example.com",
                    List.of("ops@example.com"))),
            Optional.of(URI.create("https://hooks.example.com/x")),
            Optional.of(new Webhook(URI.create("https://example.com/alerts"), Optional.empty())));

    private static final TeamSettings PAYMENTS = new TeamSettings(
            "payments",
            List.of(new Glob("payment.*")),
            List.of("ann"),
            Optional.of(new TeamSettings.Notify(
                    Optional.empty(),
                    Optional.of(URI.create("https://hooks.example.com/payments")),
                    Optional.empty())));

    private static Settings settings() {
        return new Settings(
                "memory:",
                Capturer.SpillFile.DEFAULT_PATIENCE,
                new Settings.Http(
                        InetAddress.getLoopbackAddress(), 8080, 1024, 1024, 100, Duration.ofSeconds(1), false),
                Optional.empty(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                new Settings.Engine(1, Duration.ofSeconds(30), Duration.ofSeconds(30)),
                ArchiveSettings.none(),
                RetentionRules.everywhere(Retention.defaults()),
                Redaction.none(),
                Optional.empty(),
                ALL_WAYS,
                List.of(PAYMENTS),
                new AccessSettings(List.of(), Optional.empty(), List.of(), List.of()),
                List.of(),
                Map.of());
    }

    @Configuration(proxyBeanMethods = false)
    static class Counting {
        @Bean
        BiConsumer<String, Severity> alertsSent() {
            return (notifier, severity) -> {};
        }
    }

    private static void withContext(AlertFixture world, List<Class<?>> more) {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.registerBean(Settings.class, AlertsConfigurationTest::settings);
            context.registerBean(Redrive.class, () -> world.redrive);
            context.registerBean(Letters.class, world.redrive::letters);
            context.registerBean(AlertLog.class, () -> world.alertLog);
            context.registerBean(MinuteCounts.class, world.store::series);
            context.registerBean(InstantSource.class, () -> world.clock);
            context.registerBean(Audit.class, () -> (caller, action, subject, count) -> {});
            JsonMapper json = JsonMapper.builder().build();
            context.registerBean(LiveEvents.class, () -> new LiveEvents(new Events(), json));
            context.registerBean(PageChanges.class, () -> new PageChanges(new Events(), List.of(), json, world.clock));
            context.register(AlertsConfiguration.class, AlertSnoozes.class, AlertsApi.class, CauseTeams.class);
            more.forEach(context::register);
            context.refresh();

            Alerts alerts = context.getBean(Alerts.class);
            assertThat(context.getBean(AlertsApi.class)).isNotNull();
            assertThat(alerts.notifierNames()).containsExactly("email", "slack", "webhook", "payments:slack");
            assertThat(alerts.isRunning()).isTrue();
        }
    }

    @Test
    void alerts_run_with_every_way_that_is_configured() {
        try (AlertFixture world = new AlertFixture()) {
            withContext(world, List.of());
        }
    }

    @Test
    void metrics_may_count_what_is_sent() {
        try (AlertFixture world = new AlertFixture()) {
            withContext(world, List.of(Counting.class));
        }
    }
}
