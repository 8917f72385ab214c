package dev.redrive.transform.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import java.io.IOException;
import java.io.Serial;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** A number with a point or an exponent that is written again exactly as it was read: {@code 0.1000} and {@code 1E400} stay so. */
public final class ExactNumber extends NumericNode {
    @Serial
    private static final long serialVersionUID = 1;

    private final String text;
    private final BigDecimal value;

    private ExactNumber(String text, BigDecimal value) {
        this.text = text;
        this.value = value;
    }

    /**
     * The number that this JSON text is; plain integers are Jackson's own, whose text is theirs.
     *
     * @throws NumberFormatException when its exponent is too large
     */
    public static JsonNode of(String text) {
        if (text.equals("-0") || !isInteger(text)) return new ExactNumber(text, new BigDecimal(text));
        return of(new BigInteger(text));
    }

    public static JsonNode of(BigInteger value) {
        if (value.bitLength() < Integer.SIZE) return IntNode.valueOf(value.intValue());
        if (value.bitLength() < Long.SIZE) return LongNode.valueOf(value.longValue());
        return BigIntegerNode.valueOf(value);
    }

    public static JsonNode of(BigDecimal value) {
        return value.scale() == 0 ? of(value.unscaledValue()) : new ExactNumber(value.toString(), value);
    }

    private static boolean isInteger(String text) {
        return text.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
    }

    @Override
    public void serialize(JsonGenerator json, SerializerProvider provider) throws IOException {
        json.writeNumber(text);
    }

    @Override
    public JsonToken asToken() {
        return JsonToken.VALUE_NUMBER_FLOAT;
    }

    @Override
    public JsonParser.NumberType numberType() {
        return JsonParser.NumberType.BIG_DECIMAL;
    }

    @Override
    public boolean isFloatingPointNumber() {
        return true;
    }

    @Override
    public boolean isBigDecimal() {
        return true;
    }

    @Override
    public String asText() {
        return text;
    }

    @Override
    public Number numberValue() {
        return value;
    }

    @Override
    public int intValue() {
        return value.intValue();
    }

    @Override
    public long longValue() {
        return value.longValue();
    }

    @Override
    public double doubleValue() {
        return value.doubleValue();
    }

    @Override
    public BigDecimal decimalValue() {
        return value;
    }

    /** Zero for numbers whose digits do not fit into memory, such as {@code 1E999999999}. */
    @Override
    public BigInteger bigIntegerValue() {
        return Math.abs((long) value.scale()) > 10_000 ? BigInteger.ZERO : value.toBigInteger();
    }

    @Override
    public boolean canConvertToInt() {
        return fits(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public boolean canConvertToLong() {
        return fits(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private boolean fits(long lowest, long highest) {
        return value.compareTo(BigDecimal.valueOf(lowest)) >= 0 && value.compareTo(BigDecimal.valueOf(highest)) <= 0;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExactNumber number && number.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
