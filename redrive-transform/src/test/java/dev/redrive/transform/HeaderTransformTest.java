package dev.redrive.transform;

import static dev.redrive.transform.TestLetters.bytes;
import static dev.redrive.transform.TestLetters.headers;
import static dev.redrive.transform.TestLetters.jslt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.transform.letter.Transforms;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderTransformTest {
    private static final Header BINARY = new Header("trace", bytes(0xFF, 0x00, 0xC3));
    private static final Headers HEADERS =
            new Headers(List.of(Header.of("a", "1"), BINARY, Header.of("a", "2"), Header.of("z", "9")));

    @Test
    void a_patch_changes_one_header_and_leaves_the_others_byte_for_byte() {
        Headers after = headers(
                HEADERS,
                "{\"headersPatch\":[{\"op\":\"replace\",\"path\":\"/z\",\"value\":\"10\"},"
                        + "{\"op\":\"add\",\"path\":\"/new\",\"value\":\"x\"}]}");

        assertThat(after.list())
                .containsExactly(
                        Header.of("a", "1"), BINARY, Header.of("a", "2"), Header.of("z", "10"), Header.of("new", "x"));
    }

    @Test
    void a_repeated_name_is_an_array() {
        assertThat(headers(HEADERS, "{\"headersPatch\":[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":\"3\"}]}")
                        .list())
                .containsExactly(
                        Header.of("a", "1"), BINARY, Header.of("a", "2"), Header.of("a", "3"), Header.of("z", "9"));
        assertThat(headers(HEADERS, "{\"headersPatch\":[{\"op\":\"remove\",\"path\":\"/a/0\"}]}")
                        .list())
                .containsExactly(Header.of("a", "2"), BINARY, Header.of("z", "9"));
        assertThat(headers(HEADERS, "{\"headersPatch\":[{\"op\":\"remove\",\"path\":\"/a\"}]}")
                        .list())
                .containsExactly(BINARY, Header.of("z", "9"));
    }

    @Test
    void bytes_that_are_no_text_survive_a_new_name() {
        String rename = "{\"headersPatch\":[{\"op\":\"move\",\"from\":\"/trace\",\"path\":\"/traceparent\"}]}";

        assertThat(headers(HEADERS, rename).list()).contains(new Header("traceparent", BINARY.value()));
        assertThat(headers(HEADERS, jslt("headersJslt", "{\"traceparent\": .trace}"))
                        .list())
                .containsExactly(new Header("traceparent", BINARY.value()));
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "{* : .}", "$headers", "{\"z\": .z, * : .}"})
    void headers_that_say_the_same_stay_as_they_are(String expression) {
        DeadLetter letter = TestLetters.with(Message.of("no json").with(HEADERS));

        assertThat(Transforms.parse(jslt("headersJslt", expression)).apply(letter))
                .isSameAs(letter.message());
    }

    @Test
    void headers_can_be_made_of_the_changed_payload() {
        String transform = "{\"patch\":[{\"op\":\"replace\",\"path\":\"/type\",\"value\":\"b\"}],"
                + "\"headersJslt\":\"{\\\"type\\\": $payload.type, \\\"count\\\": 5}\"}";

        Message after = Transforms.parse(transform).apply(TestLetters.saying("{\"type\":\"a\"}"));

        assertThat(after.payload().text()).isEqualTo("{\"type\":\"b\"}");
        assertThat(after.headers().list()).containsExactly(Header.of("type", "b"), Header.of("count", "5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "[]", "\"text\"", "null", "{\"a\": {\"b\": 1}}", "{\"a\": [[1]]}"})
    void what_cannot_be_headers_is_refused(String expression) {
        assertThatThrownBy(() -> headers(HEADERS, jslt("headersJslt", expression)))
                .isInstanceOf(TransformFailed.class)
                .hasMessageStartingWith("headersJslt: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"pach\":[]}",
                "{\"jslt\":5}",
                "{\"patch\":{}}",
                "nonsense",
                "{\"jslt\":\".\"} x"
            })
    void a_transform_that_is_none_is_refused(String json) {
        assertThatThrownBy(() -> Transforms.parse(json)).isInstanceOf(BadTransform.class);
    }
}
