package dev.redrive.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.event.RedriveEvent;
import dev.redrive.kafka.ingest.IngestStatus;
import dev.redrive.kafka.ingest.TopicStatus;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.metrics.LetterCounters;
import dev.redrive.metrics.LetterGauges;
import dev.redrive.metrics.StoreProbe;
import dev.redrive.server.stats.Overview;
import dev.redrive.server.stats.TestQueue;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard and the alert rules use metrics that exist, and the dashboard uses all of them. */
class DeployTest {
    private static final Path DASHBOARD = Path.of("../deploy/grafana/redrive.json");
    private static final Path RULES = Path.of("../deploy/prometheus/alerts.yml");
    private static final Pattern METRIC = Pattern.compile("\\bdlq_[a-z_]+");

    @Test
    void the_dashboard_shows_every_metric_and_none_that_is_not_there() throws IOException {
        JsonNode dashboard = JsonMapper.builder().build().readTree(Files.readString(DASHBOARD));
        Set<String> used = new HashSet<>();
        for (JsonNode panel : dashboard.get("panels"))
            for (JsonNode target : panel.path("targets"))
                used.addAll(names(target.get("expr").asString()));

        assertThat(used).isSubsetOf(exported());
        assertThat(used).map(DeployTest::family).containsAll(families());
    }

    @Test
    void panels_of_the_dashboard_do_not_overlap_and_use_the_chosen_data_source() throws IOException {
        JsonNode dashboard = JsonMapper.builder().build().readTree(Files.readString(DASHBOARD));
        Set<List<Integer>> taken = new HashSet<>();

        for (JsonNode panel : dashboard.get("panels")) {
            JsonNode at = panel.get("gridPos");
            for (int x = at.get("x").asInt();
                    x < at.get("x").asInt() + at.get("w").asInt();
                    x++)
                for (int y = at.get("y").asInt();
                        y < at.get("y").asInt() + at.get("h").asInt();
                        y++)
                    assertThat(taken.add(List.of(x, y)))
                            .as("%s at %d,%d", panel.get("title"), x, y)
                            .isTrue();
            if (!panel.get("type").asString().equals("row"))
                assertThat(panel.get("datasource").get("uid").asString()).isEqualTo("${datasource}");
        }
        assertThat(StreamSupport.stream(dashboard.get("templating").get("list").spliterator(), false)
                        .map(variable -> variable.get("name").asString()))
                .contains("datasource");
    }

    @Test
    void the_alert_rules_ask_for_metrics_that_are_there_and_say_how_bad_it_is() throws IOException {
        Map<String, Object> file = new Yaml().load(Files.readString(RULES));
        List<Map<String, Object>> rules = maps(maps(file.get("groups")).get(0).get("rules"));

        assertThat(rules)
                .extracting(rule -> rule.get("alert"))
                .contains(
                        "DLQBacklogGrowing",
                        "HighDLQIngestionRate",
                        "LowResolutionRate",
                        "DLQPendingHigh",
                        "DLQFailedHigh",
                        "DLQQueueSizeHigh",
                        "DLQManualReview",
                        "DLQRetentionFailing",
                        "DLQRetentionBehind")
                .doesNotHaveDuplicates();
        assertThat(rules).allSatisfy(rule -> {
            assertThat(names(String.valueOf(rule.get("expr")))).isNotEmpty().isSubsetOf(exported());
            assertThat(String.valueOf(rule.get("labels"))).contains("severity=");
            assertThat(String.valueOf(rule.get("annotations"))).contains("summary=", "description=");
        });
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> maps(@Nullable Object node) {
        assertThat(node).isInstanceOf(List.class);
        return (List<Map<String, Object>>) node;
    }

    private static Set<String> names(String expression) {
        return METRIC.matcher(expression).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    /** Without what Prometheus adds to the parts of a histogram. */
    private static String family(String name) {
        return name.replaceFirst("_(bucket|count|sum|max)$", "");
    }

    private static Set<String> families() {
        return exported().stream().map(DeployTest::family).collect(Collectors.toSet());
    }

    /** All metrics, after each event happened once. */
    private static Set<String> exported() {
        try (TestQueue queue = new TestQueue();
                StoreProbe probe = new StoreProbe(queue.store::find, queue.clock)) {
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            LetterCounters unused = LetterMeters.letterCounters(registry, queue.events, queue.clock);
            LetterGauges<Overview> gauges = LetterMeters.letterGauges(queue.overviews(), queue.clock);
            gauges.bindTo(registry);
            LetterMeters.retentionGauges(queue.redrive, probe, queue.clock).bindTo(registry);
            queue.events.publish(() -> new RedriveEvent.Captured(
                    queue.nextId(),
                    "orders",
                    "Timeout",
                    Category.TIMEOUT,
                    new CauseId(new UUID(1, 2)),
                    LetterStatus.PENDING,
                    true));
            attempted(queue, Attempt.Result.SUCCEEDED, LetterStatus.RESOLVED);
            attempted(queue, Attempt.Result.FAILED, LetterStatus.PENDING);
            queue.events.publish(() -> new RedriveEvent.CircuitChanged("orders", RedriveEvent.Circuit.OPEN));
            queue.events.publish(() -> new RedriveEvent.NotCaptured("orders", "CaptureFailed"));
            new AlertMetrics(registry).sent("email", "ERROR");
            new IngestMetrics(registry, DeployTest::reading).update();
            return registry.scrape()
                    .lines()
                    .filter(line -> line.startsWith("dlq_"))
                    .map(line -> line.replaceFirst("[ {].*", ""))
                    .collect(Collectors.toSet());
        }
    }

    private static IngestStatus reading() {
        TopicStatus topic = new TopicStatus("orders.dlq", 1, Map.of("spring", 1L), 0.1, 0, 0, 0, null, null);
        return new IngestStatus(null, null, null, null, List.of(topic), List.of());
    }

    private static void attempted(TestQueue queue, Attempt.Result result, LetterStatus status) {
        queue.events.publish(() -> new RedriveEvent.Attempted(
                queue.nextId(), "orders", result, status, 1, Duration.ofMillis(5), null, "e-1"));
    }
}
