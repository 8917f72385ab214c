package dev.redrive.jdbc.rows;

import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.store.leases.ByteLimit;
import dev.redrive.store.leases.ExpectedLetter;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** How large letters are, found out before they are read. */
public final class PayloadSizes {
    private static final int AT_ONCE = 100;

    private PayloadSizes() {}

    private record Size(UUID id, int bytes) {}

    /** Those of the letters, from the first one on, whose payloads have no more than so many bytes together. */
    public static List<ExpectedLetter> fitting(Sql sql, List<ExpectedLetter> letters, long maxBytes)
            throws SQLException {
        if (letters.size() == 1 || maxBytes == Long.MAX_VALUE) return letters;
        ByteLimit bytes = new ByteLimit(maxBytes);
        for (int from = 0; from < letters.size(); from += AT_ONCE) {
            List<ExpectedLetter> some = letters.subList(from, Math.min(letters.size(), from + AT_ONCE));
            Map<UUID, Integer> sizes = of(sql, some);
            for (int i = 0; i < some.size(); i++)
                if (!bytes.takes(sizes.getOrDefault(some.get(i).id().value(), 0))) return letters.subList(0, from + i);
        }
        return letters;
    }

    private static Map<UUID, Integer> of(Sql sql, List<ExpectedLetter> letters) throws SQLException {
        Condition ids = Condition.in(
                "id",
                letters.stream().map(ExpectedLetter::id).map(LetterId::value).toList());
        Map<UUID, Integer> sizes = new HashMap<>();
        for (Size size : sql.query(
                "SELECT id, payload_size FROM dlq_letter WHERE " + ids.sql(),
                ids::bind,
                row -> new Size(row.id(), row.number()))) sizes.put(size.id(), size.bytes());
        return sizes;
    }
}
