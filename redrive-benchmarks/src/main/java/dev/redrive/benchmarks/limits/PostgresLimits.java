package dev.redrive.benchmarks.limits;

import dev.redrive.benchmarks.machine.Database;
import dev.redrive.benchmarks.machine.PostgresServer;
import dev.redrive.benchmarks.measure.Handler;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.measure.Subject;
import dev.redrive.benchmarks.sample.Sample;
import dev.redrive.benchmarks.sample.Samples;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.postgresql.PGConnection;

/** What a hand-written loop reaches on PostgreSQL with one wide table and no more indexes than the work needs. */
public final class PostgresLimits implements Subject {
    public static final String CAPTURE = "limit: binary COPY x1000, primary key only";
    public static final String DRAIN = "limit: SKIP LOCKED x500, key and due index, 1 worker";

    private static final int CAPTURE_BATCH = 1_000;
    private static final int DRAIN_BATCH = 500;

    private static final String CREATE_TABLE = """
            CREATE TABLE letters (
                id uuid PRIMARY KEY,
                event_id varchar(255) NOT NULL,
                subscriber_id varchar(255),
                original_event jsonb NOT NULL,
                error_message text,
                error_type varchar(100),
                error_code varchar(100),
                error_stack_trace text,
                error_context jsonb,
                retry_history jsonb,
                retry_count int NOT NULL,
                max_retries int NOT NULL,
                status varchar(50) NOT NULL,
                resolution_timestamp timestamptz,
                resolution_strategy varchar(50),
                resolved_by varchar(255),
                resolution_notes text,
                created_at timestamptz NOT NULL,
                updated_at timestamptz NOT NULL,
                priority smallint NOT NULL,
                next_attempt_at timestamptz NOT NULL,
                lease_owner varchar(64),
                lease_until timestamptz)""";

    private static final String COPY = """
            COPY letters (id, event_id, subscriber_id, original_event, error_message, error_type, error_code,
                error_stack_trace, error_context, retry_count, max_retries, status, created_at, updated_at, priority,
                next_attempt_at)
            FROM STDIN (FORMAT binary)""";

    private static final String CREATE_DUE_INDEX = """
            CREATE INDEX letters_due ON letters (priority DESC, created_at) WHERE status = 'pending'""";

    private static final String CLAIM = """
            UPDATE letters
            SET status = 'reprocessing', lease_owner = 'worker', lease_until = now() + interval '30 seconds', updated_at = now()
            WHERE id IN (
                SELECT id FROM letters WHERE status = 'pending' AND next_attempt_at <= now()
                ORDER BY priority DESC, created_at LIMIT ? FOR UPDATE SKIP LOCKED)
            RETURNING id, original_event, retry_count""";

    private static final String SETTLE = """
            UPDATE letters
            SET status = 'resolved', resolution_timestamp = now(), resolution_strategy = 'automatic_retry',
                updated_at = now(), lease_until = NULL
            WHERE id = ANY (?) AND lease_owner = 'worker'""";

    private final PostgresServer server;
    private final Rates rates;

    public PostgresLimits(PostgresServer server, Rates rates) {
        this.server = server;
        this.rates = rates;
    }

    @Override
    public void capture() throws Exception {
        try (Database database = server.fresh("limits")) {
            database.run(CREATE_TABLE);
            rates.warmUp(watch -> copyAll(database, watch));
            database.run("TRUNCATE letters");
            rates.limit(Part.CAPTURE, CAPTURE, watch -> copyAll(database, watch));
        }
    }

    @Override
    public void drain() throws Exception {
        try (Database database = server.fresh("limits")) {
            stock(database);
            restock(database);
            rates.warmUp(watch -> drain(database, watch));
            restock(database);
            rates.limit(Part.DRAIN, DRAIN, watch -> drain(database, watch));
        }
    }

    /** Copying all the letters from a table is faster than sending them again for each measure. */
    private void stock(Database database) throws SQLException, IOException {
        database.run(CREATE_TABLE);
        copyAll(database, Stopwatch.withoutCap());
        database.run("ALTER TABLE letters RENAME TO stock");
    }

    private static void restock(Database database) throws SQLException {
        database.run(
                "DROP TABLE IF EXISTS letters",
                "CREATE TABLE letters (LIKE stock INCLUDING ALL)",
                "INSERT INTO letters SELECT * FROM stock ORDER BY id",
                CREATE_DUE_INDEX,
                "VACUUM ANALYZE letters");
    }

    private long copyAll(Database database, Stopwatch watch) throws SQLException, IOException {
        long copied = 0;
        try (Connection connection = database.connect()) {
            for (int from = 0; from < rates.entries() && !watch.isOver(); from += CAPTURE_BATCH) {
                copied += copy(connection, from);
            }
        }
        return copied;
    }

    private long copy(Connection connection, int from) throws SQLException, IOException {
        byte[] rows = rows(Samples.range(from, Math.min(from + CAPTURE_BATCH, rates.entries())));
        return connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY, new ByteArrayInputStream(rows));
    }

    private static byte[] rows(List<Sample> samples) throws IOException {
        BinaryRows rows = new BinaryRows();
        for (Sample sample : samples) {
            rows.row(16)
                    .uuid(sample.id())
                    .text(sample.eventId())
                    .text(sample.subscriber())
                    .jsonb(sample.event())
                    .text(sample.errorMessage())
                    .text(sample.errorType())
                    .text(sample.errorCode())
                    .text(sample.stackTrace())
                    .jsonb(sample.errorContext())
                    .int4(0)
                    .int4(5)
                    .text("pending")
                    .timestamptz(sample.createdAt())
                    .timestamptz(sample.createdAt())
                    .int2(sample.priority())
                    .timestamptz(sample.createdAt());
        }
        return rows.end();
    }

    /** Two commits a batch: one for the claim, one for the outcome. */
    private static long drain(Database database, Stopwatch watch) throws SQLException {
        Handler handler = new Handler();
        long settled = 0;
        try (Connection connection = database.connect();
                PreparedStatement claim = connection.prepareStatement(CLAIM);
                PreparedStatement settle = connection.prepareStatement(SETTLE)) {
            claim.setInt(1, DRAIN_BATCH);
            while (!watch.isOver()) {
                List<UUID> claimed = handle(claim, handler);
                if (claimed.isEmpty()) break;
                settle.setArray(1, connection.createArrayOf("uuid", claimed.toArray()));
                settled += settle.executeUpdate();
            }
        }
        return handler.checked(settled);
    }

    private static List<UUID> handle(PreparedStatement claim, Handler handler) throws SQLException {
        List<UUID> claimed = new ArrayList<>(DRAIN_BATCH);
        try (ResultSet letters = claim.executeQuery()) {
            while (letters.next()) {
                handler.handle(letters.getString("original_event"));
                claimed.add(letters.getObject("id", UUID.class));
            }
        }
        return claimed;
    }
}
