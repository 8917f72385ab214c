package dev.redrive.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        $                | {"a":1}                                    | X
        $.a              | {"a":1,"b":{"a":2}}                        | {"a":X,"b":{"a":2}}
        $.card.number    | {"card":{"number":4111,"cvc":1},"number":2} | {"card":{"number":X,"cvc":1},"number":2}
        $.lines[*].sku   | {"lines":[{"sku":"a","n":1},{"sku":"b"}]}  | {"lines":[{"sku":X,"n":1},{"sku":X}]}
        $.lines[1]       | {"lines":[1,[2,3],4]}                      | {"lines":[1,X,4]}
        $[0]             | [1,2]                                      | [X,2]
        $[0]             | {"0":1}                                    | {"0":1}
        $.0              | {"0":1}                                    | {"0":X}
        $..password      | {"password":1,"a":[{"b":{"password":2}}]}  | {"password":X,"a":[{"b":{"password":X}}]}
        $..a..b          | {"b":1,"a":{"c":{"b":2,"a":{"b":3}}}}      | {"b":1,"a":{"c":{"b":X,"a":{"b":X}}}}
        $..a.b           | {"a":{"a":{"b":1},"c":{"b":2}}}            | {"a":{"a":{"b":X},"c":{"b":2}}}
        $..[0]           | [[1,2],{"a":[3,4]}]                        | [X,{"a":[X,4]}]
        $..['odd name']  | [{"odd name":1}]                           | [{"odd name":X}]
        $['odd name']    | {"odd name":1,"odd":2}                     | {"odd name":X,"odd":2}
        $["a.b"].c       | {"a.b":{"c":1},"a":{"b":{"c":2}}}          | {"a.b":{"c":X},"a":{"b":{"c":2}}}
        $['it\\'s']      | {"it's":1}                                 | {"it's":X}
        $.*              | {"a":1,"b":[2]}                            | {"a":X,"b":X}
        $.a.*            | {"a":[1,{"b":2}],"c":3}                    | {"a":[X,X],"c":3}
        $.größe          | {"größe":1}                                | {"größe":X}
        $.a              | {"a":1,"a":[2]}                            | {"a":X,"a":X}
        $.A              | {"a":1}                                    | {"a":1}
        """)
    void a_path_replaces_what_it_names_and_nothing_else(String path, String before, String after) {
        byte[] replaced = JsonPath.replaceAll(before.getBytes(UTF_8), List.of(JsonPath.of(path)), Json.of("\"X\""));

        assertThat(replaced).asString(UTF_8).isEqualTo(after.replace("X", "\"X\""));
    }

    @Test
    void of_two_values_inside_each_other_the_outer_one_is_replaced() {
        List<JsonPath> paths = List.of(JsonPath.of("$..a"), JsonPath.of("$.x.a.b"), JsonPath.of("$.y"));

        byte[] replaced =
                JsonPath.replaceAll("{\"x\":{\"a\":{\"a\":1,\"b\":2}},\"y\":3}".getBytes(UTF_8), paths, Json.of("0"));

        assertThat(replaced).asString(UTF_8).isEqualTo("{\"x\":{\"a\":0},\"y\":0}");
    }

    @Test
    void a_name_written_with_escapes_is_found() {
        List<JsonPath> paths = List.of(JsonPath.of("$.größe"), JsonPath.of("$['a\"b']"));
        String escaped = "\\" + "u00f6";

        byte[] replaced =
                JsonPath.replaceAll(("{\"gr" + escaped + "ße\":1,\"a\\\"b\":2}").getBytes(UTF_8), paths, Json.of("0"));

        assertThat(replaced).asString(UTF_8).isEqualTo("{\"gr" + escaped + "ße\":0,\"a\\\"b\":0}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                ".a",
                "$a",
                "$.",
                "$..",
                "$...a",
                "$.a.",
                "$.a b",
                "$.a]",
                "$[",
                "$[]",
                "$[a]",
                "$[-1]",
                "$[1",
                "$['a]",
                "$['a'",
                "$[?(@.a)]",
                "$.a,b",
                "$[0,1]",
                "$[1:2]",
                "$[12345678901]",
                "$['a\\"
            })
    void a_path_that_makes_no_sense_is_refused_with_its_text(String path) {
        assertThatThrownBy(() -> JsonPath.of(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a JSON path: \"" + path + "\": expected ");
    }

    @Test
    void a_refusal_says_how_an_odd_name_is_written() {
        assertThatThrownBy(() -> JsonPath.of("$.odd name"))
                .hasMessage("not a JSON path: \"$.odd name\": expected '.' or '[';"
                        + " a name with other characters is written as ['odd name'] at position 5");
    }

    @Test
    void a_path_has_at_most_62_steps() {
        String longest = "$" + ".a".repeat(62);
        byte[] document = ("{\"a\":".repeat(62) + "1" + "}".repeat(62)).getBytes(UTF_8);

        byte[] replaced = JsonPath.replaceAll(document, List.of(JsonPath.of(longest)), Json.of("2"));

        assertThat(replaced).asString(UTF_8).contains("{\"a\":2}");
        assertThatThrownBy(() -> JsonPath.of(longest + ".a")).hasMessageContaining("at most 62 steps");
    }

    @Test
    void many_rules_on_hostile_nesting_end_quickly() {
        List<JsonPath> paths = List.of(JsonPath.of("$" + "..a".repeat(60)), JsonPath.of("$..b..c"));
        byte[] open = "{\"a\":".repeat(500).getBytes(UTF_8);
        byte[] document = Arrays.copyOf(open, open.length + 501);
        Arrays.fill(document, open.length, document.length, (byte) '}');
        document[open.length] = '1';

        byte[] replaced = JsonPath.replaceAll(document, paths, Json.of("2"));

        assertThat(replaced).asString(UTF_8).isEqualTo("{\"a\":".repeat(60) + "2" + "}".repeat(60));
    }
}
