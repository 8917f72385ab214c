package dev.redrive.transform;

import static dev.redrive.transform.TestLetters.evaluated;
import static dev.redrive.transform.TestLetters.jslt;
import static dev.redrive.transform.TestLetters.patched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.DeadLetter;
import dev.redrive.transform.letter.Transforms;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactnessTest {
    private static final String ADD = "[{\"op\":\"add\",\"path\":\"/new\",\"value\":0.10}]";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740993",
                "18446744073709551617",
                "123456789012345678901234567890",
                "0.1000",
                "1E400",
                "1e5",
                "1.0E+5",
                "0.00000001",
                "-0",
                "-0.0",
                "1E-400",
                "100",
                "2147483648",
                "-9223372036854775808",
                "1E999999999"
            })
    void a_number_that_is_not_touched_keeps_its_text(String number) {
        String payload = "{\"b\":" + number + ",\"a\":[" + number + "]}";
        String changed = "{\"b\":" + number + ",\"a\":[" + number + "],\"new\":0.10}";

        assertThat(patched(payload, ADD)).isEqualTo(changed);
        assertThat(evaluated(payload, "{\"new\": from-json(\"0.10\"), * : .}"))
                .isEqualTo("{\"new\":0.10,\"b\":" + number + ",\"a\":[" + number + "]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "{* : .}", "{\"b\": .b, * : .}", ". + {}", "from-json(to-json(.))"})
    void a_payload_that_says_the_same_stays_as_it_was_written(String expression) {
        DeadLetter letter = TestLetters.saying(" {\"b\" : 1.50,\n\"a\":[\"\\u00e9\", 1E400 ] } ");

        assertThat(Transforms.parse(jslt("jslt", expression)).apply(letter)).isSameAs(letter.message());
    }

    @Test
    void another_text_of_the_same_number_is_a_change() {
        assertThat(patched("{\"a\":1.50}", "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":1.5}]"))
                .isEqualTo("{\"a\":1.5}");
    }

    @Test
    void random_documents_keep_every_part_that_is_not_touched() {
        Random random = new Random(20261115);
        for (int round = 0; round < 500; round++) {
            String untouched = document(random, 0);
            String payload = "{\"first\":" + untouched + ",\"x\":1}";

            assertThat(patched(payload, "[{\"op\":\"replace\",\"path\":\"/x\",\"value\":2}]"))
                    .isEqualTo("{\"first\":" + untouched + ",\"x\":2}");
            assertThat(evaluated(payload, "{\"x\": 2, * : .}")).isEqualTo("{\"x\":2,\"first\":" + untouched + "}");
        }
    }

    /** JSON without spaces, so that it can be compared as text. */
    private static String document(Random random, int depth) {
        int kind = random.nextInt(depth > 4 ? 4 : 6);
        return switch (kind) {
            case 0 -> number(random);
            case 1 -> "\"" + text(random) + "\"";
            case 2 -> String.valueOf(random.nextBoolean());
            case 3 -> "null";
            case 4 -> {
                StringBuilder array = new StringBuilder("[");
                for (int i = random.nextInt(5); i > 0; i--)
                    array.append(document(random, depth + 1)).append(i == 1 ? "" : ",");
                yield array.append("]").toString();
            }
            default -> {
                StringBuilder object = new StringBuilder("{");
                for (int i = random.nextInt(5); i > 0; i--)
                    object.append("\"k" + i + text(random) + "\":")
                            .append(document(random, depth + 1))
                            .append(i == 1 ? "" : ",");
                yield object.append("}").toString();
            }
        };
    }

    private static String number(Random random) {
        StringBuilder number = new StringBuilder(random.nextBoolean() ? "-" : "");
        number.append(1 + random.nextInt(9));
        for (int i = random.nextInt(30); i > 0; i--) number.append(random.nextInt(10));
        if (random.nextBoolean()) {
            number.append('.').append(random.nextInt(10));
            for (int i = random.nextInt(20); i > 0; i--) number.append(random.nextInt(10));
        }
        if (random.nextInt(3) == 0)
            number.append(random.nextBoolean() ? "e" : "E")
                    .append(random.nextBoolean() ? "+" : "-")
                    .append(random.nextInt(500));
        return number.toString();
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--)
            text.append(new String[] {"a", "Z", "é", "漢", "😀", " ", "\\n", "\\\"", "/"}[random.nextInt(9)]);
        return text.toString();
    }

    @Test
    void half_a_surrogate_pair_survives() {
        assertThat(patched("{\"a\":\"\\ud83d\"}", ADD)).isEqualTo("{\"a\":\"\\uD83D\",\"new\":0.10}");
    }

    @Test
    void sums_differences_and_products_are_exact() {
        assertThat(evaluated("{\"a\":19.99}", "{\"a\": .a * 100}")).isEqualTo("{\"a\":1999.00}");
        assertThat(evaluated("{\"a\":0.10}", "{\"a\": .a + 0.2}")).isEqualTo("{\"a\":0.30}");
        assertThat(evaluated("{\"a\":18446744073709551617}", "{\"a\": .a - 1}"))
                .isEqualTo("{\"a\":18446744073709551616}");
        assertThat(evaluated("{\"a\":9223372036854775807}", "{\"a\": .a + 1}"))
                .isEqualTo("{\"a\":9223372036854775808}");
        assertThat(evaluated("{\"a\":7}", "{\"a\": .a / 2}")).isEqualTo("{\"a\":3.5}");
    }

    @Test
    void a_string_becomes_the_number_that_it_shows() {
        assertThat(evaluated("{\"a\":\"12345678901234567890.10\"}", "{\"a\": number(.a)}"))
                .isEqualTo("{\"a\":12345678901234567890.10}");
        assertThat(evaluated("{\"a\":\"007\"}", "{\"a\": number(.a)}")).isEqualTo("{\"a\":7}");
        assertThat(evaluated("{\"a\":\"x\"}", "{\"a\": number(.a, 0)}")).isEqualTo("{\"a\":0}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain text with card 4111",
                "{\"a\":1",
                "{\"card\":4111,\"card\":4222}",
                "{\"a\":1} 4111",
                "{\"a\":1E99999999999}",
                "{\"a\":NaN}",
                "{'a':1}"
            })
    void a_payload_that_is_not_json_is_refused_without_being_quoted(String payload) {
        assertThatThrownBy(() -> patched(payload, ADD))
                .isInstanceOf(TransformFailed.class)
                .hasMessageStartingWith("only JSON can be transformed, and the payload is none: ")
                .hasMessageNotContaining("4111");
    }

    @Test
    void a_payload_nested_too_deeply_is_refused() {
        assertThatThrownBy(() -> patched("[".repeat(100_000), ADD))
                .isInstanceOf(TransformFailed.class)
                .hasMessageContaining("nested deeper than 500 levels");
    }
}
