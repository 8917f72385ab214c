package dev.redrive.jdbc.postgres;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes the other nodes with LISTEN and NOTIFY when letters may be due. A notice is sent apart from the capture and at most
 * ten times a second, because commits that notify wait for each other; after a lost one, the regular poll finds the letters.
 */
final class PostgresSignals implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresSignals.class);
    private static final Duration AT_MOST_EVERY = Duration.ofMillis(100);
    private static final int LISTEN_MILLIS = 500;
    private static final Duration RECONNECT_AFTER = Duration.ofSeconds(5);

    private final PostgresDatabase postgres;
    private final ScheduledExecutorService sender =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-notify"));
    private final AtomicBoolean planned = new AtomicBoolean();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private @Nullable Thread listener;
    private volatile boolean closed;

    PostgresSignals(PostgresDatabase postgres) {
        this.postgres = postgres;
    }

    /** Other nodes should claim soon. */
    void dueSoon() {
        if (closed || !postgres.ownsPool() || !planned.compareAndSet(false, true)) return;
        var unused = sender.schedule(this::send, AT_MOST_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void send() {
        planned.set(false);
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("NOTIFY dlq_due");
        } catch (SQLException | StoreException e) {
            LOG.debug("could not notify other nodes; their regular poll finds the letters", e);
        }
    }

    /** Only with a pool of our own: an application's pool may be too small to keep a connection of it. */
    synchronized void listen(Runnable wake) {
        listeners.add(wake);
        if (listener != null || !postgres.ownsPool()) return;
        listener = DaemonThreads.of("redrive-listen", this::run);
        listener.start();
    }

    private void run() {
        while (!closed) {
            try (Connection connection = postgres.connect()) {
                receive(connection);
            } catch (SQLException | StoreException e) {
                if (!closed) LOG.debug("lost the connection that listens; trying again", e);
                pause();
            }
        }
    }

    private void receive(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN dlq_due");
        }
        PGConnection notices = connection.unwrap(PGConnection.class);
        while (!closed) {
            var received = notices.getNotifications(LISTEN_MILLIS);
            if (received != null && received.length > 0) listeners.forEach(Runnable::run);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RECONNECT_AFTER.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        sender.shutdownNow();
        if (listener == null) return;
        listener.interrupt();
        try {
            listener.join(2_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
