package dev.redrive.benchmarks.limits;

import dev.redrive.benchmarks.measure.Handler;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.measure.Subject;
import dev.redrive.benchmarks.sample.Sample;
import dev.redrive.benchmarks.sample.Samples;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What a hand-written loop reaches on SQLite when every commit waits for the disk. */
public final class SqliteLimits implements Subject {
    public static final String CAPTURE = "limit: SQLite batch insert x1000, primary key only";
    public static final String CAPTURE_WITH_SEVEN_INDEXES = "limit: SQLite batch insert x1000, seven indexes";
    public static final String DRAIN = "limit: SQLite drain x500, key and due index";

    private static final int CAPTURE_BATCH = 1_000;
    private static final int DRAIN_BATCH = 500;
    private static final long LEASE_MICROS = 30_000_000;

    private static final String CREATE_TABLE = """
            CREATE TABLE letters (
                id blob PRIMARY KEY,
                event_id text NOT NULL,
                subscriber_id text,
                original_event text NOT NULL,
                error_message text,
                error_type text,
                error_code text,
                error_stack_trace text,
                error_context text,
                retry_history text,
                retry_count int NOT NULL,
                max_retries int NOT NULL,
                status text NOT NULL,
                resolution_timestamp int,
                resolution_strategy text,
                resolved_by text,
                resolution_notes text,
                created_at int NOT NULL,
                updated_at int NOT NULL,
                priority int NOT NULL,
                next_attempt_at int NOT NULL,
                lease_owner text,
                lease_until int)""";

    /** The indexes of the schema that Redrive started from. */
    private static final List<String> SEVEN_INDEXES = List.of(
            "CREATE INDEX by_event ON letters (event_id)",
            "CREATE INDEX by_subscriber ON letters (subscriber_id)",
            "CREATE INDEX by_status ON letters (status)",
            "CREATE INDEX by_error_type ON letters (error_type)",
            "CREATE INDEX by_created ON letters (created_at)",
            "CREATE INDEX by_updated ON letters (updated_at)",
            "CREATE INDEX by_pattern ON letters (json_extract(original_event, '$.pattern'))");

    private static final String CREATE_DUE_INDEX = """
            CREATE INDEX due ON letters (priority DESC, created_at) WHERE status = 'pending'""";

    private static final String INSERT = """
            INSERT INTO letters (id, event_id, subscriber_id, original_event, error_message, error_type, error_code,
                error_stack_trace, error_context, retry_count, max_retries, status, created_at, updated_at, priority,
                next_attempt_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 5, 'pending', ?, ?, ?, ?)""";

    private static final String CLAIM = """
            UPDATE letters SET status = 'reprocessing', lease_owner = 'worker', lease_until = ?, updated_at = ?
            WHERE id IN (
                SELECT id FROM letters WHERE status = 'pending' AND next_attempt_at <= ?
                ORDER BY priority DESC, created_at LIMIT ?)
            RETURNING id, original_event, retry_count""";

    private static final String SETTLE = """
            UPDATE letters
            SET status = 'resolved', resolution_timestamp = ?, resolution_strategy = 'automatic_retry',
                updated_at = ?, lease_until = NULL
            WHERE id = ? AND lease_owner = 'worker'""";

    private final Path folder;
    private final Rates rates;

    public SqliteLimits(Path folder, Rates rates) {
        this.folder = folder;
        this.rates = rates;
    }

    @Override
    public void capture() throws Exception {
        try (Connection connection = fresh(SEVEN_INDEXES)) {
            rates.warmUp(watch -> insertAll(connection, watch));
        }
        try (Connection connection = fresh(List.of())) {
            rates.limit(Part.SQLITE, CAPTURE, watch -> insertAll(connection, watch));
        }
        try (Connection connection = fresh(SEVEN_INDEXES)) {
            rates.rate(Part.SQLITE, CAPTURE_WITH_SEVEN_INDEXES, CAPTURE, watch -> insertAll(connection, watch));
        }
    }

