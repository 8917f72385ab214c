package dev.redrive.server.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Payload;
import org.junit.jupiter.api.Test;

/** What the bytes of a payload are called. */
class PayloadFormTest {
    private static String words(int... bytes) {
        byte[] payload = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) payload[i] = (byte) bytes[i];
        return PayloadForm.of(Payload.of(payload)).words();
    }

    @Test
    void bytes_that_count_up_from_zero_have_no_schema() {
        assertThat(words(0, 1, 2, 3, 4, 5, 6, 7)).isEqualTo("binary");
    }

    @Test
    void a_small_number_behind_a_zero_is_the_id_of_a_schema() {
        assertThat(words(0, 0, 0, 0, 42, 6, 7)).contains("schema 42 ", "Confluent wire format");
        assertThat(words(0, 0, 0x01, 0x86, 0xA1, 6, 7)).contains("schema 100001 ");
    }

    @Test
    void other_first_bytes_ids_that_no_registry_gives_and_a_prefix_without_a_message_are_just_bytes() {
        assertThat(words(1, 0, 0, 0, 42, 6)).isEqualTo("binary");
        assertThat(words(0, 0, 0, 0, 0, 6)).isEqualTo("binary");
        assertThat(words(0, 0xFF, 0xFF, 0xFF, 0xFF, 6)).isEqualTo("binary");
        assertThat(words(0, 0, 0x98, 0x96, 0x80, 6)).isEqualTo("binary");
        assertThat(words(0, 0, 0, 0, 42)).isEqualTo("binary");
    }

    @Test
    void json_text_and_nothing_are_told_apart() {
        assertThat(PayloadForm.of(Payload.of("{\"a\": 1}")).kind()).isEqualTo(PayloadForm.Kind.JSON);
        assertThat(PayloadForm.of(Payload.of("{broken")).kind()).isEqualTo(PayloadForm.Kind.TEXT);
        assertThat(PayloadForm.of(Payload.empty()).kind()).isEqualTo(PayloadForm.Kind.EMPTY);
        assertThat(PayloadForm.of(Payload.absent()).kind()).isEqualTo(PayloadForm.Kind.ABSENT);
    }

    @Test
    void a_long_text_is_json_when_it_begins_and_ends_as_json() {
        String rows = "{\"n\": 9007199254740993, \"t\": \"ü, ]}\"}, ".repeat(20_000);

        assertThat(PayloadForm.of(Payload.of(" [" + rows + "null] ")).kind()).isEqualTo(PayloadForm.Kind.JSON);
        assertThat(PayloadForm.of(Payload.of("[" + rows + "null")).kind()).isEqualTo(PayloadForm.Kind.TEXT);
        assertThat(PayloadForm.of(Payload.of("[" + rows + "\"cut")).kind()).isEqualTo(PayloadForm.Kind.TEXT);
        assertThat(PayloadForm.of(Payload.of("[" + rows + "null] more")).kind()).isEqualTo(PayloadForm.Kind.TEXT);
        assertThat(PayloadForm.of(Payload.of("[wrong, " + rows + "null]")).kind())
                .isEqualTo(PayloadForm.Kind.TEXT);
    }

    @Test
    void what_is_beyond_the_checked_beginning_of_a_long_text_is_not_read_as_json() {
        String json = "[" + "1, ".repeat(PayloadForm.CHECKED / 3) + "wrong, 1]";

        assertThat(PayloadForm.of(Payload.of(json)).kind()).isEqualTo(PayloadForm.Kind.JSON);
    }
}
