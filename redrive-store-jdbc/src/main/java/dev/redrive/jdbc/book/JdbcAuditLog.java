package dev.redrive.jdbc.book;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditLog;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.jdbc.sql.Transactions;
import java.util.List;

/** The audit log in the database of the letters. */
public final class JdbcAuditLog implements AuditLog {
    private final Transactions transactions;

    public JdbcAuditLog(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public AuditLine append(AuditNote note) {
        return transactions.appending(sql -> AuditTable.append(sql, note));
    }

    @Override
    public List<AuditLine> list(AuditQuery query) {
        return transactions.read(sql -> AuditTable.newest(sql, query));
    }

    @Override
    public List<AuditLine> from(long number, int limit) {
        return transactions.read(sql -> AuditTable.from(sql, number, limit));
    }
}
