package dev.redrive.jdbc.sqlite;

import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.JdbcAuditLogContract;
import dev.redrive.store.DeadLetterStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class SqliteAuditLogTest extends JdbcAuditLogContract {
    @TempDir
    Path folder;

    @Override
    protected List<DeadLetterStore> twoStores() {
        return List.of(store(), store());
    }

    private DeadLetterStore store() {
        return new SqliteDeadLetterStore(file(), SettableClock.standing());
    }

    private Path file() {
        return folder.resolve("audit.db");
    }

    @Override
    protected Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    static List<String> changes() {
        return List.of(
                "UPDATE dlq_audit SET by_name = 'bob'",
                "DELETE FROM dlq_audit",
                "DELETE FROM dlq_audit WHERE number = 2",
                "INSERT OR REPLACE INTO dlq_audit VALUES (1, 0, '', '', '', '', '', 0, '', '')",
                "INSERT INTO dlq_audit VALUES (9, 0, '', '', '', '', '', 0, '', '')");
    }

    @Override
    protected String force() {
        return "DROP TRIGGER dlq_audit_update";
    }
}
