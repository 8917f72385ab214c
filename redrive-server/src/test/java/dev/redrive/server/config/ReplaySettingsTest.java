package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Payload;
import dev.redrive.server.config.ChannelSettings.HttpTarget;
import dev.redrive.server.config.values.Options;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplaySettingsTest {
    @TempDir
    Path folder;

    @Test
    void replays_can_be_sent_to_targets_of_a_name() {
        Settings settings = SettingsFixture.both(Map.of("REDRIVE_TARGETS_DEBUG_HTTP_TIMEOUT", "2s"), """
                targets:
                  debug: { http: { url: "http://localhost:9999/in", health: "http://localhost:9999/up" } }
                """);

        assertThat(settings.targets())
                .containsExactly(Map.entry(
                        "debug",
                        new HttpTarget(
                                URI.create("http://localhost:9999/in"),
                                Duration.ofSeconds(2),
                                Map.of(),
                                Optional.of(URI.create("http://localhost:9999/up")))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "targets: debug                                        | targets | must be a group of keys, and is a single value",
                "targets: { debug: {} }                                | targets.debug | says nothing; give it http with a url",
                "targets: { 'de bug': { http: { url: 'http://h' } } }  | targets.de bug | \"de bug\" is not allowed; it must be a name",
                "targets: { debug: { htp: { url: 'http://h' } } }      | targets.debug.htp | there is no such key",
                "targets: { debug: { http: { url: 'http://h', health: up } } } | targets.debug.http.health | \"up\" is not allowed; it must be an http or https URL",
                "channels: [{ match: a, schema: nowhere.json }]        | channels[0].schema | \"nowhere.json\" is not a JSON Schema that can be used: there is no such file in",
                "channels: [{ match: a, target: { http: { url: 'http://h', helth: x } } }] | channels[0].target.http.helth | there is no such key; did you mean \"health\"?"
            })
    void a_wrong_key_or_value_is_reported(String line, String key, String text) {
        assertThat(SettingsFixture.mistakes(line))
                .anySatisfy(mistake ->
                        assertThat(mistake).startsWith("redrive." + key + " (redrive.yaml, line 2): " + text));
    }

    @Test
    void a_target_of_its_own_has_not_the_name_of_channels() {
        assertThat(SettingsFixture.mistakes("""
                        channels: [{ match: orders }]
                        targets: { orders: { http: { url: "http://h" } } }
                        """))
                .singleElement()
                .satisfies(mistake -> assertThat(mistake).contains("\"orders\" is the name of channels"));
    }

    @Test
    void schemas_stand_beside_the_settings() throws IOException {
        Path settings = Files.createDirectory(folder.resolve("etc")).resolve("my.yaml");
        Files.writeString(settings, "redrive: { channels: [{ match: a, schema: schemas/a.json }] }");
        Files.createDirectory(folder.resolve("etc/schemas"));
        Files.writeString(folder.resolve("etc/schemas/a.json"), "{\"type\":\"object\"}");
        Options options = Options.parse("serve", List.of("--config", "etc/my.yaml"));

        Settings read = new SettingsReader(Map.of(), options).readIn(folder).settings();

        assertThat(read.channels().get(0).schema().orElseThrow().violations(Payload.of("[]")))
                .isNotEmpty();
    }

    @Test
    void a_file_that_is_no_schema_stops_the_start() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.json"), "{\"type\":");

        assertThat(SettingsFixture.mistakes("channels: [{ match: a, schema: '" + bad + "' }]"))
                .singleElement()
                .satisfies(mistake -> assertThat(mistake).contains("channels[0].schema", "bad.json"));
    }
}
