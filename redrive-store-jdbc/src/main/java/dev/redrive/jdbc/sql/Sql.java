package dev.redrive.jdbc.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs statements on one connection. */
public final class Sql {
    /** A cache of prepared statements, for a driver that has none; the least recently used one is closed. */
    private static final class Kept extends LinkedHashMap<String, PreparedStatement> {
        private static final long serialVersionUID = 1L;
        private static final int MOST = 200;

        Kept() {
            super(64, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PreparedStatement> eldest) {
            if (size() <= MOST) return false;
            close(eldest.getValue());
            return true;
        }
    }

    public interface Binder {
        void bind(ColumnSink sink) throws SQLException;
    }

    public interface RowBinder<R> {
        void bind(R row, ColumnSink sink) throws SQLException;
    }

    public interface Reader<T> {
        T read(Columns row) throws SQLException;
    }

    private final Connection connection;
    private final SqlDialect dialect;
    private final @Nullable Kept kept;
    private final Map<Class<?>, Object> attachments = new HashMap<>();

    private Sql(Connection connection, SqlDialect dialect, @Nullable Kept kept) {
        this.connection = connection;
        this.dialect = dialect;
        this.kept = kept;
    }

    /** The driver keeps prepared statements by their text. */
    public static Sql postgres(Connection connection) {
        return new Sql(connection, SqlDialect.POSTGRESQL, null);
    }

    /** The driver compiles a statement each time it is prepared, so they are kept here. One thread at a time. */
    public static Sql sqlite(Connection connection) {
        return new Sql(connection, SqlDialect.SQLITE, new Kept());
    }

    public Connection connection() {
        return connection;
    }

    /** The one value of this type that belongs to this object: on PostgreSQL, to one transaction. */
    public <T> T attachment(Class<T> type, Supplier<T> initial) {
        return type.cast(attachments.computeIfAbsent(type, t -> initial.get()));
    }

    public SqlDialect dialect() {
        return dialect;
    }

    public int update(String text, Binder binder) throws SQLException {
        return with(text, statement -> {
            binder.bind(new StatementSink(statement, dialect));
            return statement.executeUpdate();
        });
    }

    public <T> List<T> query(String text, Binder binder, Reader<T> reader) throws SQLException {
        return with(text, statement -> {
            binder.bind(new StatementSink(statement, dialect));
            try (ResultSet rows = statement.executeQuery()) {
                Columns columns = new Columns(rows, dialect);
                List<T> list = new ArrayList<>();
                while (columns.next()) list.add(reader.read(columns));
                return list;
            }
        });
    }

    public <T> Optional<T> first(String text, Binder binder, Reader<T> reader) throws SQLException {
        List<T> list = query(text, binder, reader);
        return list.isEmpty() ? Optional.empty() : Optional.of(list.get(0));
    }

    /** One statement for each of the rows; returns how many rows each changed. */
    public <R> int[] batch(String text, Collection<R> rows, RowBinder<R> binder) throws SQLException {
        if (rows.isEmpty()) return new int[0];
        return with(text, statement -> {
            StatementSink sink = new StatementSink(statement, dialect);
            for (R row : rows) {
                binder.bind(row, sink.restart());
                statement.addBatch();
            }
            return statement.executeBatch();
        });
    }

    private interface Use<T> {
        T of(PreparedStatement statement) throws SQLException;
    }

    private <T> T with(String text, Use<T> use) throws SQLException {
        if (kept == null) {
            try (PreparedStatement statement = connection.prepareStatement(text)) {
                return use.of(statement);
            }
        }
        PreparedStatement statement = kept.remove(text);
        if (statement == null) statement = connection.prepareStatement(text);
        try {
            T result = use.of(statement);
            kept.put(text, statement);
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            close(statement);
            throw e;
        }
    }

    private static void close(PreparedStatement statement) {
        try {
            statement.close();
        } catch (SQLException e) {
            throw new IllegalStateException("a statement could not be closed", e);
        }
    }
}
