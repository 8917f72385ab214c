package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStartCheckTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void a_store() {
        file = folder.resolve("store.db");
        new SqliteDeadLetterStore(file, InstantSource.system()).close();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void a_whole_store_is_fine_also_while_it_is_open() {
        assertThat(SqliteStartCheck.trouble(file)).isEmpty();

        try (SqliteDeadLetterStore open = new SqliteDeadLetterStore(file, InstantSource.system())) {
            assertThat(open.tallies()).isNotNull();
            assertThat(SqliteStartCheck.trouble(file)).isEmpty();
        }
    }

    @Test
    void a_missing_table_is_named() throws SQLException {
        execute("DROP TABLE dlq_attempt");

        assertThat(SqliteStartCheck.trouble(file))
                .hasValueSatisfying(why -> assertThat(why).contains("not whole", "dlq_attempt"));
    }

    @Test
    void a_cut_file_is_found() throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(bytes.length() / 2);
        }

        assertThat(SqliteStartCheck.trouble(file))
                .hasValueSatisfying(why -> assertThat(why).contains("is cut"));
    }

    @Test
    void tables_of_the_same_name_that_redrive_did_not_make_are_found() throws SQLException {
        file = folder.resolve("other.db");
        execute("CREATE TABLE dlq_letter (id INTEGER)");

        assertThat(SqliteStartCheck.trouble(file))
                .hasValueSatisfying(why -> assertThat(why).contains("named as Redrive's"));
    }

    @Test
    void a_database_of_another_application_can_become_a_store() throws SQLException {
        file = folder.resolve("other.db");
        execute("CREATE TABLE orders (id INTEGER)");

        assertThat(SqliteStartCheck.trouble(file)).isEmpty();
    }
}
