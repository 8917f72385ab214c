package dev.redrive.capture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    @Test
    void only_the_hidden_values_change_and_every_other_byte_stays() {
        Redaction redaction = Redaction.hiding("$.card.number", "$..password");
        String payload = " { \"id\":9007199254740993,\r\n\"card\" : {\"number\" : \"4111\" , \"limit\":0.1000},"
                + "\"users\":[{\"password\":{\"old\":\"a\"}} ] }\n";

        byte[] redacted = redaction.redact(payload.getBytes(UTF_8));

        assertThat(redacted)
                .asString(UTF_8)
                .isEqualTo(" { \"id\":9007199254740993,\r\n\"card\" : {\"number\" : \"***\" , \"limit\":0.1000},"
                        + "\"users\":[{\"password\":\"***\"} ] }\n");
    }

    @Test
    void bytes_that_are_no_utf8_neither_change_nor_keep_a_secret_visible() {
        Redaction redaction = Redaction.hiding("$.password");

        byte[] redacted = redaction.redact("{\"name\":\"Müller\",\"password\":\"geheim\"}".getBytes(ISO_8859_1));

        assertThat(redacted).isEqualTo("{\"name\":\"Müller\",\"password\":\"***\"}".getBytes(ISO_8859_1));
    }

    @Test
    void a_byte_order_mark_does_not_keep_a_secret_visible() {
        Redaction redaction = Redaction.hiding("$.password");

        byte[] redacted = redaction.redact("\ufeff{\"password\":1}".getBytes(UTF_8));

        assertThat(redacted).asString(UTF_8).isEqualTo("\ufeff{\"password\":\"***\"}");
    }

    @Test
    void the_same_array_comes_back_when_nothing_matches() {
        byte[] payload = "{\"a\":1}".getBytes(UTF_8);

        byte[] redacted = Redaction.hiding("$.b").redact(payload);

        assertThat(redacted).isSameAs(payload);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain text with password", "{\"password\":1", "{\"password\":1} tail", "\u0000\u0001"})
    void a_payload_that_is_not_json_is_left_as_it_is(String text) {
        byte[] payload = text.getBytes(UTF_8);

        byte[] redacted = Redaction.hiding("$..password").redact(payload);

        assertThat(redacted).isSameAs(payload);
    }

    @Test
    void without_rules_nothing_is_hidden() {
        byte[] payload = "{\"password\":1}".getBytes(UTF_8);

        byte[] redacted = Redaction.none().redact(payload);

        assertThat(redacted).isSameAs(payload);
        assertThat(Redaction.none().hides("Authorization")).isFalse();
    }

    @Test
    void headers_are_hidden_by_pattern_whatever_their_case() {
        Redaction redaction = Redaction.of(List.of(), List.of("Authorization", "X-*-Token"));

        assertThat(redaction.hides("authorization")).isTrue();
        assertThat(redaction.hides("AUTHORIZATION")).isTrue();
        assertThat(redaction.hides("x-api-TOKEN")).isTrue();
        assertThat(redaction.hides("x-api-key")).isFalse();
        assertThat(redaction.hides("Proxy-Authorization")).isFalse();
    }

    @Test
    void a_rule_is_a_path_when_it_starts_with_a_dollar_and_a_header_otherwise() {
        Redaction redaction = Redaction.hiding("$.a", "cookie");

        assertThat(redaction).isEqualTo(Redaction.of(List.of("$.a"), List.of("Cookie")));
    }

    @Test
    void a_wrong_path_is_refused_when_the_rule_is_made() {
        assertThatThrownBy(() -> Redaction.hiding("$.a["))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"$.a[\"");
    }
}