    @Override
    public void drain() throws Exception {
        try (Connection connection = stocked()) {
            rates.warmUp(watch -> drain(connection, watch));
        }
        try (Connection connection = stocked()) {
            rates.limit(Part.SQLITE, DRAIN, watch -> drain(connection, watch));
        }
    }

    private Connection stocked() throws SQLException, IOException {
        Connection connection = fresh(List.of());
        insertAll(connection, Stopwatch.withoutCap());
        run(connection, CREATE_DUE_INDEX, "ANALYZE", "PRAGMA wal_checkpoint(TRUNCATE)");
        return connection;
    }

    private Connection fresh(List<String> indexes) throws SQLException, IOException {
        for (String suffix : List.of("", "-wal", "-shm")) Files.deleteIfExists(folder.resolve("limits.db" + suffix));
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("limits.db"));
        run(connection, "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", CREATE_TABLE);
        run(connection, indexes.toArray(String[]::new));
        return connection;
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) statement.execute(sql);
        }
    }

    private long insertAll(Connection connection, Stopwatch watch) throws SQLException {
        long inserted = 0;
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int from = 0; from < rates.entries() && !watch.isOver(); from += CAPTURE_BATCH) {
                for (Sample sample : Samples.range(from, Math.min(from + CAPTURE_BATCH, rates.entries()))) {
                    bind(insert, sample);
                    insert.addBatch();
                }
                inserted += insert.executeBatch().length;
                connection.commit();
            }
        }
        connection.setAutoCommit(true);
        return inserted;
    }

    private static void bind(PreparedStatement insert, Sample sample) throws SQLException {
        long createdAt = micros(sample.createdAt());
        insert.setBytes(1, bytes(sample.id()));
        insert.setString(2, sample.eventId());
        insert.setString(3, sample.subscriber());
        insert.setString(4, sample.event());
        insert.setString(5, sample.errorMessage());
        insert.setString(6, sample.errorType());
        insert.setString(7, sample.errorCode());
        insert.setString(8, sample.stackTrace());
        insert.setString(9, sample.errorContext());
        insert.setLong(10, createdAt);
        insert.setLong(11, createdAt);
        insert.setInt(12, sample.priority());
        insert.setLong(13, createdAt);
    }

    /** Two commits a batch, as on PostgreSQL. */
    private static long drain(Connection connection, Stopwatch watch) throws SQLException {
        Handler handler = new Handler();
        long settled = 0;
        try (PreparedStatement claim = connection.prepareStatement(CLAIM);
                PreparedStatement settle = connection.prepareStatement(SETTLE)) {
            while (!watch.isOver()) {
                long now = micros(InstantSource.system().instant());
                List<byte[]> claimed = handle(claim, now, handler);
                if (claimed.isEmpty()) break;
                connection.setAutoCommit(false);
                settled += settle(settle, now, claimed);
                connection.setAutoCommit(true); // commits
            }
        }
        return handler.checked(settled);
    }

    private static List<byte[]> handle(PreparedStatement claim, long now, Handler handler) throws SQLException {
        claim.setLong(1, now + LEASE_MICROS);
        claim.setLong(2, now);
        claim.setLong(3, now);
        claim.setInt(4, DRAIN_BATCH);
        List<byte[]> claimed = new ArrayList<>(DRAIN_BATCH);
        try (ResultSet letters = claim.executeQuery()) {
            while (letters.next()) {
                claimed.add(letters.getBytes(1));
                handler.handle(letters.getString(2));
            }
        }
        return claimed;
    }

    private static long settle(PreparedStatement settle, long now, List<byte[]> claimed) throws SQLException {
        for (byte[] id : claimed) {
            settle.setLong(1, now);
            settle.setLong(2, now);
            settle.setBytes(3, id);
            settle.addBatch();
        }
        long settled = 0;
        for (int rows : settle.executeBatch()) settled += rows;
        return settled;
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }
}
