package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.server.config.values.BadSettings;
import dev.redrive.server.config.values.GivenSetting;
import dev.redrive.server.config.values.Options;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionRules;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsReaderTest {
    @TempDir
    Path folder;

    @Test
    void without_any_word_there_are_defaults() {
        ReadSettings read = reader(Map.of()).readIn(folder);

        Settings settings = read.settings();
        assertThat(settings.store()).isEqualTo("sqlite:./data/redrive.db");
        assertThat(settings.http())
                .isEqualTo(new Settings.Http(
                        InetAddress.getLoopbackAddress(),
                        8080,
                        20 * 1024 * 1024,
                        16 * 1024 * 1024,
                        10_000,
                        Duration.ofSeconds(20),
                        false));
        assertThat(settings.engine()).isEqualTo(new Settings.Engine(8, Duration.ofSeconds(30), Duration.ofSeconds(30)));
        assertThat(settings.channels()).isEmpty();
        assertThat(settings.classification()).isEmpty();
        assertThat(settings.policies()).isEmpty();
        assertThat(settings.retention()).isEqualTo(RetentionRules.everywhere(Retention.defaults()));
        assertThat(settings.archive()).isEqualTo(ArchiveSettings.none());
        assertThat(settings.redaction()).isEqualTo(Redaction.none());
        assertThat(settings.access().isOpen()).isTrue();
        assertThat(read.warnings()).isEmpty();
        assertThat(read.file()).isEmpty();
    }

    @Test
    void what_is_given_is_listed_with_its_place_and_without_secrets() throws IOException {
        write("redrive.yaml", """
                redrive:
                  http: { port: 1, max-body: 1MB }
                  targets: { shop: { http: { url: 'https://shop.example.com/in' } } }
                  notify: { email: { host: mail.example.com, from: a@example.com, to: [b@example.com], user: u, password: hunter2 } }
                """);
        Map<String, String> environment =
                Map.of("REDRIVE_HTTP_PORT", "2", "REDRIVE_ADMIN_TOKEN", "hunter2-hunter2-hunter2");

        List<GivenSetting> given = reader(environment).readIn(folder).settings().given();

        assertThat(given)
                .contains(
                        new GivenSetting("redrive.http.port", "2", "REDRIVE_HTTP_PORT"),
                        new GivenSetting("redrive.http.max-body", "1MB", "redrive.yaml, line 2"),
                        new GivenSetting("redrive.notify.email.password", "", "redrive.yaml, line 4"),
                        new GivenSetting("REDRIVE_ADMIN_TOKEN", "", "REDRIVE_ADMIN_TOKEN"))
                .extracting(GivenSetting::key)
                .contains("redrive.targets.shop.http.url", "redrive.notify.email.to[0]")
                .doesNotContain("redrive.targets.shop", "redrive.engine.workers")
                .doesNotHaveDuplicates();
        assertThat(given.toString()).doesNotContain("hunter2");
        assertThat(reader(Map.of()).readText("", "nothing").settings().given()).isEmpty();
    }

    @Test
    void the_command_line_comes_before_the_environment_and_that_before_the_file() throws IOException {
        write(
                "redrive.yaml",
                "redrive: { store: 'sqlite:file', http: { port: 1, max-body: 1MB }, engine: { workers: 3 } }");
        Map<String, String> environment = Map.of("REDRIVE_HTTP_PORT", "2", "REDRIVE_HTTP_MAX_BODY", "2MB");
        Options options = Options.parse("serve", List.of("--port", "3"));

        Settings settings =
                new SettingsReader(environment, options).readIn(folder).settings();

        assertThat(settings.http().port()).isEqualTo(3);
        assertThat(settings.http().maxBodyBytes()).isEqualTo(2 * 1024 * 1024);
        assertThat(settings.engine().workers()).isEqualTo(3);
        assertThat(settings.store()).isEqualTo("sqlite:file");
        assertThat(settings.engine().poll()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void every_option_has_its_key() {
        Options options = Options.parse("serve", List.of("--bind", "127.0.0.2", "--store", "sqlite:x"));

        Settings settings = new SettingsReader(Map.of(), options).readIn(folder).settings();

        assertThat(settings.http().bind().getHostAddress()).isEqualTo("127.0.0.2");
        assertThat(settings.store()).isEqualTo("sqlite:x");
    }

    @Test
    void the_file_may_have_another_name() throws IOException {
        write("other.yaml", "redrive: { http: { port: 7 } }");
        Options options = Options.parse("serve", List.of("--config", "other.yaml"));

        ReadSettings byOption = new SettingsReader(Map.of(), options).readIn(folder);
        ReadSettings byVariable = reader(Map.of("REDRIVE_CONFIG", "other.yaml")).readIn(folder);

        assertThat(byOption.settings().http().port()).isEqualTo(7);
        assertThat(byOption.file()).contains(folder.resolve("other.yaml"));
        assertThat(byVariable.settings()).isEqualTo(byOption.settings());
        assertThat(byVariable.warnings()).isEmpty();
    }

    @Test
    void a_file_that_is_asked_for_must_be_there() {
        Options options = Options.parse("serve", List.of("--config", "gone.yaml"));

        assertThatThrownBy(() -> new SettingsReader(Map.of(), options).readIn(folder))
                .isInstanceOf(BadSettings.class)
                .hasMessageContaining(folder.resolve("gone.yaml") + " cannot be read: there is no such file");
    }

    @Test
    void a_file_that_is_not_utf_8_is_refused() throws IOException {
        Files.write(folder.resolve("redrive.yaml"), "redrive: { store: 'ü' }".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> reader(Map.of()).readIn(folder)).hasMessageContaining("it is not UTF-8");
    }

    @Test
    void a_file_that_is_too_large_is_refused() throws IOException {
        write("redrive.yaml", "#".repeat(1_000_001));

        assertThatThrownBy(() -> reader(Map.of()).readIn(folder)).hasMessageContaining("larger than 1000000 bytes");
    }

    @Test
    void a_file_with_the_other_ending_is_not_overlooked_silently() throws IOException {
        write("redrive.yml", "redrive: { http: { port: 7 } }");

        ReadSettings read = reader(Map.of()).readIn(folder);

        assertThat(read.settings().http().port()).isEqualTo(8080);
        assertThat(read.warnings())
                .containsExactly("redrive.yml is not read; name it redrive.yaml, or point to it with --config");
    }

    @Test
    void an_empty_file_sets_nothing() throws IOException {
        for (String text : List.of("", "# nothing yet\n", "redrive:\n", "---\n", "redrive: {}\n")) {
            write("redrive.yaml", text);

            assertThat(reader(Map.of()).readIn(folder).settings().http().port()).isEqualTo(8080);
        }
    }

    @Test
    void a_key_without_a_value_is_not_there() {
        Settings settings = SettingsFixture.file("""
                http:
                  port:
                channels:
                alerts: ~
                """);

        assertThat(settings.http().port()).isEqualTo(8080);
        assertThat(settings.channels()).isEmpty();
    }

    @Test
    void redaction_is_a_list_of_rules_or_a_group_with_keys() {
        String key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
        String rules = "[{ path: $.card, mode: seal }, { header: Cookie }, { pattern: card-number, mode: remove }]";
        Redaction expected =
                Redaction.none().sealing("$.card").removing("Cookie").removingLike("card-number");

        Settings list = SettingsFixture.both(Map.of("REDRIVE_SEAL_KEY", key), "redaction: " + rules);
        Settings group = SettingsFixture.file(
                "redaction: { rules: " + rules + ", keys: [{ id: new, value: \"" + key + "\" }] }");

        assertThat(list.redaction()).isEqualTo(expected.with(SealKeys.of("default", key)));
        assertThat(group.redaction()).isEqualTo(expected.with(SealKeys.of("new", key)));
    }

    @Test
    void http_engine_retention_and_redaction_are_read() {
        Settings settings = SettingsFixture.file("""
                http: { bind: "::1", port: 0, max-body: 512kb, max-payload: 1024, requests-per-second: 5, logs: JSON, shutdown: 0s }
                engine: { workers: 32, poll: 500ms, lease: 2m }
                retention: { resolved: 2w, failed: 24h, archived: 2y }
                redaction: { paths: ["$.card.number"], headers: [Authorization, "x-*"] }
                """);

        assertThat(settings.http().bind().getHostAddress()).isEqualTo("0:0:0:0:0:0:0:1");
        assertThat(settings.http().port()).isZero();
        assertThat(settings.http().maxBodyBytes()).isEqualTo(512 * 1024);
        assertThat(settings.http().maxPayloadBytes()).isEqualTo(1024);
        assertThat(settings.http().requestsPerSecond()).isEqualTo(5);
        assertThat(settings.http().jsonLogs()).isTrue();
        assertThat(settings.http().shutdown()).isZero();
        assertThat(settings.engine()).isEqualTo(new Settings.Engine(32, Duration.ofMillis(500), Duration.ofMinutes(2)));
        assertThat(settings.retention())
                .isEqualTo(RetentionRules.everywhere(
                        new Retention(Duration.ofDays(14), Duration.ofDays(1), Duration.ofDays(730))));
        assertThat(settings.redaction())
                .isEqualTo(Redaction.of(List.of("$.card.number"), List.of("authorization", "x-*")));
    }

    @Test
    void a_channel_has_the_usual_times_where_it_says_nothing() {
        Settings settings = SettingsFixture.file("""
                retention:
                  resolved: 2w
                  channels:
                    - { match: "ledger.*", archived: 10y }
                    - { match: logs, resolved: 1d, failed: 1d }
                """);

        RetentionRules rules = settings.retention();
        assertThat(rules.of("ledger.eu"))
                .isEqualTo(new Retention(Duration.ofDays(14), Duration.ofDays(90), Duration.ofDays(3650)));
        assertThat(rules.of("logs"))
                .isEqualTo(new Retention(Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(365)));
        assertThat(rules.of("orders")).isEqualTo(rules.usual());
    }

    @Test
    void the_archive_and_what_it_is_for_are_read() {
        Settings file = SettingsFixture.file("archive: file:./data/archive\ncapture-last-resort: archive");
        Settings variable = SettingsFixture.environment(
                Map.of("REDRIVE_ARCHIVE", "s3://bucket/prefix?region=eu-central-1&path-style=true"));

        assertThat(file.archive()).isEqualTo(new ArchiveSettings(Optional.of("file:./data/archive"), true));
        assertThat(variable.archive())
                .isEqualTo(ArchiveSettings.at("s3://bucket/prefix?region=eu-central-1&path-style=true"));
    }

    @Test
    void spring_learns_where_to_listen() {
        Settings settings = SettingsFixture.file("http: { port: 9, shutdown: 3s }");

        assertThat(settings.spring())
                .containsEntry("server.address", "127.0.0.1")
                .containsEntry("server.port", "9")
                .containsEntry("server.shutdown", "graceful")
                .containsEntry("spring.lifecycle.timeout-per-shutdown-phase", "3000ms");
    }

    @Test
    void placeholders_are_filled_from_the_environment() {
        Map<String, String> environment = Map.of("DB_PASSWORD", "geheim", "PORT", "9");

        Settings settings = SettingsFixture.both(environment, """
                store: postgresql://me:${DB_PASSWORD}@db:5432/app
                http: { port: "${PORT:8080}", max-body: "${LARGEST:5}MB" }
                capture-timeout: ${PATIENCE:}
                redaction: { headers: ["$${x}"] }
                """);

        assertThat(settings.store()).isEqualTo("postgresql://me:geheim@db:5432/app");
        assertThat(settings.http().port()).isEqualTo(9);
        assertThat(settings.http().maxBodyBytes()).isEqualTo(5 * 1024 * 1024);
        assertThat(settings.redaction().hides("${x}")).isTrue();
    }

    @Test
    void settings_can_be_printed_without_their_secrets() {
        Settings settings = SettingsFixture.both(Map.of("REDRIVE_ADMIN_TOKEN", "geheim"), """
                store: postgresql://me:geheim@db/app
                archive: s3://me:geheim@bucket/prefix
                channels: [{ match: a, target: { http: { url: "http://h/p?k=geheim", headers: { X-Key: geheim } } } }]
                notify:
                  email: { to: a@b.c, user: me, password: geheim }
                  slack: https://hooks.slack.com/geheim
                  webhook: { url: "https://h/geheim", secret: geheim }
                access: { oidc: { issuer: "https://h", client-id: me, client-secret: geheim } }
                """);

        assertThat(settings.toString()).doesNotContain("geheim");
        assertThat(settings.channels().toString()).doesNotContain("geheim").contains("http://h/p");
        assertThat(settings.alerts().toString()).doesNotContain("geheim");
        assertThat(settings.access().toString()).doesNotContain("geheim");
    }

    @Test
    void merge_keys_and_anchors_work() {
        Settings settings = SettingsFixture.file("""
                channels:
                  - &usual { match: a, ordered: true, target: { http: { url: "http://h/" } } }
                  - { <<: *usual, match: b }
                """);

        assertThat(settings.channels()).hasSize(2).allMatch(ChannelSettings::ordered);
    }

    private SettingsReader reader(Map<String, String> environment) {
        return new SettingsReader(environment, Options.none());
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
