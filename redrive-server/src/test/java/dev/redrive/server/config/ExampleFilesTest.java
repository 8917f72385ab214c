package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.policy.Policy;
import dev.redrive.server.config.values.Options;
import dev.redrive.server.config.values.Overrides;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ExampleFilesTest {
    private static final Pattern KEY = Pattern.compile("(?m)(?:^\\s*(?:- )?|[{,] )([a-z][a-z0-9-]+):(?: |$)");

    @Test
    void the_example_file_can_be_used_as_it_is() throws IOException {
        ReadSettings read =
                new SettingsReader(Map.of(), Options.none()).readText(exampleFile(), "redrive.example.yaml");

        assertThat(read.warnings()).isEmpty();
        assertThat(read.settings().channels()).hasSize(2);
        assertThat(read.settings().policies())
                .extracting(policy -> policy.strategy().word())
                .containsExactly("off-peak", "conditional", "ladder", "manual", "never", "exponential");
        assertThat(read.settings().access().tokens()).hasSize(2);
        assertThat(read.settings().alerts().slack()).isEmpty();
        assertThat(read.settings().alerts().rules())
                .extracting(AlertSettings.AlertRule::name)
                .contains("OldLetters", "DLQBacklogGrowing")
                .doesNotContain("NewCause");
    }

    /** What the example says is the default must be the default. */
    @Test
    void the_example_file_shows_the_defaults() throws IOException {
        Settings example = new SettingsReader(Map.of(), Options.none())
                .readText(exampleFile(), "redrive.example.yaml")
                .settings();
        Settings usual = SettingsFixture.file("");

        assertThat(example.store()).isEqualTo(usual.store());
        assertThat(example.http()).isEqualTo(usual.http());
        assertThat(example.engine()).isEqualTo(usual.engine());
        assertThat(example.retention().usual()).isEqualTo(usual.retention().usual());
        assertThat(example.archive().capturesLastResort())
                .isEqualTo(usual.archive().capturesLastResort());
        assertThat(example.alerts().quiet()).isEqualTo(usual.alerts().quiet());
        assertThat(example.alerts().every()).isEqualTo(usual.alerts().every());
    }

    @Test
    void the_documented_example_can_be_used_as_it_is() {
        Settings settings = SettingsFixture.file("""
                store: sqlite:./data/redrive.db
                archive: file:./data/archive             # or s3://bucket/prefix
                kafka: { bootstrap-servers: localhost:9092, discover: true }
                channels:                                # first match wins; names may use *
                  - match: payment.*
                    target: { http: { url: "http://localhost:9000/payments", timeout: 5s } }
                    ordered: true
                    rate-per-second: 50
                classification:                          # first match wins, before the built-in rules
                  - { error-type: "*QuotaExceeded*", category: RATE_LIMIT }
                policies:                                # first match wins, before the built-in ones
                  - { category: RATE_LIMIT, strategy: off-peak, hours: [2, 3, 4], zone: UTC }
                  - { retryability: transient, strategy: exponential, base: 1s, max: 5m, jitter: 0.3, max-retries: 5 }
                  - { channel: "ledger.*", strategy: ladder, steps: [1m, 5m, 15m, 30m, 1h] }
                  - { category: DOWNSTREAM_FAILURE, strategy: conditional, when: { circuit: closed, cpu-below: 0.80, memory-below: 0.85, db-connections: available } }
                alerts:
                  - { name: DLQBacklogGrowing, when: "backlog > 10000", severity: critical }
                retention: { resolved: 30d, failed: 90d, archived: 1y }
                """);

        assertThat(settings.channels()).hasSize(1);
        assertThat(settings.classification()).hasSize(1);
        assertThat(settings.policies())
                .hasSize(4)
                .extracting(Policy::maxRetries)
                .containsOnly(5);
    }

    @Test
    void the_documentation_names_every_key_and_variable() throws IOException {
        String documentation = Files.readString(Path.of("../docs/configuration.md"));

        List<String> words = KEY.matcher(exampleFile())
                .results()
                .map(result -> result.group(1))
                .distinct()
                .toList();

        assertThat(words).hasSizeGreaterThan(60);
        assertThat(words).allSatisfy(word -> assertThat(documentation).contains(word));
        assertThat(Overrides.OTHER_NAMES.values())
                .allSatisfy(name -> assertThat(documentation).contains(name));
    }

    private static String exampleFile() throws IOException {
        try (InputStream file = ExampleFilesTest.class.getResourceAsStream("/redrive.example.yaml")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
