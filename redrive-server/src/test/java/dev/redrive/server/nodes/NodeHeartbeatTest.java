package dev.redrive.server.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.contract.SettableClock;
import dev.redrive.json.Json;
import dev.redrive.server.config.Settings;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.nodes.Node;
import dev.redrive.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeHeartbeatTest {
    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final Redrive redrive = Redrive.on(store).withoutJournal().open();
    private final Settings settings = SampleSettings.at("memory:");
    private final NodeHeartbeat heartbeat =
            new NodeHeartbeat(store, redrive, caller -> KafkaReport.notConfigured(), settings);
    private final NodeReports reports = new NodeReports(store, redrive);

    @AfterEach
    void close() {
        redrive.close();
    }

    private void other(Map<String, Object> work) {
        store.nodes()
                .seen(new Node("other", "9", "10.0.0.2:8080", clock.instant(), clock.instant(), Json.object(work)));
    }

    @Test
    void a_node_says_where_it_is_and_what_it_does() {
        heartbeat.beat();
        NodeReport without = reports.list().get(0);
        redrive.handle("orders", letter -> {});

        heartbeat.beat();

        assertThat(without.work().retries()).isFalse();
        assertThat(reports.list()).singleElement().satisfies(report -> {
            assertThat(report.node().name()).isEqualTo(redrive.activity().node());
            assertThat(report.node().address()).endsWith(":" + settings.http().port());
            assertThat(report.node().startedAt()).isEqualTo(clock.instant());
            assertThat(report.work()).isEqualTo(new NodeWork(true, 0, List.of(), List.of(), Map.of()));
            assertThat(report.isHere()).isTrue();
            assertThat(report.isGone()).isFalse();
        });
    }

    @Test
    void one_that_was_not_seen_for_a_minute_is_gone_and_after_a_day_it_is_forgotten() {
        other(Map.of());
        clock.forward(Duration.ofSeconds(60));
        heartbeat.beat();
        assertThat(reports.list()).noneMatch(NodeReport::isGone);

        clock.forward(Duration.ofSeconds(1));
        assertThat(reports.list())
                .filteredOn(NodeReport::isGone)
                .extracting(report -> report.node().name())
                .containsExactly("other");

        clock.forward(Duration.ofDays(1));
        heartbeat.beat();
        assertThat(reports.list()).singleElement().matches(NodeReport::isHere);
    }

    @Test
    void the_one_with_the_lease_runs_retention() {
        other(Map.of(
                "replays",
                List.of("7f3"),
                "topics",
                List.of("orders.dlq"),
                "attempts",
                2,
                "circuits",
                Map.of("orders", "OPEN"),
                "of a newer one",
                1));
        heartbeat.beat();

        assertThat(store.retentionLog().lease("other", Duration.ofMinutes(5))).isTrue();

        assertThat(reports.list())
                .filteredOn(NodeReport::runsRetention)
                .singleElement()
                .satisfies(report -> assertThat(report.work())
                        .isEqualTo(new NodeWork(
                                false, 2, List.of("7f3"), List.of("orders.dlq"), Map.of("orders", "OPEN"))));
    }

    @Test
    void circuits_that_are_not_closed_elsewhere_are_known_while_their_node_is_seen() {
        heartbeat.beat();
        other(Map.of("circuits", Map.of("orders", "OPEN", "mails", "HALF_OPEN")));

        assertThat(reports.circuitsElsewhere("orders")).containsExactly(new NodeCircuit("other", "OPEN"));
        assertThat(reports.circuitsElsewhere("payments")).isEmpty();

        clock.forward(Duration.ofSeconds(61));
        assertThat(reports.circuitsElsewhere("orders")).isEmpty();
    }

    @Test
    void one_that_stops_is_forgotten_at_once() {
        heartbeat.start();
        Await.until(() -> !reports.list().isEmpty());

        heartbeat.stop();

        assertThat(reports.list()).isEmpty();
    }
}
