package dev.redrive.cli.json;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON into values. */
public final class JsonReader {
    private static final int DEEPEST = 1000;
    private static final int LONGEST = 256 * 1024 * 1024;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(LONGEST)
                    .maxStringLength(LONGEST)
                    .maxNameLength(LONGEST)
                    .build())
            .build();

    private JsonReader() {}

    /**
     * The one value of this text.
     *
     * @throws BadJson when it is no JSON, or when more than one value is in it
     */
    public static Value read(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            return whole(parser);
        } catch (JacksonException e) {
            throw new BadJson(e.getOriginalMessage(), e);
        }
    }

    /**
     * The one value of this text.
     *
     * @throws BadJson when it is no JSON, or when more than one value is in it
     */
    public static Value read(byte[] bytes) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
            return whole(parser);
        } catch (JacksonException e) {
            throw new BadJson(e.getOriginalMessage(), e);
        }
    }

    /** The bytes of the value at a path of member names, as they are written; empty when there is none. */
    public static byte[] raw(byte[] json, String... path) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            for (String name : path) if (!enter(parser, name)) return new byte[0];
            long from = parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            parser.finishToken();
            return Arrays.copyOfRange(
                    json, (int) from, (int) parser.currentLocation().getByteOffset());
        } catch (JacksonException e) {
            throw new BadJson(e.getOriginalMessage(), e);
        }
    }

    private static boolean enter(JsonParser parser, String name) {
        if (parser.currentToken() != JsonToken.START_OBJECT) return false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean isIt = parser.currentName().equals(name);
            parser.nextToken();
            if (isIt) return true;
            parser.skipChildren();
        }
        return false;
    }

    /** A parser for large input that is read piece by piece; see {@link #next}. */
    public static JsonParser parser(InputStream in) {
        return FACTORY.createParser(ObjectReadContext.empty(), in);
    }

    /** The value that begins at the parser's current token. */
    public static Value next(JsonParser parser) {
        return value(parser);
    }

    private static Value whole(JsonParser parser) {
        if (parser.nextToken() == null) return Value.nothing();
        Value value = value(parser);
        if (parser.nextToken() != null) throw new BadJson("there is more than one value", null);
        return value;
    }

    private static Value value(JsonParser parser) {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Value.Num(parser.getString());
            case VALUE_TRUE -> new Value.Flag(true);
            case VALUE_FALSE -> new Value.Flag(false);
            case VALUE_NULL -> Value.nothing();
            default -> new Value.Text(parser.getString());
        };
    }

    private static Value object(JsonParser parser) {
        List<Value.Field> fields = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.add(new Value.Field(name, value(parser)));
        }
        return new Value.Fields(fields);
    }

    private static Value array(JsonParser parser) {
        List<Value> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) items.add(value(parser));
        return new Value.Items(items);
    }
}
