package dev.redrive.jdbc.rows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One row of {@code dlq_attribute}: a value of a letter at a search path. */
public record AttributeRow(UUID letter, int path, String value) {

    /** The rows of one letter as one value, which stands beside it: of each the path, how many bytes the value has, and these. */
    public static byte @Nullable [] pack(List<AttributeRow> rows) {
        if (rows.isEmpty()) return null;
        List<byte[]> values = new ArrayList<>(rows.size());
        int size = 0;
        for (AttributeRow row : rows) {
            byte[] value = row.value().getBytes(StandardCharsets.UTF_8);
            values.add(value);
            size += 2 * Integer.BYTES + value.length;
        }
        ByteBuffer packed = ByteBuffer.allocate(size);
        for (int i = 0; i < values.size(); i++)
            packed.putInt(rows.get(i).path()).putInt(values.get(i).length).put(values.get(i));
        return packed.array();
    }

    public static List<AttributeRow> unpack(UUID letter, byte @Nullable [] packed) {
        if (packed == null) return List.of();
        List<AttributeRow> rows = new ArrayList<>();
        ByteBuffer left = ByteBuffer.wrap(packed);
        while (left.hasRemaining()) {
            int path = left.getInt();
            byte[] value = new byte[left.getInt()];
            left.get(value);
            rows.add(new AttributeRow(letter, path, new String(value, StandardCharsets.UTF_8)));
        }
        return rows;
    }
}
