package dev.redrive.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void every_digit_and_every_space_stays_as_it_was_written() {
        String text = " {\"id\" : 9007199254740993,\n\t\"price\":0.1000 } ";

        Json json = Json.of(text);

        assertThat(json.text()).isEqualTo(text);
        assertThat(json).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "-1.50e+10",
                "1E5",
                "true",
                "false",
                "null",
                "\"\"",
                "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00eF\"",
                "\"ä😀\u007f\"",
                "[]",
                "[ ]",
                "{ }",
                "[1, [2], {\"a\": []}]",
                "{\"a\":1,\"a\":2}"
            })
    void a_valid_text_is_taken(String text) {
        assertThat(Json.ifValid(text)).map(Json::text).contains(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "]",
                "[1,]",
                "[1 2]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "01",
                "-",
                "+1",
                "1.",
                ".5",
                "1e",
                "1e+",
                "0x1",
                "NaN",
                "tru",
                "True",
                "nullx",
                "\"",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\",
                "\"a\nb\"",
                "1 2",
                "{} {}",
                "[1]]",
                "\ufeff{}",
                "\u00a01",
                "// c\n1"
            })
    void an_invalid_text_is_refused(String text) {
        assertThat(Json.ifValid(text)).isEmpty();
        assertThatThrownBy(() -> Json.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not JSON: expected ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"a":1 "b":2} | not JSON: expected ',' or '}' at position 7 but found '"'
        [1,           | not JSON: expected a value at position 3 but the text ended
        {"a" 1}       | not JSON: expected ':' at position 5 but found '1'
        {a:1}         | not JSON: expected a name in double quotes at position 1 but found 'a'
        1.x           | not JSON: expected a digit at position 2 but found 'x'
        {} x          | not JSON: expected the end of the text at position 3 but found 'x'
        "ab           | not JSON: expected '"' to end the string at position 3 but the text ended
        [ä]           | not JSON: expected a value at position 1 but found U+00E4
        """)
    void a_refusal_names_the_position_and_what_was_expected(String text, String message) {
        assertThatThrownBy(() -> Json.of(text)).hasMessage(message);
    }

    @Test
    void nesting_up_to_512_is_taken_and_one_more_is_refused() {
        String deepest = "[".repeat(512) + "]".repeat(512);
        String tooDeep = "[".repeat(513) + "]".repeat(513);

        assertThat(Json.ifValid(deepest)).isPresent();
        assertThatThrownBy(() -> Json.of(tooDeep))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 512 levels of nesting at position 512");
    }

    @Test
    void hostile_nesting_does_not_overflow_the_stack() {
        String arrays = "[".repeat(1_000_000);
        String objects = "{\"a\":".repeat(1_000_000);

        assertThat(Json.ifValid(arrays)).isEmpty();
        assertThat(Json.ifValid(objects)).isEmpty();
    }

    @Test
    void quoting_escapes_what_json_cannot_hold_and_nothing_else() {
        String text = "a\"b\\c/d\n\r\t\u0001 ä😀 half \ud83d end";

        String quoted = Json.quote(text);

        assertThat(quoted).isEqualTo("\"a\\\"b\\\\c/d\\n\\r\\t\\u0001 ä😀 half \\ud83d end\"");
        assertThat(Json.ifValid(quoted)).isPresent();
    }

    @Test
    void an_object_is_written_from_plain_values_in_their_order() {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("text", "a \"b\"");
        values.put("long", 9007199254740993L);
        values.put("decimal", new BigDecimal("0.1000"));
        values.put("yes", true);
        values.put("nothing", null);
        values.put("list", List.of(1, "two", Map.of("three", 3)));
        values.put("json", Json.of("[1.50]"));
        values.put("other", Thread.State.NEW);
        values.put("nan", Double.NaN);

        Json json = Json.object(values);

        assertThat(json.text())
                .isEqualTo("{\"text\":\"a \\\"b\\\"\",\"long\":9007199254740993,\"decimal\":0.1000,\"yes\":true,"
                        + "\"nothing\":null,\"list\":[1,\"two\",{\"three\":3}],\"json\":[1.50],\"other\":\"NEW\","
                        + "\"nan\":\"NaN\"}");
    }

    @Test
    void an_empty_map_is_the_empty_object() {
        assertThat(Json.object(Map.of())).isEqualTo(Json.EMPTY_OBJECT);
    }

    @Test
    void a_list_that_contains_itself_is_refused_and_does_not_overflow_the_stack() {
        List<Object> endless = new ArrayList<>();
        endless.add(endless);

        assertThatThrownBy(() -> Json.object(Map.of("endless", endless)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deeper than 512");
    }

    @Test
    void equality_goes_by_the_written_text() {
        assertThat(Json.of("1.0")).isEqualTo(Json.of("1.0")).hasSameHashCodeAs(Json.of("1.0"));
        assertThat(Json.of("1.0")).isNotEqualTo(Json.of("1.00"));
    }

    @Test
    void each_part_of_json_from_its_start_is_a_beginning() {
        String json = " {\"a\\u0041\" : [-1.5e+3, true, false , null, {}, \"\\n\"] } ";

        for (int i = 0; i <= json.length(); i++)
            assertThat(Json.isBeginning(json.substring(0, i)))
                    .as(json.substring(0, i))
                    .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"]", "{1", "[1,,", "{\"a\" 1", "[tru,", "[nul1", "1 2", "\"\\x", "[01"})
    void what_has_a_mistake_is_no_beginning(String text) {
        assertThat(Json.isBeginning(text)).isFalse();
    }
}
