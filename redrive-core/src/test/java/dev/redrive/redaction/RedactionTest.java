package dev.redrive.redaction;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.SettableClock;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    private static byte[] redacted(Redaction redaction, byte[] payload) {
        Message message = Message.of(Payload.of(payload));
        return new RedactionGate(redaction)
                .hide(new LetterIds(SettableClock.standing()).next(), message)
                .message()
                .payload()
                .bytes();
    }

    @Test
    void only_the_hidden_values_change_and_every_other_byte_stays() {
        Redaction redaction = Redaction.hiding("$.card.number", "$..password");
        String payload = " { \"id\":9007199254740993,\r\n\"card\" : {\"number\" : \"4111\" , \"limit\":0.1000},"
                + "\"users\":[{\"password\":{\"old\":\"a\"}} ] }\n";

        byte[] redacted = redacted(redaction, payload.getBytes(UTF_8));

        assertThat(redacted)
                .asString(UTF_8)
                .isEqualTo(" { \"id\":9007199254740993,\r\n\"card\" : {\"number\" : \"***\" , \"limit\":0.1000},"
                        + "\"users\":[{\"password\":\"***\"} ] }\n");
    }

    @Test
    void a_document_in_another_encoding_is_hidden_whole() {
        Redaction redaction = Redaction.hiding("$.password");

        byte[] redacted = redacted(redaction, "{\"name\":\"Müller\",\"password\":\"geheim\"}".getBytes(ISO_8859_1));

        assertThat(redacted).asString(UTF_8).isEqualTo("***");
    }

    @Test
    void a_byte_order_mark_does_not_keep_a_secret_visible() {
        Redaction redaction = Redaction.hiding("$.password");

        byte[] redacted = redacted(redaction, "\ufeff{\"password\":1}".getBytes(UTF_8));

        assertThat(redacted).asString(UTF_8).isEqualTo("***");
    }

    @Test
    void a_payload_in_which_nothing_matches_stays_as_it_is() {
        byte[] payload = "{\"a\":1}".getBytes(UTF_8);

        byte[] redacted = redacted(Redaction.hiding("$.b"), payload);

        assertThat(redacted).isEqualTo(payload);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain text with password", "dear {name}, see [1]", "<a>x</a>", "\u0000\u0001"})
    void a_payload_that_does_not_look_like_json_is_left_as_it_is(String text) {
        byte[] payload = text.getBytes(UTF_8);

        byte[] redacted = redacted(Redaction.hiding("$..password"), payload);

        assertThat(redacted).isEqualTo(payload);
    }

    @Test
    void without_rules_nothing_is_hidden() {
        byte[] payload = "{\"password\":1}".getBytes(UTF_8);

        byte[] redacted = redacted(Redaction.none(), payload);

        assertThat(redacted).isEqualTo(payload);
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
