package dev.redrive.server.config.values;

import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What a value must look like, in words, and how it is read.
 *
 * @param allowed completes the sentence "it must be …"
 * @param reading throws {@link IllegalArgumentException} for what is not allowed
 * @param hint what to add about a text that is not allowed
 * @param shown the text as a message may show it; empty when it may not
 */
public record ValueForm<T>(
        String allowed, Function<String, T> reading, UnaryOperator<String> hint, UnaryOperator<String> shown) {

    public static <T> ValueForm<T> of(String allowed, Function<String, T> reading) {
        return new ValueForm<>(allowed, reading, text -> "", text -> text);
    }

    public T read(String text) {
        return reading.apply(text);
    }

    public ValueForm<T> withHint(UnaryOperator<String> other) {
        return new ValueForm<>(allowed, reading, other, shown);
    }

    ValueForm<T> shownAs(UnaryOperator<String> other) {
        return new ValueForm<>(allowed, reading, hint, other);
    }

    /** For secrets. */
    public ValueForm<T> hidden() {
        return shownAs(text -> "");
    }

    /** The same form with another reading of what was read; {@code null} never comes out of it. */
    public <U> ValueForm<U> map(Function<T, U> further) {
        return new ValueForm<>(allowed, reading.andThen(further), hint, shown);
    }
}
