package dev.redrive.transform.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.redrive.letter.Payload;
import dev.redrive.transform.TransformFailed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Reads and writes JSON trees without losing a digit of a number or the order of keys. */
public final class JsonText {
    static final int DEEPEST = 500;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build());

    private static final ObjectWriter AS_UTF_8 =
            JSON.writer().with(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8);

    private JsonText() {}

    public static JsonNode read(Payload payload) throws NotJson {
        if (payload.size() == 0) throw new NotJson("it is empty");
        if (!payload.isText()) throw new NotJson("it is not UTF-8 text");
        return read(payload.text());
    }

    public static JsonNode read(String text) throws NotJson {
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() == null) throw new NotJson("it is empty");
            JsonNode root = value(parser);
            if (parser.nextToken() != null)
                throw new NotJson("more follows after its end, at " + place(parser.currentLocation()));
            return root;
        } catch (StreamConstraintsException e) {
            throw new NotJson(
                    "it is nested deeper than " + DEEPEST + " levels or holds a number of more than 1000 digits");
        } catch (JsonProcessingException e) {
            throw new NotJson("there is an error at " + place(e.getLocation()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode value(JsonParser parser) throws IOException, NotJson {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> TextNode.valueOf(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> BooleanNode.TRUE;
            case VALUE_FALSE -> BooleanNode.FALSE;
            case VALUE_NULL -> NullNode.instance;
            default -> throw new NotJson("there is an error at " + place(parser.currentTokenLocation()));
        };
    }

    private static JsonNode object(JsonParser parser) throws IOException, NotJson {
        ObjectNode object = NODES.objectNode();
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            JsonLocation where = parser.currentTokenLocation();
            parser.nextToken();
            if (object.replace(key, value(parser)) != null)
                throw new NotJson("a key stands twice in the same object, again at " + place(where));
        }
        return object;
    }

    private static JsonNode array(JsonParser parser) throws IOException, NotJson {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) array.add(value(parser));
        return array;
    }

    private static JsonNode number(JsonParser parser) throws IOException, NotJson {
        try {
            return ExactNumber.of(parser.getText());
        } catch (NumberFormatException e) {
            throw new NotJson("the exponent of the number is too large at " + place(parser.currentTokenLocation()));
        }
    }

    private static String place(JsonLocation at) {
        return "line " + at.getLineNr() + ", column " + at.getColumnNr();
    }

    /** The tree as JSON without spaces. Halves of surrogate pairs cannot be UTF-8; only where there are some is more escaped. */
    public static byte[] write(JsonNode tree, int limit) {
        return written(AS_UTF_8, tree, limit)
                .or(() -> written(JSON.writer(), tree, limit))
                .orElseThrow(() -> new TransformFailed("the result cannot be written as JSON"));
    }

    private static Optional<byte[]> written(ObjectWriter writer, JsonNode tree, int limit) {
        Bounded out = new Bounded(limit);
        try {
            writer.writeValue(out, tree);
            return Optional.of(out.bytes.toByteArray());
        } catch (IOException e) {
            if (out.full) throw tooLarge(limit);
            return Optional.empty();
        }
    }

    public static TransformFailed tooLarge(int limit) {
        return new TransformFailed("the result is larger than the " + limit + " bytes that are allowed");
    }

    /** Refuses to hold more than its limit. */
    private static final class Bounded extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final int limit;
        private boolean full;

        Bounded(int limit) {
            this.limit = limit;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            full = full || length > limit - bytes.size();
            if (full) throw new IOException("full");
            bytes.write(from, offset, length);
        }
    }
}
