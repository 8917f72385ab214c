package dev.redrive.store.captures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CaptureKeyTest {
    @Test
    void halves_of_surrogate_pairs_are_different_keys() {
        assertThat(CaptureKey.given("i\ud800")).isNotEqualTo(CaptureKey.given("i\ud801"));
        assertThat(CaptureKey.given("i\ud800")).isNotEqualTo(CaptureKey.given("i?"));
    }

    @Test
    void the_same_text_is_the_same_key() {
        assertThat(CaptureKey.given("order-\uD83D\uDE00")).isEqualTo(CaptureKey.given("order-\uD83D\uDE00"));
    }
}
