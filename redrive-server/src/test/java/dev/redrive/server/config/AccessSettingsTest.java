package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.redrive.internal.text.Sha256;
import dev.redrive.json.JsonPath;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings.Oidc;
import dev.redrive.server.config.AccessSettings.Token;
import dev.redrive.server.config.values.BadSettings;
import dev.redrive.server.config.values.Options;
import dev.redrive.text.Glob;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessSettingsTest {
    /** The SHA-256 of {@code test}. */
    private static final String HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    @Test
    void tokens_in_variables_are_named_after_their_role_and_kept_as_hashes() {
        AccessSettings access = SettingsFixture.environment(
                        Map.of("REDRIVE_ADMIN_TOKEN", "test", "REDRIVE_VIEWER_TOKEN", "other\n"))
                .access();

        assertThat(access.tokens())
                .extracting(Token::name, Token::role)
                .containsExactly(tuple("viewer", Role.VIEWER), tuple("admin", Role.ADMIN));
        assertThat(access.tokens().get(1).sha256()).isEqualTo(HASH);
        assertThat(access.tokens().get(0).sha256()).isEqualTo(Sha256.hex("other"));
        assertThat(access.isOpen()).isFalse();
        assertThat(access.toString()).doesNotContain("other");
    }

    @Test
    void access_is_read() {
        AccessSettings access = SettingsFixture.both(Map.of("ORDERS_TOKEN", "test"), """
                access:
                  tokens:
                    - { name: orders, token: "${ORDERS_TOKEN}", role: producer, channels: ["orders.*", invoices] }
                    - { name: wall, sha256: "%s", role: VIEWER }
                  oidc: { issuer: "https://login.example.com/", client-id: me, client-secret: s }
                  mask: ["$.a", "$..b"]
                  hosts: [redrive.example.com, "[::1]"]
                """.formatted("AB".repeat(32)))
                .access();

        assertThat(access.tokens())
                .containsExactly(
                        new Token("orders", HASH, Role.PRODUCER, List.of(new Glob("orders.*"), new Glob("invoices"))),
                        new Token("wall", "ab".repeat(32), Role.VIEWER, List.of()));
        assertThat(access.oidc()).contains(new Oidc("https://login.example.com/", "me", "s", "roles"));
        assertThat(access.masked()).containsExactly(JsonPath.of("$.a"), JsonPath.of("$..b"));
        assertThat(access.hosts()).containsExactly("redrive.example.com", "[::1]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "tokens: [{ name: a, role: viewer }]                               | tokens[0] | must have either a token or its sha256",
                "tokens: [{ name: a, role: viewer, token: geheim, sha256: geheim }] | tokens[0] | must have either a token or its sha256",
                "tokens: [{ role: viewer, token: geheim }]                         | tokens[0].name | is missing; it must be a text that is not empty",
                "tokens: [{ name: a, token: geheim }]                              | tokens[0].role | is missing; it must be one of producer, viewer, operator, admin",
                "tokens: [{ name: a, role: boss, token: geheim }]                  | tokens[0].role | \"boss\" is not allowed; it must be one of producer, viewer, operator, admin",
                "tokens: [{ name: a, role: viewer, token: 'geheim geheim' }]       | tokens[0].token | it must be a token of 1 to 1000 letters, digits or - . _ ~ + / =",
                "tokens: [{ name: a, role: viewer, sha256: geheim }]               | tokens[0].sha256 | it must be the SHA-256 of the token: 64 hexadecimal digits",
                "tokens: [{ name: a, role: viewer, token: geheim, channels: [] }]  | tokens[0].channels | the list is empty; fill it or remove the key",
                "tokens: []                                                        | tokens | the list is empty; fill it or remove the key",
                "tokens: geheim                                                    | tokens | must be a list, and is a single value",
                "oidc: { client-id: a, client-secret: geheim }                     | oidc.issuer | is missing; it must be an http or https URL",
                "oidc: { issuer: 'https://h', client-id: a, client-secret: [geheim] } | oidc.client-secret | must be a text that is not empty, and is a list",
                "mask: [card]                                                      | mask[0] | \"card\" is not allowed; it must be a JSON path such as $.card.number or $..password",
                "hosts: ['a:8080']                                                 | hosts[0] | \"a:8080\" is not allowed; it must be the name of a host, without a port"
            })
    void wrong_access_is_reported_without_its_secrets(String keys, String key, String text) {
        assertThat(SettingsFixture.mistakes("access: { " + keys + " }"))
                .singleElement()
                .asString()
                .startsWith("redrive.access." + key + " (redrive.yaml, line 2): " + text)
                .doesNotContain("geheim");
    }

    @Test
    void names_and_tokens_are_there_once() {
        assertThat(SettingsFixture.mistakes(
                        Map.of("REDRIVE_ADMIN_TOKEN", "geheim", "REDRIVE_VIEWER_TOKEN", "geheim"), """
                        access:
                          tokens:
                            - { name: admin, role: viewer, token: else }
                        """))
                .containsExactly(
                        "REDRIVE_ADMIN_TOKEN: \"admin\" and \"viewer\" are the same token; give each its own",
                        "redrive.access.tokens[0] (redrive.yaml, line 4): there are two tokens with the name \"admin\"");
    }

    @Test
    void a_short_token_is_a_warning() {
        assertThat(SettingsFixture.whole(Map.of("REDRIVE_ADMIN_TOKEN", "short"), "")
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("the token REDRIVE_ADMIN_TOKEN has fewer than 16 characters")
                .doesNotContain("short ");
        assertThat(SettingsFixture.whole(Map.of("REDRIVE_ADMIN_TOKEN", "x".repeat(16)), "")
                        .warnings())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void another_address_than_loopback_needs_credentials(String bind) {
        Options options = Options.parse("serve", List.of("--bind", bind));
        String someone = "redrive: { access: { tokens: [{ name: a, role: admin, sha256: " + HASH + " }] } }";

        assertThatThrownBy(() -> new SettingsReader(Map.of(), options).readText("", "redrive.yaml"))
                .isInstanceOf(BadSettings.class)
                .hasMessageContaining("redrive.http.bind (--bind): ")
                .hasMessageContaining("can be reached from other machines, and there are no credentials")
                .hasMessageContaining("REDRIVE_ADMIN_TOKEN")
                .hasMessageContaining("redrive.access.tokens");
        assertThatCode(() -> new SettingsReader(Map.of("REDRIVE_ADMIN_TOKEN", "t"), options).readText("", "x"))
                .doesNotThrowAnyException();
        assertThatCode(() -> new SettingsReader(Map.of(), options).readText(someone, "x"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "::1", "localhost"})
    void loopback_needs_none(String bind) {
        Settings settings = SettingsFixture.file("http: { bind: '" + bind + "' }");

        assertThat(settings.http().bind().isLoopbackAddress()).isTrue();
    }

    @Test
    void wrong_credentials_are_not_reported_as_missing() {
        assertThat(SettingsFixture.mistakes("""
                        http: { bind: 0.0.0.0 }
                        access: { tokens: [{ name: a, token: t, role: boss }] }
                        """)).singleElement().asString().contains("role");
    }
}
