package dev.redrive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.audit.AuditLine;
import dev.redrive.contract.AuditLogContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The audit log in a database that can be reached without Redrive. A subclass has a static method {@code changes}. */
public abstract class JdbcAuditLogContract extends AuditLogContract {
    /** A connection to the database of the stores, beside them. */
    protected abstract Connection connect() throws SQLException;

    /** What the owner of the database can do to allow changes. */
    protected abstract String force();

    private void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) statement.execute(sql);
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
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

        execute(force(), "UPDATE dlq_audit SET by_name = 'bob' WHERE number = 2");

        assertThat(book.from(1, 10)).extracting(AuditLine::isIntact).containsExactly(true, false);
    }
}
