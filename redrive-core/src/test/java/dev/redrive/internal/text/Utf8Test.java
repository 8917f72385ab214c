package dev.redrive.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
    /** The bytes at which the rules of UTF-8 change, and their neighbours. */
    private static final int[] EDGES = {
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
        0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };

    @Test
    void bytes_are_text_exactly_when_a_string_gives_them_back() {
        byte[] bytes = new byte[4];
        for (int a : EDGES)
            for (int b : EDGES)
                for (int c : EDGES)
                    for (int d : EDGES) {
                        bytes[0] = (byte) a;
                        bytes[1] = (byte) b;
                        bytes[2] = (byte) c;
                        bytes[3] = (byte) d;
                        assertSame(bytes);
                    }
    }

    @Test
    void it_does_not_matter_where_the_bytes_stand() {
        Random random = new Random(42);
        for (int round = 0; round < 50_000; round++) {
            byte[] bytes = "Grüße, 漢字 und 😀 an alle".repeat(2).getBytes(StandardCharsets.UTF_8);
            bytes = Arrays.copyOfRange(bytes, random.nextInt(20), bytes.length - random.nextInt(20));
            if (random.nextBoolean()) bytes[random.nextInt(bytes.length)] = (byte) EDGES[random.nextInt(EDGES.length)];
            assertSame(bytes);
        }
    }

    @Test
    void the_first_byte_of_no_character_is_found_within_the_range() {
        byte[] bytes = "0123456789ü0123456789".getBytes(StandardCharsets.UTF_8);
        bytes[20] = (byte) 0xFF;

        assertThat(Utf8.firstInvalid(bytes, 0, bytes.length)).isEqualTo(20);
        assertThat(Utf8.firstInvalid(bytes, 0, 20)).isEqualTo(-1);
        assertThat(Utf8.firstInvalid(bytes, 0, 11)).as("ends within ü").isEqualTo(10);
        assertThat(Utf8.firstInvalid(bytes, 11, bytes.length))
                .as("begins within ü")
                .isEqualTo(11);
        assertThat(Utf8.firstInvalid(bytes, 12, 20)).isEqualTo(-1);
    }

    private static void assertSame(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean same = Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
        if (Utf8.isValid(bytes) != same) assertThat(bytes).as("valid: " + same).isNull();
    }

    @Test
    void a_text_has_as_many_bytes_as_it_is_written_with() {
        for (String text : List.of("", "a", "\u007F\u0080", "Grüße", "\u07FF\u0800", "漢字", "\uFFFF", "😀 an alle"))
            assertThat(Utf8.size(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }
}
