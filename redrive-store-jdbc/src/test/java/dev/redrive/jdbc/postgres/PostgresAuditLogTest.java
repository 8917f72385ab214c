package dev.redrive.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.audit.AuditLine;
import dev.redrive.contract.AuditLogContract;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.testpostgres.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresAuditLogTest extends AuditLogContract {
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

    private void execute(String... statements) throws SQLException {
        try (Connection connection = pools.get(0).getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) statement.execute(sql);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE dlq_audit SET by_name = 'bob'",
                "DELETE FROM dlq_audit",
                "DELETE FROM dlq_audit WHERE number = 2",
                "TRUNCATE dlq_audit",
                "INSERT INTO dlq_audit VALUES (1, 0, '', '', '', '', '', 0, '', '') ON CONFLICT (number) DO UPDATE SET at = 0"
            })
    void the_database_refuses_to_change_the_audit_log(String sql) {
        book.append(note("retry", "letter 1"));
        book.append(note("retry", "letter 2"));
        List<AuditLine> before = book.from(1, 10);

        assertThatThrownBy(() -> execute(sql))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("dlq_audit is append-only");

        assertThat(book.from(1, 10)).isEqualTo(before);
    }

    @Test
    void a_line_that_was_changed_by_force_is_not_intact() throws SQLException {
        book.append(note("retry", "letter 1"));
        book.append(note("retry", "letter 2"));

        execute(
                "ALTER TABLE dlq_audit DISABLE TRIGGER dlq_audit_refuse",
                "UPDATE dlq_audit SET by_name = 'bob' WHERE number = 2");

        assertThat(book.from(1, 10)).extracting(AuditLine::isIntact).containsExactly(true, false);
    }
}
