package dev.redrive.benchmarks.machine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** One database of the PostgreSQL server; closing it drops it. */
public record Database(String url, Drop drop) implements AutoCloseable {
    public interface Drop {
        void run() throws SQLException;
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    public HikariDataSource pool(int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        return new HikariDataSource(config);
    }

    public void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) statement.execute(sql);
        }
    }

    public long count(String query) throws SQLException {
        return Long.parseLong(text(query));
    }

    public String text(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getString(1);
        }
    }

    @Override
    public void close() throws SQLException {
        drop.run();
    }
}
