package dev.redrive.transform;

import static dev.redrive.transform.TestLetters.evaluated;
import static dev.redrive.transform.TestLetters.jslt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.transform.letter.Transforms;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsltTest {
    @Test
    void an_expression_sees_the_letter_around_its_payload() {
        DeadLetter letter = TestLetters.with(
                Message.of("{\"a\":1}").with(Headers.of(Map.of("x-retry", "3"))).withKey("customer-7"));
        String expression =
                "{\"retry\": $headers.x-retry, \"channel\": $channel, \"key\": $key, \"id\": $id, \"why\": $error.category}";

        String payload = Transforms.parse(jslt("jslt", expression))
                .apply(letter)
                .payload()
                .text();

        assertThat(payload)
                .isEqualTo("{\"retry\":\"3\",\"channel\":\"payments\",\"key\":\"customer-7\",\"id\":\"" + letter.id()
                        + "\",\"why\":\"TIMEOUT\"}");
    }

    @Test
    void the_patch_comes_before_the_expression() {
        String transform = "{\"jslt\":\"{\\\"b\\\": .a}\",\"patch\":[{\"op\":\"add\",\"path\":\"/a\",\"value\":5}]}";

        assertThat(TestLetters.transformed("{}", transform)).isEqualTo("{\"b\":5}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "test(.s, \"^a+\")|true",
                "capture(.s, \"(?<as>a+)(?<b>b)\")|{\"as\":\"aa\",\"b\":\"b\"}",
                "split(.s, \"b\")|[\"aa\",\"a\"]",
                "replace(.s, \"a+\", \"xyz\")|\"xyzbxyz\"",
                "replace(.s, \"q\", \"xyz\")|\"aaba\"",
                "join(.list, \"-\")|\"1-two-3.50\"",
                "join([], \"-\")|\"\"",
                "split(null, \"a\")|null",
                "test(null, \"a\")|false",
                "from-json(\"nonsense\", 7)|7",
                "[for (.list) string(.)]|[\"1\",\"two\",\"3.50\"]",
                "{for (.list) string(.) : 1}|{\"1\":1,\"two\":1,\"3.50\":1}",
                "let x = 5 def f(n) if ($n > 0) $n + f($n - 1) else 0 f($x)|15"
            })
    void functions_give_what_jslt_says(String expression, String result) {
        assertThat(evaluated("{\"s\":\"aaba\",\"list\":[1,\"two\",3.50]}", expression))
                .isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\": }|line 1, column 7",
                "{\"a\": nonsense(.)}|No such function: 'nonsense' (line 1, column 7)",
                "{\"a\": $header}|there is no variable $header; there are $headers, $channel, $key, $id, $error",
                "$payload|there is no variable $payload",
                "test(.a, \"(\")|Syntax error in regular expression",
                "import \"file:/etc/passwd\" as x x(.)|import is not possible here",
                "import \"http://localhost/x.jslt\" as x x(.)|import is not possible here",
                "123456789012345678901234|is there a number of more than 18 digits",
                "def f(x) $x|jslt: "
            })
    void an_expression_that_cannot_be_understood_is_refused_with_its_place(String expression, String why) {
        assertThatThrownBy(() -> Transforms.parse(jslt("jslt", expression)))
                .isInstanceOf(BadTransform.class)
                .hasMessageStartingWith("jslt: ")
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "round(.secret)",
                "floor(.secret)",
                "ceiling(.secret)",
                "sum(.secret)",
                "sum([.secret])",
                "mod(.secret, 2)",
                "get-key(.secret, \"a\")",
                "array(5) + array(.secret)",
                "flatten(.secret)",
                "all(.secret)",
                "size(5 + number(.secret))",
                "contains(.secret, 5)",
                "[for (.secret) .]",
                "{for (.secret) .a : .b}",
                ".secret - 1",
                ".secret * .secret",
                "number(.secret)",
                "from-json(.secret)",
                "error(.secret)",
                "error(\"no \" + .secret)",
                "parse-time(.secret, \"yyyy\")",
                "parse-time(\"x\", .secret)",
                "format-time(1, \"yyyy\", .secret)",
                "parse-url(.secret)",
                "join(.secret, \"\")",
                "{.secret : 1, \"4111\" + \"-2222\" : 2}",
                "replace(.secret, \"\", \"a\")",
                ".secret > 5",
                "test(\"a\", .secret + \"(\")",
                "zip(.secret, [])",
                "index-of(.secret, 1)",
                "let l = [1,2] $l[.secret]"
            })
    void a_failure_message_contains_no_value(String expression) {
        try {
            evaluated("{\"secret\":\"4111-2222\"}", expression);
        } catch (TransformFailed e) {
            assertThat(e)
                    .hasMessageStartingWith("jslt: ")
                    .hasMessageNotContaining("4111")
                    .hasMessageNotContaining("2222");
        }
    }

    @Test
    void a_failure_says_where_and_what_the_author_wrote() {
        assertThatThrownBy(() -> evaluated("{\"a\":\"x\"}", "{\n  \"b\": round(.a)\n}"))
                .isInstanceOf(TransformFailed.class)
                .hasMessage("jslt: round() cannot round a non-number (line 2, column 8)");
        assertThatThrownBy(() -> evaluated("{}", "error(\"this has no customer\")"))
                .isInstanceOf(TransformFailed.class)
                .hasMessage("jslt: this has no customer (line 1, column 1)");
    }

    @Test
    void what_the_author_wrote_is_not_cut_within_a_character() {
        for (String text : TestLetters.longTexts())
            assertThatThrownBy(() -> evaluated("{}", "error(\"" + text + "\")"))
                    .message()
                    .contains("…")
                    .matches(TestLetters::hasWholeCharacters);
    }

    @Test
    void many_threads_may_use_one_transform() {
        Transform transform = Transforms.parse(jslt(
                "jslt",
                "let c = capture(.s, \"(?<n>[0-9]+)\") def f(n) if ($n > 0) 1 + f($n - 1) else 0 "
                        + "{\"n\": number($c.n), \"depth\": f(20), * : .}"));
        List<DeadLetter> letters = IntStream.range(0, 50)
                .mapToObj(i -> TestLetters.saying("{\"s\":\"order " + i + "\"}"))
                .toList();

        IntStream.range(0, 5000).parallel().forEach(round -> {
            int i = round % 50;
            assertThat(transform.apply(letters.get(i)).payload().text())
                    .isEqualTo("{\"n\":" + i + ",\"depth\":20,\"s\":\"order " + i + "\"}");
        });
    }
}
