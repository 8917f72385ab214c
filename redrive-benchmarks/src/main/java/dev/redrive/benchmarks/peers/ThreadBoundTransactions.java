package dev.redrive.benchmarks.peers;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.axonframework.common.jdbc.ConnectionProvider;
import org.axonframework.common.jdbc.ConnectionWrapperFactory;
import org.axonframework.common.transaction.Transaction;
import org.axonframework.common.transaction.TransactionManager;

/** Gives Axon one connection for a thread's transaction, as Spring would; an inner transaction joins the outer one. */
final class ThreadBoundTransactions implements TransactionManager, ConnectionProvider {
    private static final ThreadLocal<Connection> OPEN = new ThreadLocal<>();

    private final DataSource pool;

    ThreadBoundTransactions(DataSource pool) {
        this.pool = pool;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = OPEN.get();
        if (connection == null) return pool.getConnection();
        // Axon closes what it gets, but only the end of the transaction may.
        return ConnectionWrapperFactory.wrap(connection, new ConnectionWrapperFactory.NoOpCloseHandler());
    }

    @Override
    public Transaction startTransaction() {
        if (OPEN.get() != null) return new Joined();
        try {
            Connection connection = pool.getConnection();
            connection.setAutoCommit(false);
            OPEN.set(connection);
            return new Outermost(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("could not start a transaction", e);
        }
    }

    private record Joined() implements Transaction {
        @Override
        public void commit() {
            // the outermost one does
        }

        @Override
        public void rollback() {
            // the outermost one does
        }
    }

    private record Outermost(Connection connection) implements Transaction {
        @Override
        public void commit() {
            end(Connection::commit);
        }

        @Override
        public void rollback() {
            end(Connection::rollback);
        }

        private void end(Ending ending) {
            OPEN.remove();
            try (connection) { // back to the pool, which restores auto-commit
                ending.apply(connection);
            } catch (SQLException e) {
                throw new IllegalStateException("could not end a transaction", e);
            }
        }
    }

    private interface Ending {
        void apply(Connection connection) throws SQLException;
    }
}
