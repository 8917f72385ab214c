package dev.redrive.jdbc.book;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Millis;
import dev.redrive.jdbc.sql.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The audit log, inside a transaction. */
final class AuditTable {
    private static final String LAST = "SELECT number, hash FROM dlq_audit ORDER BY number DESC LIMIT 1";
    private static final String PUT = """
            INSERT INTO dlq_audit (number, at, by_name, role, from_address, action, subject, letters, previous_hash, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String FROM = """
            SELECT number, at, by_name, role, from_address, action, subject, letters, previous_hash, hash
            FROM dlq_audit WHERE number >= ? ORDER BY number LIMIT ?""";
    private static final String NEWEST = """
            SELECT number, at, by_name, role, from_address, action, subject, letters, previous_hash, hash
            FROM dlq_audit WHERE %s ORDER BY number DESC LIMIT ?""";

    private record End(long number, String hash) {}

    private AuditTable() {}

    /** The caller holds the lock that keeps other transactions from appending until this one ends. */
    static AuditLine append(Sql sql, AuditNote note) throws SQLException {
        End end =
                sql.first(LAST, in -> {}, row -> new End(row.big(), row.text())).orElse(new End(0, AuditLine.START));
        AuditLine line = AuditLine.after(end.number(), end.hash(), note);
        sql.update(PUT, in -> write(line, in));
        return line;
    }

    static List<AuditLine> newest(Sql sql, AuditQuery query) throws SQLException {
        Condition where = where(query);
        return sql.query(
                NEWEST.formatted(where.sql()),
                in -> {
                    where.bind(in);
                    in.int4(query.limit());
                },
                AuditTable::read);
    }

    private static Condition where(AuditQuery query) {
        List<Condition> all = new ArrayList<>();
        all.add(Condition.of("number < ?", query.before().orElse(Long.MAX_VALUE)));
        equal("by_name", query.by(), all);
        equal("action", query.action(), all);
        equal("subject", query.subject(), all);
        query.from().ifPresent(from -> all.add(Condition.of("at >= ?", Millis.atOrAfter(from))));
        query.to().ifPresent(to -> all.add(Condition.of("at < ?", Millis.atOrAfter(to))));
        return Condition.and(all);
    }

    private static void equal(String column, Optional<String> value, List<Condition> all) {
        value.ifPresent(text -> all.add(Condition.of(column + " = ?", text)));
    }

    static List<AuditLine> from(Sql sql, long number, int limit) throws SQLException {
        return sql.query(
                FROM,
                in -> {
                    in.int8(number);
                    in.int4(limit);
                },
                AuditTable::read);
    }

    private static void write(AuditLine line, ColumnSink out) throws SQLException {
        AuditNote note = line.note();
        out.int8(line.number());
        out.int8(note.at().toEpochMilli());
        out.text(note.by());
        out.text(note.role());
        out.text(note.from());
        out.text(note.action());
        out.text(note.subject());
        out.int8(note.count());
        out.text(line.previousHash());
        out.text(line.hash());
    }

    private static AuditLine read(Columns row) throws SQLException {
        AuditNote note = new AuditNote(
                row.at("at").time(),
                row.at("by_name").text(),
                row.at("role").text(),
                row.at("from_address").text(),
                row.at("action").text(),
                row.at("subject").text(),
                row.at("letters").big());
        return new AuditLine(
                row.at("number").big(),
                note,
                row.at("previous_hash").text(),
                row.at("hash").text());
    }
}
