package dev.redrive.server.json;

import dev.redrive.json.Json;
import dev.redrive.letter.Payload;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.TimeParser;
import dev.redrive.text.CleanText;
import dev.redrive.text.ShortText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Walks through one JSON text, value by value, and names the field that is not as it should be. Values that must stay as
 * they were written are cut out of the text and never read as numbers.
 */
public final class JsonFields {
    /** More digits than any number that fits into a long. */
    private static final int MAX_DIGITS = 20;

    private final JsonParser parser;
    private final byte[] text;
    private final int start;

    private JsonFields(JsonParser parser, byte[] text, int start) {
        this.parser = parser;
        this.text = text;
        this.start = start;
    }

    /** Reads a text from its first value to its end; what comes after the value is refused. */
    public static <T> T read(byte[] text, int from, int length, Function<JsonFields, T> reading) {
        int start = skipMark(text, from, length);
        try (JsonParser parser = JsonStreams.parser(text, start, from + length - start)) {
            JsonFields fields = new JsonFields(parser, text, start);
            if (parser.nextToken() == null) throw Problem.badRequest("the body is empty; send JSON");
            T result = reading.apply(fields);
            if (parser.nextToken() != null) throw Problem.badRequest("there is something after the end of the JSON");
            return result;
        } catch (StreamConstraintsException e) {
            throw Problem.badRequest("the JSON is nested deeper than " + JsonStreams.MAX_DEPTH
                    + " levels; a payload like that travels as a string or as base64");
        } catch (JacksonException e) {
            throw JsonStreams.malformed(e);
        }
    }

    private static int skipMark(byte[] text, int from, int length) {
        boolean marked = length >= 3
                && text[from] == (byte) 0xEF
                && text[from + 1] == (byte) 0xBB
                && text[from + 2] == (byte) 0xBF;
        return marked ? from + 3 : from;
    }

    // Moving

    public boolean isObject() {
        return parser.hasToken(JsonToken.START_OBJECT);
    }

    public boolean isArray() {
        return parser.hasToken(JsonToken.START_ARRAY);
    }

    public boolean isText() {
        return parser.hasToken(JsonToken.VALUE_STRING);
    }

    public boolean isNull() {
        return parser.hasToken(JsonToken.VALUE_NULL);
    }

    /** On to the next field of an object and to its value; false when there is none. */
    public boolean nextField() {
        if (parser.nextToken() == JsonToken.END_OBJECT) return false;
        parser.nextToken();
        return true;
    }

    /** On to the next value of an array; false when there is none. */
    public boolean nextElement() {
        return parser.nextToken() != JsonToken.END_ARRAY;
    }

    public String name() {
        return Objects.requireNonNull(parser.currentName());
    }

    public void skip() {
        parser.skipChildren();
    }

    /** Steps into an object; false when the value is null, which is the same as not given. */
    public boolean enter(String path) {
        if (isNull()) return false;
        if (!isObject()) throw wrong(path, "an object");
        return true;
    }

    public boolean enterArray(String path) {
        if (isNull()) return false;
        if (!isArray()) throw wrong(path, "an array");
        return true;
    }

    // Values

    @Nullable
    public String text(String path) {
        if (isNull()) return null;
        if (!isText()) throw wrong(path, "a string");
        return parser.getString();
    }

    @Nullable
    public String text(String path, int limit) {
        return limited(path, text(path), limit);
    }

    /** A string, or a number or boolean as it is written. */
    @Nullable
    public String word(String path, int limit) {
        return limited(path, word(path), limit);
    }

    @Nullable
    public String word(String path) {
        if (isNull()) return null;
        if (!parser.currentToken().isScalarValue()) throw wrong(path, "a string");
        return parser.getString();
    }

    private static @Nullable String limited(String path, @Nullable String text, int limit) {
        if (text != null && text.length() > limit)
            throw Problem.badField(path, path + " must have at most " + limit + " characters, it has " + text.length());
        return text;
    }

