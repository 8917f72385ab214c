package dev.redrive.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.internal.capture.Capturer;
import dev.redrive.letter.LetterStatus;
import dev.redrive.metrics.StoreHealthIndicator;
import dev.redrive.metrics.StoreProbe;
import dev.redrive.redaction.Redaction;
import dev.redrive.server.config.AccessSettings;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.ArchiveSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.stats.HealthRules;
import dev.redrive.server.stats.TestQueue;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.health.contributor.Status;

@Timeout(30)
class HealthTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @Test
    void letters_that_are_well_are_healthy() {
        try (TestQueue queue = new TestQueue()) {
            LettersHealthIndicator letters = letters(queue, probe(queue));

            assertThat(letters.health().getStatus()).isEqualTo(Status.UP);
            assertThat(letters.health().getDetails())
                    .containsEntry("status", "healthy")
                    .containsEntry("reasons", List.of());
        }
    }

    @Test
    void health_reports_troubled_letters_and_the_server_stays_up() {
        try (TestQueue queue = new TestQueue()) {
            LettersHealthIndicator letters = letters(queue, probe(queue));
            queue.has(11, "orders", LetterStatus.FAILED, LetterBuilder.invalid());

            assertThat(letters.health().getStatus()).isEqualTo(Status.UP);
            assertThat(letters.health().getDetails())
                    .containsEntry("status", "unhealthy")
                    .containsEntry("reasons", List.of("letters failed: 11, more than 10"));
        }
    }

    @Test
    void a_store_that_is_away_is_down_and_a_store_that_came_back_is_up() {
        try (TestQueue queue = new TestQueue(UnavailableStore::new)) {
            UnavailableStore away = (UnavailableStore) queue.store;
            StoreProbe probe = probe(queue);
            StoreHealthIndicator store = new StoreHealthIndicator(probe);
            away.goAway();

            assertThat(store.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(store.health().getDetails())
                    .containsEntry("error", "the store does not work: the store is away");
            assertThat(letters(queue, probe).health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(letters(queue, probe).health().getDetails()).containsEntry("status", "unhealthy");

            away.comeBack();
            queue.clock.forward(Duration.ofSeconds(1));

            assertThat(store.health().getStatus()).isEqualTo(Status.UP);
        }
    }

    private static StoreProbe probe(TestQueue queue) {
        return new StoreProbe(queue.store::find, queue.clock, TIMEOUT);
    }

    private static LettersHealthIndicator letters(TestQueue queue, StoreProbe probe) {
        return new LettersHealthIndicator(probe, queue.overviews(), new HealthRules(settings()));
    }

    private static Settings settings() {
        AlertSettings alerts = new AlertSettings(
                TestQueue.usualRules(),
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new Settings(
                "memory:",
                Capturer.SpillFile.DEFAULT_PATIENCE,
                new Settings.Http(
                        InetAddress.getLoopbackAddress(), 8080, 1 << 20, 1 << 20, 100, Duration.ofSeconds(5), false),
                Optional.empty(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                new Settings.Engine(4, Duration.ofSeconds(30), Duration.ofSeconds(60)),
                ArchiveSettings.none(),
                RetentionRules.everywhere(Retention.defaults()),
                Redaction.none(),
                Optional.empty(),
                alerts,
                List.of(),
                new AccessSettings(List.of(), Optional.empty(), List.of(), List.of()),
                List.of(),
                Map.of());
    }
}
