package dev.redrive.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.JdbcAuditLogContract;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.testpostgres.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class PostgresAuditLogTest extends JdbcAuditLogContract {
    private final String database = TestPostgres.freshDatabase();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @Override
    protected List<DeadLetterStore> twoStores() {
        return List.of(store(), store());
    }

    private DeadLetterStore store() {
        HikariDataSource pool = PostgresStores.pool(database);
        pools.add(pool);
        return PostgresDeadLetterStore.in(pool, SettableClock.standing());
    }

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }

    @Override
    protected Connection connect() throws SQLException {
        return pools.get(0).getConnection();
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
