package dev.redrive.store.attributes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.redaction.Redaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchPathsTest {
    private static List<String> values(String path, Message message) {
        return SearchPaths.of(Map.of("a", path)).in(message).stream()
                .map(Attribute::value)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$.a       | {\"a\":\"x\"}                       | x",
                "$.a       | {\"a\":9007199254740993}            | 9007199254740993",
                "$.a       | {\"a\":0.1000}                      | 0.1000",
                "$.a       | {\"a\":true}                        | true",
                "$.a       | {\"a\":null}                        | ``",
                "$.a       | {\"a\":\"null\"}                    | null",
                "$.a       | {\"a\":\"\"}                        | ``",
                "$.a       | {\"a\":{\"b\":1}}                   | ``",
                "$.a       | {\"a\":[1,\"2\",{\"b\":3},[4],null]} | 1 2",
                "$.a[*].b  | {\"a\":[{\"b\":1},{\"b\":2},{}]}    | 1 2",
                "$.a       | [{\"a\":1},{\"a\":2}]               | 1 2",
                "$..id     | {\"id\":1,\"x\":{\"id\":2}}         | 1 2",
                "$..id     | {\"id\":{\"id\":2}}                 | 2",
                "$         | \"x\"                               | x",
                "$.a       | {\"a\":\"\\u0041\"}                 | A",
                "$['a b']  | {\"a b\":1}                         | 1",
                "$.a       | {\"a\":1,\"a\":2}                   | 1",
                "$.a       | {\"a\":1} not read any more         | 1",
                "$.a       | {\"b\":wrong,\"a\":1}               | ``",
                "$.a[*]    | {\"a\":[1]} trailing                | ``",
                "$.a       | no JSON                             | ``"
            })
    void values_are_read_from_a_payload(String path, String payload, String expected) {
        assertThat(String.join(" ", values(path, Message.of(payload)))).isEqualTo(expected);
    }

    @Test
    void values_are_read_from_headers_in_any_case_of_their_name() {
        Message message = Message.of("{}")
                .with(new Headers(List.of(
                        Header.of("X-Order-Id", "1"),
                        Header.of("x-order-id", "2"),
                        Header.of("x-other", "3"),
                        new Header("x-order-id", Payload.of(new byte[] {(byte) 0xff, 0})))));

        assertThat(values("header:x-order-ID", message)).containsExactly("1", "2");
    }

    @Test
    void paths_may_lead_to_the_same_values_and_into_one_another() {
        SearchPaths paths = SearchPaths.of(Map.of("one", "$.a.b", "two", "$.a.b", "all", "$.a"));

        assertThat(paths.in(Message.of("{\"a\":{\"b\":1}}")))
                .containsExactlyInAnyOrder(new Attribute("one", "1"), new Attribute("two", "1"));
    }

    @Test
    void so_many_values_of_a_name_are_kept_each_once() {
        String many = IntStream.range(0, 1000).mapToObj(i -> "1," + i).collect(Collectors.joining(","));

        assertThat(values("$.a", Message.of("{\"a\":[" + many + "]}")).size())
                .isLessThanOrEqualTo(SearchPaths.MOST_VALUES);
        assertThat(values("$.a[*]", Message.of("{\"a\":[" + many + "]}")).size())
                .isLessThanOrEqualTo(SearchPaths.MOST_VALUES);
        assertThat(values("$.a", Message.of("{\"a\":[2,2,2]}"))).containsExactly("2");
    }

    @Test
    void what_is_hidden_is_no_value() {
        Message message = Message.of("{\"a\":[\"" + Redaction.MASK + "\",\"card " + Redaction.MASK + "\",\"x\"]}")
                .with(new Headers(List.of(Header.of("h", Redaction.MASK))));

        assertThat(values("$.a", message)).containsExactly("x");
        assertThat(values("header:h", message)).isEmpty();
    }

    @Test
    void a_long_value_is_its_digest_and_one_that_cannot_be_stored_is_cleaned() {
        assertThat(new Attribute("a", "x".repeat(200)).value()).isEqualTo("x".repeat(200));
        assertThat(new Attribute("a", "x".repeat(201)).value()).hasSize(71).startsWith("sha256:");
        assertThat(new Attribute("a", "x".repeat(201))).isNotEqualTo(new Attribute("a", "x".repeat(202)));
        assertThat(new Attribute("a", "\0").value()).isEqualTo("\uFFFD");
        assertThat(new Attribute("a", "secret")).hasToString("a=…");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orderId", "$.", "header:", "header:a b", "headers:a", "$.a["})
    void what_is_no_path_is_refused(String path) {
        assertThatThrownBy(() -> SearchPaths.of(Map.of("a", path)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + path + "\"")
                .hasMessageContaining("header:x-order-id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a b", "ä", "a.b"})
    void what_is_no_name_is_refused(String name) {
        assertThatThrownBy(() -> SearchPaths.of(Map.of(name, "$.a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + name + "\"");
    }

    @Test
    void there_are_at_most_twenty() {
        Map<String, String> paths = new HashMap<>();
        for (int i = 0; i < 21; i++) paths.put("n" + i, "$.n" + i);

        assertThatThrownBy(() -> SearchPaths.of(paths))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("21 search paths, and at most 20");
    }
}
