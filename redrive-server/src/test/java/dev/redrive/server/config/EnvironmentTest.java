package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.policy.OffPeak;
import dev.redrive.server.config.values.Overrides;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTest {
    @ParameterizedTest
    @CsvSource({
        "redrive.http.port,                             REDRIVE_HTTP_PORT",
        "redrive.http.max-body,                         REDRIVE_HTTP_MAX_BODY",
        "redrive.channels[0].match,                     REDRIVE_CHANNELS_0_MATCH",
        "redrive.channels[12].target.http.url,          REDRIVE_CHANNELS_12_TARGET_HTTP_URL",
        "redrive.kafka.bootstrap-servers,               REDRIVE_KAFKA_BOOTSTRAP_SERVERS"
    })
    void a_variable_is_named_after_its_key(String key, String variable) {
        assertThat(Overrides.nameFor(key)).isEqualTo(variable);
    }

    @Test
    void a_whole_configuration_can_be_in_variables() {
        Settings settings = SettingsFixture.environment(Map.ofEntries(
                Map.entry("REDRIVE_STORE", "postgresql://db/app"),
                Map.entry("REDRIVE_ARCHIVE", "file:/archive"),
                Map.entry("REDRIVE_KAFKA_BOOTSTRAP_SERVERS", "a:1,b:2"),
                Map.entry("REDRIVE_HTTP_PORT", "9"),
                Map.entry("REDRIVE_CHANNELS_0_MATCH", "payment.*"),
                Map.entry("REDRIVE_CHANNELS_0_TARGET_HTTP_URL", "http://h/p"),
                Map.entry("REDRIVE_CHANNELS_0_TARGET_HTTP_HEADERS_X_API_KEY", "k"),
                Map.entry("REDRIVE_CHANNELS_1_MATCH", "*"),
                Map.entry("REDRIVE_POLICIES_0_STRATEGY", "off-peak"),
                Map.entry("REDRIVE_POLICIES_0_HOURS", "1, 2"),
                Map.entry("REDRIVE_POLICIES_0_ZONE", "Europe/Berlin"),
                Map.entry("REDRIVE_ALERTS_0_NAME", "x"),
                Map.entry("REDRIVE_ALERTS_0_WHEN", "pending > 1"),
                Map.entry("REDRIVE_NOTIFY_EMAIL_TO", "a@b.c"),
                Map.entry("REDRIVE_REDACTION_PATHS", "$.a,$.b"),
                Map.entry("REDRIVE_ACCESS_TOKENS_0_NAME", "t"),
                Map.entry("REDRIVE_ACCESS_TOKENS_0_TOKEN", "0123456789abcdef"),
                Map.entry("REDRIVE_ACCESS_TOKENS_0_ROLE", "operator")));

        assertThat(settings.store()).isEqualTo("postgresql://db/app");
        assertThat(settings.archive()).isEqualTo(ArchiveSettings.at("file:/archive"));
        assertThat(settings.http().port()).isEqualTo(9);
        assertThat(settings.channels()).hasSize(2);
        assertThat(http(settings.channels().get(0)).headers()).containsEntry("X-API-KEY", "k");
        assertThat(settings.policies().get(0).strategy())
                .isEqualTo(new OffPeak(List.of(1, 2), ZoneId.of("Europe/Berlin")));
        assertThat(settings.alerts().rules()).last().extracting("name").isEqualTo("x");
        assertThat(settings.alerts().email()).isPresent();
        assertThat(settings.redaction().paths()).hasSize(2);
        assertThat(settings.access().tokens()).hasSize(1);
    }

    @Test
    void a_variable_changes_one_key_of_an_item_and_adds_items_behind_the_last() {
        Settings settings = SettingsFixture.both(
                Map.of(
                        "REDRIVE_CHANNELS_0_TARGET_HTTP_URL", "http://other",
                        "REDRIVE_CHANNELS_0_TARGET_HTTP_HEADERS_X_KEY", "new",
                        "REDRIVE_CHANNELS_1_MATCH", "b"),
                "channels: [{ match: a, ordered: true, target: { http: { url: 'http://one', headers: { x-key: old } } } }]");

        ChannelSettings first = settings.channels().get(0);
        assertThat(first.match().pattern()).isEqualTo("a");
        assertThat(first.ordered()).isTrue();
        assertThat(http(first).url()).hasToString("http://other");
        assertThat(http(first).headers()).containsExactly(Map.entry("x-key", "new"));
        assertThat(settings.channels().get(1).match().pattern()).isEqualTo("b");
    }

    private static ChannelSettings.HttpTarget http(ChannelSettings channel) {
        return (ChannelSettings.HttpTarget) channel.target().orElseThrow();
    }

    @Test
    void a_list_in_a_variable_replaces_the_whole_list() {
        Settings settings =
                SettingsFixture.both(Map.of("REDRIVE_REDACTION_HEADERS", "c"), "redaction: { headers: [a, b] }");

        assertThat(settings.redaction().headers()).hasSize(1);
    }

    @Test
    void the_name_of_the_key_comes_before_the_other_name() {
        AlertSettings alerts = SettingsFixture.both(
                        Map.of("REDRIVE_NOTIFY_SLACK", "https://one", "SLACK_WEBHOOK_URL", "https://two"),
                        "notify: { slack: 'https://three' }")
                .alerts();

        assertThat(alerts.slack().orElseThrow()).hasToString("https://one");
    }

    @Test
    void an_empty_variable_is_not_set() {
        assertThat(SettingsFixture.both(Map.of("REDRIVE_HTTP_PORT", " "), "http: { port: 9 }")
                        .http()
                        .port())
                .isEqualTo(9);
    }

    @Test
    void a_gap_in_the_numbers_is_a_mistake() {
        assertThat(SettingsFixture.mistakes(Map.of("REDRIVE_CHANNELS_3_MATCH", "a"), "channels: [{ match: b }]"))
                .containsExactly(
                        "redrive.channels[3] (REDRIVE_CHANNELS_3_…): the item before it is missing; the next free"
                                + " number is 1");
    }

    @Test
    void a_mistake_names_the_variable() {
        assertThat(SettingsFixture.mistakes(
                        Map.of("REDRIVE_HTTP_PORT", "tcp://10.0.0.1:80", "REDRIVE_CHANNELS_0_ORDERED", "true"), ""))
                .containsExactlyInAnyOrder(
                        "redrive.http.port (REDRIVE_HTTP_PORT): \"tcp://10.0.0.1:80\" is not allowed; it must be a whole"
                                + " number from 0 to 65535",
                        "redrive.channels[0].match (REDRIVE_CHANNELS_0_…): is missing; it must be a name, in which *"
                                + " stands for any characters, such as payment.*");
    }

    @Test
    void an_unknown_variable_is_a_warning() {
        assertThat(SettingsFixture.whole(Map.of("REDRIVE_HTTP_PROT", "1", "REDRIVE_COLOUR", "blue", "PATH", "/bin"), "")
                        .warnings())
                .containsExactly(
                        "the environment variable REDRIVE_COLOUR is not known and has no effect",
                        "the environment variable REDRIVE_HTTP_PROT is not known and has no effect; did you mean"
                                + " \"REDRIVE_HTTP_PORT\"?");
    }

    @Test
    void what_others_set_is_no_reason_to_warn() {
        assertThat(SettingsFixture.whole(
                                Map.of(
                                        "REDRIVE_URL", "http://x",
                                        "REDRIVE_TOKEN", "x",
                                        "REDRIVE_CONFIG", "",
                                        "REDRIVE_PORT", "tcp://10.0.0.1:8080",
                                        "REDRIVE_PORT_8080_TCP_ADDR", "10.0.0.1",
                                        "REDRIVE_SERVICE_HOST", "10.0.0.1",
                                        "REDRIVE_SERVICE_PORT", "8080"),
                                "")
                        .warnings())
                .isEmpty();
        assertThat(SettingsFixture.whole(Map.of("REDRIVE_PORT", "8080"), "").warnings())
                .hasSize(1);
    }
}
