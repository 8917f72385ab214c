package dev.redrive.cli.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON value. Numbers keep every digit, and objects keep the order and even the repetition of their names. */
public sealed interface Value {
    record Text(String value) implements Value {}

    /** A number as it was written. */
    record Num(String digits) implements Value {}

    record Flag(boolean value) implements Value {}

    /** What is null, or not there at all. */
    enum Nothing implements Value {
        NOTHING
    }

    record Items(List<Value> list) implements Value {}

    record Fields(List<Field> list) implements Value {}

    record Field(String name, Value value) {}

    static Value nothing() {
        return Nothing.NOTHING;
    }

    public static Value of(@Nullable String text) {
        return text == null ? Nothing.NOTHING : new Text(text);
    }

    public static Value of(long number) {
        return new Num(Long.toString(number));
    }

    public static Value of(boolean flag) {
        return new Flag(flag);
    }

    public static Value of(List<String> texts) {
        return new Items(texts.stream().map(Value::of).toList());
    }

    /** An object to be filled; names whose value is nothing are left out. */
    static Building object() {
        return new Building();
    }

    /** An object that is being put together. */
    final class Building {
        private final List<Field> fields = new ArrayList<>();

        private Building() {}

        public Building with(String name, Value value) {
            if (!value.isNothing()) fields.add(new Field(name, value));
            return this;
        }

        public Building with(String name, @Nullable String text) {
            return with(name, of(text));
        }

        public Value build() {
            return new Fields(List.copyOf(fields));
        }
    }

    /** The field of that name, or nothing. */
    default Value at(String name) {
        if (this instanceof Fields fields) {
            for (Field field : fields.list()) if (field.name().equals(name)) return field.value();
        }
        return Nothing.NOTHING;
    }

    default boolean isNothing() {
        return this instanceof Nothing;
    }

    default boolean isTrue() {
        return this instanceof Flag flag && flag.value();
    }

    /** A plain value as text; empty for null, arrays and objects. */
    default Optional<String> text() {
        if (this instanceof Text text) return Optional.of(text.value());
        if (this instanceof Num number) return Optional.of(number.digits());
        if (this instanceof Flag flag) return Optional.of(String.valueOf(flag.value()));
        return Optional.empty();
    }

    default String text(String otherwise) {
        return text().orElse(otherwise);
    }

    /** A whole number, or 0 when it is none. */
    default long number() {
        return (long) decimal();
    }

    /** A number, or 0 when it is none. */
    default double decimal() {
        return this instanceof Num number ? Double.parseDouble(number.digits()) : 0;
    }

    /** The values of an array; none when it is something else. */
    default List<Value> items() {
        return this instanceof Items items ? items.list() : List.of();
    }

    /** The fields of an object; none when it is something else. */
    default List<Field> fields() {
        return this instanceof Fields fields ? fields.list() : List.of();
    }
}