    @Nullable
    public Long number(String path, long least, long most) {
        if (isNull()) return null;
        if (!parser.hasToken(JsonToken.VALUE_NUMBER_INT)) throw wrong(path, "a whole number");
        if (parser.getStringLength() <= MAX_DIGITS) {
            try {
                long value = Long.parseLong(parser.getString());
                if (value >= least && value <= most) return value;
            } catch (NumberFormatException e) {
                // The same answer as for a number out of range.
            }
        }
        throw Problem.badField(path, path + " must be between " + least + " and " + most);
    }

    @Nullable
    public Integer integer(String path) {
        Long number = number(path, 0, Integer.MAX_VALUE);
        return number == null ? null : number.intValue();
    }

    /** Written with or without a fraction. */
    @Nullable
    public Double decimal(String path, double least, double most) {
        if (isNull()) return null;
        if (!parser.currentToken().isNumeric()) throw wrong(path, "a number");
        if (parser.getStringLength() <= MAX_DIGITS) {
            double value = Double.parseDouble(parser.getString());
            if (value >= least && value <= most) return value;
        }
        throw Problem.badField(path, path + " must be between " + plain(least) + " and " + plain(most));
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    @Nullable
    public Boolean bool(String path) {
        if (isNull()) return null;
        if (!parser.currentToken().isBoolean()) throw wrong(path, "true or false");
        return parser.hasToken(JsonToken.VALUE_TRUE);
    }

    /** ISO 8601, or milliseconds since 1970, which is what brokers count in. */
    @Nullable
    public Instant time(String path) {
        if (isNull()) return null;
        if (isText()) return TimeParser.instant(path, parser.getString());
        if (!parser.hasToken(JsonToken.VALUE_NUMBER_INT)) throw wrong(path, "a time such as 2026-03-02T10:00:00Z");
        Long millis = number(path, Long.MIN_VALUE, Long.MAX_VALUE);
        return millis == null ? null : TimeParser.known(path, Instant.ofEpochMilli(millis));
    }

    public Json object(String path) {
        if (isNull()) return Json.EMPTY_OBJECT;
        if (!isObject()) throw wrong(path, "an object");
        return Json.of(rawText());
    }

    /** Any value, as it is written; strings and numbers keep what they say. */
    public Json value() {
        if (isObject() || isArray()) return Json.of(rawText());
        return Json.of(isText() ? Json.quote(parser.getString()) : isNull() ? "null" : parser.getString());
    }

    /** Text that no store refuses. */
    @Nullable
    public String cleanText(String path, int limit) {
        return CleanText.textOrNull(text(path, limit));
    }

    /** A value that becomes a payload once it is known how it was encoded. */
    public RawJsonValue raw() {
        if (isNull()) return new RawJsonValue(Payload.absent(), false);
        if (isText()) return new RawJsonValue(JsonStrings.read(text, tokenStart() + 1), true);
        if (isObject() || isArray()) return new RawJsonValue(Payload.copyOf(text, tokenStart(), skipped()), false);
        return new RawJsonValue(Payload.of(parser.getString()), false);
    }

    private int tokenStart() {
        return start + (int) parser.currentTokenLocation().getByteOffset();
    }

    /** Where the object or array ends that was passed over. */
    private int skipped() {
        parser.skipChildren();
        return start + (int) parser.currentLocation().getByteOffset();
    }

    /** An object or array, exactly as it came. */
    private String rawText() {
        int from = tokenStart();
        return new String(text, from, skipped() - from, StandardCharsets.UTF_8);
    }

    public Problem wrong(String path, String expected) {
        return Problem.badField(path, path + " must be " + expected + ", not " + found());
    }

    private String found() {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "the number " + shortened(parser.getString());
            case VALUE_TRUE, VALUE_FALSE -> parser.getString();
            default -> "null";
        };
    }

    private static String shortened(String number) {
        return ShortText.withDots(number, MAX_DIGITS);
    }
}
