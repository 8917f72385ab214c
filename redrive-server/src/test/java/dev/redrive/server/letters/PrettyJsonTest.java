package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Payload;
import dev.redrive.server.letters.PrettyJson.Kind;
import dev.redrive.server.letters.PrettyJson.Token;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PrettyJsonTest {
    private static String laidOut(String json) {
        return PrettyJson.of(json).stream().map(Token::text).collect(Collectors.joining());
    }

    @Test
    void objects_and_arrays_get_a_line_per_value() {
        assertThat(laidOut("{\"a\":[1,true,null],\"b\":{\"c\":\"d\"}}")).isEqualTo("""
                        {
                          "a": [
                            1,
                            true,
                            null
                          ],
                          "b": {
                            "c": "d"
                          }
                        }""");
    }

    @Test
    void every_digit_stays() {
        String json = "[9007199254740993,0.1000,1E+2,-0,123456789012345678901234567890.10]";

        assertThat(laidOut(json).replaceAll("\\s", "")).isEqualTo(json);
    }

    @Test
    void strings_stay_whatever_is_in_them() {
        String json = "[\"a , b : { } [ ]\",\"quote \\\" and \\\\\",\"🍵 \\uD83C\"]";

        assertThat(laidOut(json))
                .isEqualTo("[\n  \"a , b : { } [ ]\",\n  \"quote \\\" and \\\\\",\n  \"🍵 \\uD83C\"\n]");
    }

    @Test
    void white_space_between_values_is_made_anew() {
        assertThat(laidOut(" {\n\t\"a\" :\r 1 , \"b\": [ ] , \"c\":{ } } "))
                .isEqualTo("{\n  \"a\": 1,\n  \"b\": [],\n  \"c\": {}\n}");
    }

    @Test
    void names_strings_numbers_and_words_are_distinguished() {
        assertThat(PrettyJson.of("{\"a\":\"b\",\"c\":-1,\"d\":false}"))
                .contains(
                        new Token(Kind.NAME, "\"a\""),
                        new Token(Kind.STRING, "\"b\""),
                        new Token(Kind.NUMBER, "-1"),
                        new Token(Kind.WORD, "false"));
    }

    @Test
    void a_value_alone_is_laid_out_too() {
        assertThat(laidOut("42")).isEqualTo("42");
        assertThat(laidOut("\"a\"")).isEqualTo("\"a\"");
        assertThat(laidOut("[]")).isEqualTo("[]");
    }

    @Test
    void deep_nesting_does_not_grow_without_bound() {
        String deep = "[".repeat(500) + "1,".repeat(10_000) + "1" + "]".repeat(500);

        assertThat(laidOut(deep)).hasSizeLessThan(1_000_000);
    }

    @Test
    void what_is_not_json_is_shown_as_it_is_and_bytes_as_base64() {
        assertThat(PayloadView.of(Payload.of("{broken")).form()).isEqualTo("text");
        assertThat(PayloadView.of(Payload.of(new byte[] {0, 1, 2})).tokens())
                .containsExactly(new Token(Kind.PLAIN, "AAEC"));
    }

    @Test
    void a_very_long_payload_shows_its_beginning() {
        PayloadView view = PayloadView.of(Payload.of("[" + "1,".repeat(100_000) + "1]"));

        assertThat(view.whole()).isFalse();
        assertThat(view.tokens().get(0).text()).hasSize(PayloadView.SHOWN);
    }
}
