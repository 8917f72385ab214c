package dev.redrive.transform.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.schibsted.spt.data.jslt.impl.MinusOperator;
import com.schibsted.spt.data.jslt.impl.MultiplyOperator;
import com.schibsted.spt.data.jslt.impl.NumericOperator;
import com.schibsted.spt.data.jslt.impl.PlusOperator;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Sums, differences and products as people compute them on paper. JSLT computes with doubles and 64 bits, where 19.99 * 100
 * is 1998.9999999999998 and an id of twenty digits becomes another one without a word.
 */
public final class Arithmetic {
    public static final int MOST_DIGITS = 1000;

    private Arithmetic() {}

    /** Empty when it is for JSLT to compute, or to say that it cannot. */
    public static Optional<JsonNode> exact(NumericOperator operator, JsonNode left, JsonNode right) {
        if (!isPlain(left) || !isPlain(right)) return Optional.empty();
        BigDecimal one = left.decimalValue();
        BigDecimal other = right.decimalValue();
        if (operator instanceof PlusOperator) return Optional.of(ExactNumber.of(one.add(other)));
        if (operator instanceof MinusOperator) return Optional.of(ExactNumber.of(one.subtract(other)));
        if (operator instanceof MultiplyOperator) return Optional.of(ExactNumber.of(one.multiply(other)));
        return Optional.empty();
    }

    private static boolean isPlain(JsonNode node) {
        if (!node.isNumber() || (node.isDouble() && !Double.isFinite(node.doubleValue()))) return false;
        BigDecimal value = node.decimalValue();
        return value.precision() <= MOST_DIGITS && Math.abs((long) value.scale()) <= MOST_DIGITS;
    }
}
