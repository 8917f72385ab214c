package dev.redrive.server.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.internal.export.RawJsonValue;
import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.Payload;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Reads and writes JSON beside Jackson: both must agree about what is JSON, what it says and how it is written. */
class JsonAsJacksonTest {
    private static final JsonFactory JACKSON = JsonFactory.builder().build();

    /** Pieces of documents; most rows of them are not JSON. */
    private static final String[] TOKENS = {
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"a\"",
        "\"b\\u00e4\"",
        "1",
        "-0",
        "01",
        "1.50",
        "1e9",
        "1.",
        "-",
        "true",
        "false",
        "null",
        "nul",
        " ",
        "\n",
        "ä",
        "\u0001",
        "\"x",
        "{\"a\":1}",
        "[1,2]",
        "\"a\":[]"
    };

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
            Payload value = RawJsonValue.read(in).value();
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

            assertThat(read(json)).as(text.toString()).isEqualTo(expected(json));
        }
    }

    /** The parsed text; a string with half of a surrogate pair stands for none and is kept as it is written. */
    private static Payload expected(byte[] json) {
        String parsed = asParsed(json);
        if (StandardCharsets.UTF_8.newEncoder().canEncode(parsed)) return Payload.of(parsed);
        int from = "{\"payload\":".length();
        return Payload.copyOf(json, from, json.length - 1);
    }

    private static String asParsed(byte[] json) {
        try (JsonParser parser = JACKSON.createParser(ObjectReadContext.empty(), json)) {
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
        assertThatThrownBy(() -> read(utf8(json)))
                .isInstanceOf(InvalidJson.class)
                .hasMessageContaining("not the JSON");
    }

    @Test
    void documents_are_refused_exactly_where_jackson_refuses_them() {
        Random random = new Random(31);
        int accepted = 0;
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = 1 + random.nextInt(7); n > 0; n--) text.append(TOKENS[random.nextInt(TOKENS.length)]);
            Optional<String> ours = walked(utf8(text.toString()));

            assertThat(ours).as(text.toString()).isEqualTo(walkedByJackson(utf8(text.toString())));
            if (ours.isPresent()) accepted++;
        }
        assertThat(accepted).isGreaterThan(1000);
    }

    private static Optional<String> walked(byte[] json) {
        StringBuilder seen = new StringBuilder();
        try {
            return JsonFields.read(json, 0, json.length, in -> {
                walk(in, seen);
                return Optional.of(seen.toString());
            });
        } catch (InvalidJson e) {
            return Optional.empty();
        }
    }

    private static void walk(JsonFields in, StringBuilder seen) {
        if (in.isObject()) {
            seen.append('{');
            while (in.nextField()) {
                seen.append(in.name()).append('=');
                walk(in, seen);
            }
            seen.append('}');
        } else if (in.isArray()) {
            seen.append('[');
            while (in.nextElement()) walk(in, seen);
            seen.append(']');
        } else {
            seen.append(in.isNull() ? "null" : in.word("value")).append(';');
        }
    }

    private static Optional<String> walkedByJackson(byte[] json) {
        StringBuilder seen = new StringBuilder();
        int depth = 0;
        try (JsonParser parser = JACKSON.createParser(ObjectReadContext.empty(), json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (depth == 0 && !seen.isEmpty()) return Optional.empty();
                if (token.isStructStart()) depth++;
                if (token.isStructEnd()) depth--;
                seen.append(
                        switch (token) {
                            case START_OBJECT, END_OBJECT, START_ARRAY, END_ARRAY -> token.asString();
                            case PROPERTY_NAME -> parser.currentName() + "=";
                            default -> parser.getString() + ";";
                        });
            }
        } catch (JacksonException e) {
            return Optional.empty();
        }
        return seen.isEmpty() ? Optional.empty() : Optional.of(seen.toString());
    }

    @Test
    void values_are_written_as_jackson_writes_them() {
        Random random = new Random(37);
        for (int i = 0; i < 300; i++) {
            String text = random.ints(random.nextInt(3000), 0, 0x2100)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .append("\uD83D\uDE00")
                    .toString();
            byte[] bytes = new byte[random.nextInt(9000)];
            random.nextBytes(bytes);
            double part = random.nextInt(100_001) / 100_000.0;
            long number = random.nextLong();
            ByteArrayOutputStream ours = new ByteArrayOutputStream();
            JsonOutput out = new JsonOutput(ours);
            ByteArrayOutputStream theirs = new ByteArrayOutputStream();

            out.startObject();
            out.text(text, text);
            out.base64("bytes", bytes);
            out.startArray("list");
            out.number(number);
            out.nullValue();
            out.raw("{\"ä\":1.10}");
            out.endArray();
            out.number("part", part);
            out.bool("yes", true);
            out.endObject();
            out.flush();
            try (JsonGenerator json = JACKSON.createGenerator(ObjectWriteContext.empty(), theirs)) {
                json.writeStartObject();
                json.writeStringProperty(text, text);
                json.writeBinaryProperty("bytes", bytes);
                json.writeArrayPropertyStart("list");
                json.writeNumber(number);
                json.writeNull();
                json.writeRawValue("{\"ä\":1.10}");
                json.writeEndArray();
                json.writeNumberProperty("part", part);
                json.writeBooleanProperty("yes", true);
                json.writeEndObject();
            }

            assertThat(ours.toString(StandardCharsets.UTF_8)).isEqualTo(theirs.toString(StandardCharsets.UTF_8));
        }
    }
}
