package dev.redrive.jdbc.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/** A piece of SQL together with the values of its parameters. */
public record Condition(String sql, List<Object> values) {
    public static final Condition TRUE = new Condition("", List.of());

    public static Condition of(String sql, Object... values) {
        return new Condition(sql, List.of(values));
    }

    public static Condition in(String column, Collection<?> values) {
        String marks = String.join(", ", Collections.nCopies(values.size(), "?"));
        return values.size() == 1
                ? new Condition(column + " = ?", List.copyOf(values))
                : new Condition(column + " IN (" + marks + ")", List.copyOf(values));
    }

    public static Condition and(List<Condition> all) {
        List<Condition> real = all.stream().filter(c -> !c.sql().isEmpty()).toList();
        if (real.isEmpty()) return TRUE;
        List<Object> values = new ArrayList<>();
        real.forEach(c -> values.addAll(c.values()));
        return new Condition(
                String.join(" AND ", real.stream().map(Condition::sql).toList()), values);
    }

    public Condition and(Condition other) {
        return and(List.of(this, other));
    }

    public void bind(ColumnSink sink) throws SQLException {
        for (Object value : values) {
            if (value instanceof UUID id) sink.id(id);
            else if (value instanceof String text) sink.text(text);
            else if (value instanceof Integer number) sink.int4(number);
            else if (value instanceof Long number) sink.int8(number);
            else if (value instanceof byte[] bytes) sink.bytes(bytes);
            else throw new IllegalArgumentException("no column holds a " + value.getClass());
        }
    }
}
