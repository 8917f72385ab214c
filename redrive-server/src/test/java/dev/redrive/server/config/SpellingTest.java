package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.config.values.Spelling;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    private static final List<String> WORDS = List.of("port", "bind", "max-payload", "max-body", "retention");

    @ParameterizedTest
    @CsvSource({
        "prot, port",
        "prt, port",
        "PORT, port",
        "max_payload, max-payload",
        "maxbody, max-body",
        "retenton, retention"
    })
    void a_near_word_is_suggested(String written, String meant) {
        assertThat(Spelling.nearest(written, WORDS)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"x", "colour", "timeout", "''"})
    void a_far_word_is_not(String written) {
        assertThat(Spelling.hint(written, WORDS)).isEmpty();
    }

    @Test
    void distance_counts_single_steps() {
        assertThat(Spelling.distance("port", "port")).isZero();
        assertThat(Spelling.distance("port", "prot")).isEqualTo(1);
        assertThat(Spelling.distance("port", "ports")).isEqualTo(1);
        assertThat(Spelling.distance("", "abc")).isEqualTo(3);
    }
}
