package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.server.config.values.BadSettings;
import dev.redrive.server.config.values.Options;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MistakesTest {
    @Test
    void all_mistakes_are_reported_at_once() {
        String yaml = """
                redrive:
                  http:
                    prot: 80
                    port: 99999
                  engine: { workers: 0 }
                colour: blue
                """;

        assertThatThrownBy(() -> new SettingsReader(Map.of(), Options.none()).readText(yaml, "redrive.yaml"))
                .isInstanceOf(BadSettings.class)
                .hasMessage("""
                        there are 4 mistakes in the settings:
                          - colour (redrive.yaml, line 6): there is no such key; everything stands under "redrive:"
                          - redrive.http.port (redrive.yaml, line 4): "99999" is not allowed; it must be a whole number from 0 to 65535
                          - redrive.http.prot (redrive.yaml, line 3): there is no such key; did you mean "port"? Allowed here: bind, logs, max-body, max-payload, port, requests-per-second, shutdown
                          - redrive.engine.workers (redrive.yaml, line 5): "0" is not allowed; it must be a whole number from 1 to 10000""");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "htpp: { port: 1 }                 | htpp | there is no such key; did you mean \"http\"? Allowed here: access, alerts, archive, capture-last-resort, capture-timeout, channels, classification, engine, http, kafka, notify, policies, redaction, retention, search, store",
                "http: 8080                        | http | must be a group of keys, and is a single value",
                "http: [1]                         | http | must be a group of keys, and is a list",
                "channels: { match: a }            | channels | must be a list, and is a group of keys",
                "channels: []                      | channels | the list is empty; fill it or remove the key",
                "store: mysql://root:geheim@h/db   | store | \"…@h/db\" is not allowed; it must be sqlite:PATH, postgresql://user:password@host:port/db or mongodb://user:password@host:port/db",
                "store: 'sqlite:'                  | store | \"sqlite:\" is not allowed",
                "store: ''                         | store | \"\" is not allowed",
                "store: 'postgresql:///db?password=geheim' | store | \"postgresql:///db?…\" is not allowed",
                "store: mongodb:///db              | store | \"mongodb:///db\" is not allowed; it must be sqlite:PATH, postgresql://user:password@host:port/db or mongodb://user:password@host:port/db",
                "archive: gcs://bucket/prefix      | archive | \"gcs://bucket/prefix\" is not allowed; it must be file:PATH or s3://bucket/prefix",
                "archive: 'file:'                  | archive | \"file:\" is not allowed; it must be file:PATH or s3://bucket/prefix",
                "archive: ftp://key:geheim@host/a?b=geheim | archive | \"…@host/a?…\" is not allowed",
                "capture-last-resort: archive      | capture-last-resort | needs an archive; set redrive.archive, or REDRIVE_ARCHIVE",
                "capture-last-resort: disk         | capture-last-resort | \"disk\" is not allowed; it must be one of none, archive",
                "kafka: { bootstrap-servers: host } | kafka.bootstrap-servers | \"host\" is not allowed; it must be a host and a port, such as localhost:9092",
                "http: { bind: 'no such host' }    | http.bind | \"no such host\" is not allowed; it must be an address or name of this machine, such as 127.0.0.1 or 0.0.0.0",
                "http: { port: -1 }                | http.port | \"-1\" is not allowed; it must be a whole number from 0 to 65535",
                "http: { port: 80.5 }              | http.port | \"80.5\" is not allowed",
                "http: { port: true }              | http.port | \"true\" is not allowed",
                "http: { port: [80] }              | http.port | must be a whole number from 0 to 65535, and is a list",
                "http: { max-body: 20TB }          | http.max-body | \"20TB\" is not allowed; it must be a size from 1KB to 1GB, such as 512KB or 20MB",
                "http: { max-payload: 2GB }        | http.max-payload | \"2GB\" is not allowed; it must be a size from 1KB to 1GB, such as 512KB or 20MB",
                "http: { logs: xml }               | http.logs | \"xml\" is not allowed; it must be one of text, json",
                "http: { requests-per-second: 0 }  | http.requests-per-second | \"0\" is not allowed",
                "http: { shutdown: 2 hours }       | http.shutdown | \"2 hours\" is not allowed; it must be a duration from 0s to 1h, such as 500ms, 30s, 5m, 24h, 7d or 1y",
                "engine: { lease: 1ms }            | engine.lease | \"1ms\" is not allowed; it must be a duration from 100ms to 1d",
                "engine: { poll: 999999999999y }   | engine.poll | \"999999999999y\" is not allowed",
                "retention: { resolved: 0d }       | retention.resolved | \"0d\" is not allowed; it must be a duration from 1m to 100y",
                "retention: { pending: 1d }        | retention.pending | there is no such key; allowed here: archived, channels, failed, resolved",
                "retention: { channels: [{ failed: 1d }] } | retention.channels[0].match | is missing",
                "retention: { channels: [{ match: a, open: 1d }] } | retention.channels[0].open | there is no such key",
                "retention: { channels: [{ match: a }, { match: a }] } | retention.channels[1].match | \"a\" is there twice; the second would never be used",
                "redaction: { paths: ['$.a['] }    | redaction.paths[0] | \"$.a[\" is not allowed; it must be a JSON path such as $.card.number or $..password",
                "redaction: { headers: [''] }      | redaction.headers[0] | \"\" is not allowed; it must be a name",
                "redaction: [{ path: $.a, header: b }] | redaction[0] | must have exactly one of path, header and pattern",
                "redaction: [{ path: $.a, mode: hide }] | redaction[0].mode | \"hide\" is not allowed; it must be remove or seal",
                "redaction: [{ path: $.a, mode: seal }] | redaction | values are to be sealed, but there is no key",
                "redaction: { keys: [{ id: a, value: abc }] } | redaction.keys[0].value | it must be 32 bytes in base64",
                "redaction: { headers: [{ a: b }] } | redaction.headers[0] | must be a name, in which * stands for any characters, such as payment.*, and is a group of keys"
            })
    void a_mistake_names_the_key_the_value_and_what_is_allowed(String line, String key, String text) {
        assertThat(SettingsFixture.mistakes(line))
                .singleElement()
                .asString()
                .startsWith("redrive." + key + " (redrive.yaml, line 2): " + text)
                .doesNotContain("geheim");
    }

    @Test
    void a_key_that_is_given_twice_is_a_mistake() {
        assertThat(SettingsFixture.mistakes("http: { port: 1 }\nhttp: { port: 2 }"))
                .containsExactly("redrive.http (redrive.yaml, line 3): the key is given twice");
    }

    @Test
    void a_variable_that_is_not_set_is_reported_once() {
        assertThat(SettingsFixture.mistakes(Map.of("EMPTY", ""), """
                        channels:
                          - match: ${MATCH}
                            target: { http: { url: "${EMPTY}", timeout: "${x" } }
                        """))
                .containsExactly(
                        "redrive.channels[0].match (redrive.yaml, line 3): the environment variable MATCH is not set; set"
                                + " it, or write ${MATCH:default} for what to use without it",
                        "redrive.channels[0].target.http.url (redrive.yaml, line 4): the environment variable EMPTY is"
                                + " not set; set it, or write ${EMPTY:default} for what to use without it",
                        "redrive.channels[0].target.http.timeout (redrive.yaml, line 4): a placeholder is written ${NAME}"
                                + " or ${NAME:default}, and $${ stands for ${ itself");
    }

    @Test
    void what_a_placeholder_stands_for_is_not_shown() {
        Map<String, String> environment = Map.of("SECRET", "geheim", "HOURS", "1,geheim");

        assertThat(SettingsFixture.mistakes(environment, """
                        http: { port: "${SECRET}" }
                        policies: [{ strategy: off-peak, hours: "${HOURS}" }]
                        """))
                .hasSize(2)
                .allSatisfy(
                        mistake -> assertThat(mistake).doesNotContain("geheim").contains("\"${"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"- a", "just text", "42"})
    void a_file_that_is_not_a_group_of_keys_is_refused(String yaml) {
        assertThatThrownBy(() -> new SettingsReader(Map.of(), Options.none()).readText(yaml, "redrive.yaml"))
                .hasMessageContaining("redrive.yaml: must be a group of keys that begins with \"redrive:\"");
    }

    @Test
    void what_is_not_yaml_is_reported_with_its_line_and_without_its_text() {
        assertThatThrownBy(() -> new SettingsReader(Map.of(), Options.none())
                        .readText("redrive:\n  access: { token: geheim\n  x: [\n", "redrive.yaml"))
                .isInstanceOf(BadSettings.class)
                .hasMessageContaining("redrive.yaml, line ")
                .hasMessageContaining("not YAML")
                .hasMessageNotContaining("geheim");
    }

    @Test
    void a_tab_is_explained() {
        assertThatThrownBy(() ->
                        new SettingsReader(Map.of(), Options.none()).readText("redrive:\n\thttp: 1", "redrive.yaml"))
                .hasMessageContaining("line 2: not YAML")
                .hasMessageContaining("TAB");
    }

    @Test
    void two_documents_are_one_too_many() {
        assertThatThrownBy(() ->
                        new SettingsReader(Map.of(), Options.none()).readText("redrive: {}\n---\na: b", "redrive.yaml"))
                .hasMessageContaining("another document");
    }

    @Test
    void a_file_that_grows_when_it_is_read_is_refused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a%d: &a%d [".formatted(i, i))
                    .append(("*a" + (i - 1) + ", ").repeat(8))
                    .append("y]\n");
        }

        assertThatThrownBy(() -> new SettingsReader(Map.of(), Options.none()).readText(bomb.toString(), "redrive.yaml"))
                .isInstanceOf(BadSettings.class);
    }

    @Test
    void a_file_that_holds_itself_is_refused() {
        assertThatThrownBy(() -> new SettingsReader(Map.of(), Options.none())
                        .readText("redrive: &a { channels: [*a] }", "redrive.yaml"))
                .isInstanceOf(BadSettings.class);
    }

    @Test
    void a_tag_makes_no_object() {
        assertThat(SettingsFixture.mistakes("http: !!javax.script.ScriptEngineManager { port: x }"))
                .singleElement()
                .asString()
                .startsWith("redrive.yaml, line 2: not YAML: Global tag is not allowed");
    }
}
