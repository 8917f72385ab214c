package dev.redrive.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.cli.terminal.Palette;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void numbers_keep_every_digit() {
        String json = "{\"big\":9007199254740993,\"exact\":0.1000,\"far\":1E+400,\"long\":" + "1".repeat(3000) + "}";

        assertThat(JsonWriter.compact(JsonReader.read(json))).isEqualTo(json);
    }

    @Test
    void names_keep_their_order_and_their_repetition() {
        String json = "{\"b\":1,\"a\":[true,false,null,{}],\"b\":[]}";

        assertThat(JsonWriter.compact(JsonReader.read(json))).isEqualTo(json);
    }

    @Test
    void text_cannot_steer_a_terminal() {
        Value read = JsonReader.read("\"a\\u001b[31m \\u009b \\u202e \\u007f \\\"q\\\" ü 日 👍\"");

        assertThat(JsonWriter.pretty(read, Palette.PLAIN))
                .isEqualTo("\"a\\u001b[31m \\u009b \\u202e \\u007f \\\"q\\\" ü 日 👍\"");
    }

    @Test
    void half_a_surrogate_is_escaped() {
        assertThat(JsonWriter.compact(Value.of("x\ud83d"))).isEqualTo("\"x\\ud83d\"");
    }

    @Test
    void the_pretty_form_is_indented() {
        assertThat(JsonWriter.pretty(JsonReader.read("{\"a\":[1,{\"b\":\"c\"}],\"e\":{}}"), Palette.PLAIN))
                .isEqualTo("""
                        {
                          "a": [
                            1,
                            {
                              "b": "c"
                            }
                          ],
                          "e": {}
                        }""");
    }

    @Test
    void what_is_missing_is_nothing() {
        Value read = JsonReader.read("{\"a\":{\"b\":null}}");

        assertThat(read.at("a").at("b").isNothing()).isTrue();
        assertThat(read.at("x").at("y").text("-")).isEqualTo("-");
        assertThat(JsonReader.read("").isNothing()).isTrue();
    }

    @Test
    void an_object_leaves_out_what_is_nothing() {
        Value built = Value.object()
                .with("a", (String) null)
                .with("b", Value.of(2))
                .with("c", "text")
                .build();

        assertThat(JsonWriter.compact(built)).isEqualTo("{\"b\":2,\"c\":\"text\"}");
    }

    @Test
    void what_is_no_json_or_more_than_one_is_refused() {
        assertThatThrownBy(() -> JsonReader.read("{\"a\":")).isInstanceOf(BadJson.class);
        assertThatThrownBy(() -> JsonReader.read("<html>")).isInstanceOf(BadJson.class);
        assertThatThrownBy(() -> JsonReader.read("{}\n{}")).isInstanceOf(BadJson.class);
    }
}
