package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.store.attributes.SearchPaths;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SearchWordsTest {
    private final SearchWords words = new SearchWords(() -> SearchPaths.of(Map.of("orderId", "$.orderId")));

    @Test
    void words_with_a_known_name_are_conditions_and_the_rest_is_text() {
        assertThat(words.read("status:failed timed out orderid:ORD-1 channel:\"a b\" CHANNEL:c"))
                .isEqualTo(Map.of(
                        "status", List.of("failed"),
                        "attr.orderId", List.of("ORD-1"),
                        "channel", List.of("a b", "c"),
                        "q", List.of("timed out")));
    }

    @Test
    void a_cause_is_one_that_letters_were_captured_for_or_fail_with() {
        assertThat(words.read("cause:5d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59"))
                .isEqualTo(Map.of("anyCause", List.of("5d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59")));
    }

    @Test
    void what_only_looks_like_a_condition_stays_text_as_it_was_typed() {
        for (String text : List.of(
                "java.net.SocketTimeoutException: Read timed out",
                "http://payments.internal/charges  answered",
                "status: failed",
                "xstatus:failed",
                "q:text",
                "10:30:00")) assertThat(words.read(text)).isEqualTo(Map.of("q", List.of(text)));
    }
}
