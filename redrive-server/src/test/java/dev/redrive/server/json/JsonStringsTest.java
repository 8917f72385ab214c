package dev.redrive.server.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.Payload;
import dev.redrive.server.web.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;

class JsonStringsTest {
    private static final String[] PIECES = {
        "a",
        "ä",
        "€",
        "😀",
        "\\\"",
        "\\\\",
        "\\/",
        "\\n",
        "\\r",
        "\\t",
        "\\b",
        "\\f",
        "\\u0041",
        "\\u0000",
        "\\u00e9",
        "\\u20AC",
        "\\ud83d\\ude00",
        "\\ud83d",
        "\\ude00",
        "\\ud83dx",
        "\\ud83d\\n",
        "{",
        "]",
        " ",
        "'"
    };

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Payload read(byte[] json) {
        return JsonFields.read(json, 0, json.length, in -> {
            in.nextField();
            Payload value = in.raw().value();
            in.nextField();
            return value;
        });
    }

    @Test
    void every_string_is_read_as_a_parser_reads_it() {
        Random random = new Random(29);
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder("{\"payload\":\"");
            for (int n = random.nextInt(12); n > 0; n--) text.append(PIECES[random.nextInt(PIECES.length)]);
            byte[] json = utf8(text.append("\"}").toString());

            assertThat(read(json)).as(text.toString()).isEqualTo(Payload.of(asParsed(json)));
            assertThat(read(json).bytes()).as(text.toString()).isEqualTo(utf8(asParsed(json)));
        }
    }

    private static String asParsed(byte[] json) {
        try (JsonParser parser = JsonStreams.parser(json, 0, json.length)) {
            parser.nextToken();
            parser.nextToken();
            parser.nextToken();
            return parser.getString();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"payload\":\"open",
                "{\"payload\":\"open\\",
                "{\"payload\":\"open\\\"}",
                "{\"payload\":\"\\x\"}",
                "{\"payload\":\"\\u12\"}",
                "{\"payload\":\"\\u12g4\"}",
                "{\"payload\":\"\\ud83d\\u12\"}",
                "{\"payload\":\"a\nb\"}"
            })
    void what_is_not_json_is_refused(String json) {
        assertThatThrownBy(() -> read(utf8(json))).isInstanceOf(Problem.class).hasMessageContaining("not the JSON");
    }
}
