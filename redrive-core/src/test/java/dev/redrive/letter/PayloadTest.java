package dev.redrive.letter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTest {
    private static final byte[] NO_UTF8 = {'a', (byte) 0xff, (byte) 0xc3};

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"amount\":9007199254740993,\"rate\":0.1000}", "Grüße 💥", "line\r\nline"})
    void text_comes_back_as_it_was(String text) {
        Payload payload = Payload.of(text);

        assertThat(payload.isText()).isTrue();
        assertThat(payload.text()).isEqualTo(text);
    }

    @Test
    void bytes_come_back_as_they_were_also_when_they_are_no_text() {
        Payload payload = Payload.of(NO_UTF8);

        assertThat(payload.isText()).isFalse();
        assertThat(payload.bytes()).isEqualTo(NO_UTF8);
        assertThat(payload.size()).isEqualTo(3);
        assertThat(payload.text()).isEqualTo("a\ufffd\ufffd");
    }

    @Test
    void a_nul_byte_makes_it_binary() {
        assertThat(Payload.of("a\u0000b").isText()).isFalse();
    }

    @Test
    void the_bytes_cannot_be_changed_afterwards() {
        byte[] given = {1, 2, 3};
        Payload payload = Payload.of(given);

        given[0] = 9;
        payload.bytes()[1] = 9;

        assertThat(payload.bytes()).containsExactly(1, 2, 3);
    }

    @Test
    void two_with_the_same_bytes_are_equal() {
        assertThat(Payload.of("a")).isEqualTo(Payload.of(new byte[] {'a'})).hasSameHashCodeAs(Payload.of("a"));
        assertThat(Payload.of("a")).isNotEqualTo(Payload.of("b"));
        assertThat(Payload.of("")).isEqualTo(Payload.empty());
    }

    @Test
    void no_value_is_not_a_value_of_no_bytes() {
        Payload none = Payload.of((byte[]) null);

        assertThat(none).isEqualTo(Payload.absent()).isNotEqualTo(Payload.empty());
        assertThat(Payload.empty()).isNotEqualTo(none);
        assertThat(none.isAbsent()).isTrue();
        assertThat(none.bytesOrNull()).isNull();
        assertThat(none.bytes()).isEmpty();
        assertThat(Payload.of(new byte[0]).isAbsent()).isFalse();
        assertThat(Payload.empty().bytesOrNull()).isEmpty();
        assertThat(none).hasToString("no value");
    }

    @Test
    void a_payload_never_shows_in_a_text() {
        Payload payload = Payload.of("top-secret");
        Message message = Message.of(payload).withKey("secret-key");

        assertThat(payload).hasToString("10 bytes");
        assertThat(message.toString()).doesNotContain("secret");
        assertThat(Optional.of(message).toString()).doesNotContain("secret");
    }

    @Test
    void a_part_ends_with_the_payload_at_the_latest() {
        Payload payload = Payload.of("abcdef");

        assertThat(payload.part(2, 3)).asString().isEqualTo("cde");
        assertThat(payload.part(4, Integer.MAX_VALUE)).asString().isEqualTo("ef");
        assertThat(payload.part(99, 3)).isEmpty();
    }
}
