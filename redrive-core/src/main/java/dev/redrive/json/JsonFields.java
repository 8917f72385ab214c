package dev.redrive.json;

import dev.redrive.internal.text.CleanText;
import dev.redrive.internal.text.InstantParser;
import dev.redrive.internal.text.ShortText;
import dev.redrive.json.JsonTokens.Kind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Walks through one JSON text, value by value, and names the field that is not as it should be. Values that must stay as
 * they were written are cut out of the text and never read as numbers.
 */
public final class JsonFields {
    /** More digits than any number that fits into a long. */
    private static final int MAX_DIGITS = 20;

    /** The most that a double is written with, such as {@code -1.2345678901234567E-308}. */
    private static final int MAX_DECIMAL = 24;

    private final JsonTokens tokens;
    private @Nullable String name;

    private JsonFields(JsonTokens tokens) {
        this.tokens = tokens;
    }

    /**
     * Reads a text from its first value to its end; what comes after the value is refused.
     *
     * @throws InvalidJson when the text is not JSON, or when the reading says so
     */
    public static <T> T read(byte[] text, int from, int length, Function<JsonFields, T> reading) {
        JsonTokens tokens = new JsonTokens(text, from, length);
        T result = reading.apply(new JsonFields(tokens));
        if (!tokens.isAtEnd()) throw InvalidJson.text("there is something after the end of the JSON");
        return result;
    }

    /** The same for a text that is known to be JSON. */
    public static <T> T read(Json json, Function<JsonFields, T> reading) {
        byte[] text = json.text().getBytes(StandardCharsets.UTF_8);
        return read(text, 0, text.length, reading);
    }

    // Moving

    public boolean isObject() {
        return tokens.kind() == Kind.OBJECT;
    }

    public boolean isArray() {
        return tokens.kind() == Kind.ARRAY;
    }

    public boolean isText() {
        return tokens.kind() == Kind.STRING;
    }

    public boolean isNull() {
        return tokens.kind() == Kind.NULL;
    }

    private boolean isNumber() {
        return tokens.kind() == Kind.WHOLE_NUMBER || tokens.kind() == Kind.DECIMAL;
    }

    /** On to the next field of an object and to its value; false when there is none. */
    public boolean nextField() {
        boolean isThere = tokens.next();
        name = isThere ? tokens.name() : null;
        return isThere;
    }

    /** On to the next value of an array; false when there is none. */
    public boolean nextElement() {
        return tokens.next();
    }

    public String name() {
        if (name == null) throw new IllegalStateException("there is no field here");
        return name;
    }

    public void skip() {
        tokens.skip();
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
        return tokens.word();
    }

    @Nullable
    public String text(String path, int limit) {
        return limited(path, text(path), limit);
    }

    /** Text that no store refuses. */
    @Nullable
    public String cleanText(String path, int limit) {
        return CleanText.textOrNull(text(path, limit));
    }

    /** A string, or a number or boolean as it is written. */
    @Nullable
    public String word(String path, int limit) {
        return limited(path, word(path), limit);
    }

    @Nullable
    public String word(String path) {
        if (isNull()) return null;
        if (isObject() || isArray()) throw wrong(path, "a string");
        return tokens.word();
    }

    private static @Nullable String limited(String path, @Nullable String text, int limit) {
        if (text != null && text.length() > limit)
            throw InvalidJson.field(
                    path, path + " must have at most " + limit + " characters, it has " + text.length());
        return text;
    }

    @Nullable
    public Long number(String path, long least, long most) {
        if (isNull()) return null;
        if (tokens.kind() != Kind.WHOLE_NUMBER) throw wrong(path, "a whole number");
        if (tokens.length() <= MAX_DIGITS) {
            try {
                long value = Long.parseLong(tokens.word());
                if (value >= least && value <= most) return value;
            } catch (NumberFormatException e) {
                // The same answer as for a number out of range.
            }
        }
        throw InvalidJson.field(path, path + " must be between " + least + " and " + most);
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
        if (!isNumber()) throw wrong(path, "a number");
        if (tokens.length() <= MAX_DECIMAL) {
            double value = Double.parseDouble(tokens.word());
            if (value >= least && value <= most) return value;
        }
        throw InvalidJson.field(path, path + " must be between " + plain(least) + " and " + plain(most));
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    @Nullable
    public Boolean bool(String path) {
        if (isNull()) return null;
        if (tokens.kind() != Kind.TRUE && tokens.kind() != Kind.FALSE) throw wrong(path, "true or false");
        return tokens.kind() == Kind.TRUE;
    }

    /** ISO 8601, or milliseconds since 1970, which is what brokers count in. */
    @Nullable
    public Instant time(String path) {
        if (isNull()) return null;
        try {
            if (isText()) return InstantParser.parse(path, tokens.word());
            if (tokens.kind() != Kind.WHOLE_NUMBER) throw wrong(path, "a time such as 2026-03-02T10:00:00Z");
            Long millis = number(path, Long.MIN_VALUE, Long.MAX_VALUE);
            return millis == null ? null : InstantParser.known(path, Instant.ofEpochMilli(millis));
        } catch (IllegalArgumentException e) {
            throw InvalidJson.field(path, String.valueOf(e.getMessage()));
        }
    }

    public Json object(String path) {
        return enter(path) ? Json.known(rawText()) : Json.EMPTY_OBJECT;
    }

    /** Any value, as it is written; strings and numbers keep what they say. */
    public Json value() {
        if (isText()) return Json.known(Json.quote(tokens.word()));
        return Json.known(rawText());
    }

    /** Makes something of bytes in an array. */
    @FunctionalInterface
    public interface BytesReader<T> {
        T read(byte[] bytes, int from, int to);
    }

    /** The bytes that a string stands for, where it stands for any, and those of any other value as it is written. */
    public <T> T bytes(BytesReader<T> reader) {
        if (isText()) return JsonStrings.read(tokens.text(), tokens.start() + 1, reader);
        int from = tokens.start();
        return reader.read(tokens.text(), from, tokens.end());
    }

    private String rawText() {
        return bytes((bytes, from, to) -> new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }

    public InvalidJson wrong(String path, String expected) {
        return InvalidJson.field(path, path + " must be " + expected + ", not " + found());
    }

    private String found() {
        return switch (tokens.kind()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "a string";
            case WHOLE_NUMBER, DECIMAL -> "the number " + ShortText.withDots(tokens.word(), MAX_DIGITS);
            case TRUE, FALSE -> tokens.word();
            case NULL, CLOSED -> "null";
        };
    }
}
