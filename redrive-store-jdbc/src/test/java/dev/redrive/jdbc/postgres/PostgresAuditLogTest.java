package dev.redrive.jdbc.postgres;

import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.JdbcAuditLogContract;
import dev.redrive.jdbc.PostgresNodes;
import dev.redrive.store.DeadLetterStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

class PostgresAuditLogTest extends JdbcAuditLogContract {
    @AutoClose
    private final PostgresNodes nodes = new PostgresNodes();

    @Override
    protected List<DeadLetterStore> twoStores() {
        return nodes.two(SettableClock.standing());
    }

    @Override
    protected Connection connect() throws SQLException {
        return nodes.connect();
    }

    static List<String> changes() {
        return List.of(
                "UPDATE dlq_audit SET by_name = 'bob'",
                "DELETE FROM dlq_audit",
                "DELETE FROM dlq_audit WHERE number = 2",
                "TRUNCATE dlq_audit",
                "INSERT INTO dlq_audit VALUES (1, 0, '', '', '', '', '', 0, '', '') ON CONFLICT (number) DO UPDATE SET at = 0");
    }

    @Override
    protected String force() {
        return "ALTER TABLE dlq_audit DISABLE TRIGGER dlq_audit_refuse";
    }
}
