package dev.redrive.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** One database of the PostgreSQL server; closing it drops it. */
record Database(String url, Drop drop) implements AutoCloseable {
    interface Drop {
        void run() throws SQLException;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    HikariDataSource pool(int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        return new HikariDataSource(config);
    }

    void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) statement.execute(sql);
        }
    }

    long count(String query) throws SQLException {
        return Long.parseLong(text(query));
    }

    String text(String query) throws SQLException {
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
