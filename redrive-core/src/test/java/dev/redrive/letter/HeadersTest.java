package dev.redrive.letter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeadersTest {
    @Test
    void header_values_never_show_in_a_text() {
        Header header = Header.of("Authorization", "Bearer top-secret");
        Headers headers = new Headers(List.of(header));
        Message message = Message.of("{}").with(headers);

        assertThat(headers).hasToString("[Authorization]");
        assertThat(header.toString()).contains("Authorization").doesNotContain("secret");
        assertThat(message.toString()).contains("Authorization").doesNotContain("secret");
    }

    @Test
    void the_last_header_of_a_name_counts() {
        Headers headers = new Headers(List.of(Header.of("try", "1"), Header.of("other", "x"), Header.of("try", "2")));

        assertThat(headers.text("try")).contains("2");
        assertThat(headers.text("Try")).isEmpty();
        assertThat(Headers.none().text("try")).isEmpty();
    }

    @Test
    void headers_keep_their_order_and_their_repetitions() {
        List<Header> given = new ArrayList<>(List.of(Header.of("b", "1"), Header.of("a", "2"), Header.of("b", "1")));
        Headers headers = new Headers(given);

        given.clear();

        assertThat(headers.list()).containsExactly(Header.of("b", "1"), Header.of("a", "2"), Header.of("b", "1"));
    }

    @Test
    void a_map_of_texts_becomes_headers() {
        Headers headers = Headers.of(Map.of("traceparent", "00-abc"));

        assertThat(headers.list()).containsExactly(Header.of("traceparent", "00-abc"));
    }
}
