package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.store.questions.Version;
import java.sql.SQLException;
import java.util.UUID;

/** The table {@code dlq_edit}: the versions of edited letters. */
final class VersionTable {
    private static final String INSERT = """
            INSERT INTO dlq_edit (
                id, version, edited_at, edited_by, notes, payload, payload_form, headers, priority, tags, completeness)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private VersionTable() {}

    static void insert(Sql sql, UUID letter, Version version) throws SQLException {
        ColumnCodec.Packed payload = ColumnCodec.pack(version.payload());
        sql.update(INSERT, out -> {
            out.id(letter);
            out.int4(version.number());
            out.int8(version.time().toEpochMilli());
            out.text(version.by());
            out.text(version.notes());
            out.bytes(payload.bytes);
            out.int2(payload.form);
            out.bytes(ColumnCodec.headers(version.headers()));
            out.int2(version.priority().ordinal());
            out.text(ColumnCodec.tags(version.tags()));
            out.int2(version.completeness().ordinal());
        });
    }
}
