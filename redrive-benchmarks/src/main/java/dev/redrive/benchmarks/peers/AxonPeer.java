package dev.redrive.benchmarks.peers;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.benchmarks.limits.PostgresLimits;
import dev.redrive.benchmarks.machine.Database;
import dev.redrive.benchmarks.machine.PostgresServer;
import dev.redrive.benchmarks.measure.Callers;
import dev.redrive.benchmarks.measure.Handler;
import dev.redrive.benchmarks.measure.Part;
import dev.redrive.benchmarks.measure.Rates;
import dev.redrive.benchmarks.measure.Stopwatch;
import dev.redrive.benchmarks.measure.Subject;
import dev.redrive.benchmarks.sample.Sample;
import dev.redrive.benchmarks.sample.Samples;
import java.sql.SQLException;
import java.util.List;
import org.axonframework.common.jdbc.ConnectionProvider;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.GenericEventMessage;
import org.axonframework.eventhandling.deadletter.DeadLetteringEventHandlerInvoker;
import org.axonframework.eventhandling.deadletter.jdbc.GenericDeadLetterTableFactory;
import org.axonframework.eventhandling.deadletter.jdbc.JdbcSequencedDeadLetterQueue;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.deadletter.GenericDeadLetter;
import org.axonframework.messaging.deadletter.ThrowableCause;
import org.axonframework.serialization.json.JacksonSerializer;

/**
 * Axon's dead letter queue on JDBC. It keeps no stack trace, so that goes to the diagnostics. It deletes letters that
 * are done.
 */
public final class AxonPeer implements Subject {
    /** Axon makes it from JSON and calls the handler, so it has to see both. */
    public record Failed(String event, String context) {}

    public static final class Redelivery {
        private final Handler handler;

        Redelivery(Handler handler) {
            this.handler = handler;
        }

        @EventHandler
        public void on(Failed failed) {
            handler.handle(failed.event());
        }
    }

    private static final int UNBOUNDED = 10_000_000;
    private static final int SEQUENCE_LENGTH = 100;

    /** Columns that tell letters apart; the others may be the same for a measure. */
    private static final String OTHER_COLUMNS = """
            SELECT string_agg(column_name, ', ') FROM information_schema.columns
            WHERE table_name = 'deadletterentry' AND column_name NOT IN
                ('deadletteridentifier', 'sequenceidentifier', 'sequenceindex', 'eventidentifier')""";

    private final PostgresServer server;
    private final Rates rates;

    public AxonPeer(PostgresServer server, Rates rates) {
        this.server = server;
        this.rates = rates;
    }

    @Override
    public void capture() throws Exception {
        try (Database database = server.fresh("axon");
                HikariDataSource pool = database.pool(8)) {
            Queue queue = new Queue(new ThreadBoundTransactions(pool));
            queue.create(database);
            rates.warmUp(watch -> enqueueAll(queue, 1, watch));
            for (int sequenceLength : List.of(1, SEQUENCE_LENGTH)) {
                queue.create(database);
                rates.rate(
                        Part.CAPTURE,
                        "Axon: one by one, sequences of " + sequenceLength + ", 8 callers",
                        PostgresLimits.CAPTURE,
                        watch -> enqueueAll(queue, sequenceLength, watch));
            }
        }
    }

    @Override
    public void drain() throws Exception {
        try (Database database = server.fresh("axon");
                HikariDataSource pool = database.pool(8)) {
            Queue queue = new Queue(new ThreadBoundTransactions(pool));
            stock(database, queue);
            rates.warmUp(watch -> drain(database, queue, 4, watch));
            for (int workers : List.of(1, 4)) {
                stock(database, queue);
                rates.rate(
                        Part.DRAIN,
                        "Axon: sequences of " + SEQUENCE_LENGTH + ", " + workers
                                + (workers == 1 ? " worker" : " workers"),
                        PostgresLimits.DRAIN,
                        watch -> drain(database, queue, workers, watch));
            }
        }
    }

    /** Two callers on one sequence would break its unique key, so each caller has sequences of its own. */
    private long enqueueAll(Queue queue, int sequenceLength, Stopwatch watch) throws Exception {
        int sequencesPerCaller = Math.max(1, rates.entries() / sequenceLength / 8);
        return new Callers(8).share(rates.entries(), watch, i -> {
            String own = Thread.currentThread().getName() + "/" + i % sequencesPerCaller;
            queue.enqueue(sequenceLength == 1 ? "s" + i : own, Samples.of(i));
        });
    }

    /** Enqueueing so many would take an hour, so a letter that Axon stored is multiplied. */
    private void stock(Database database, Queue queue) throws SQLException {
        queue.create(database);
        queue.enqueue("first", Samples.of(0));
        String others = database.text(OTHER_COLUMNS);
        database.run(
                """
                INSERT INTO deadletterentry
                    (deadletteridentifier, sequenceidentifier, sequenceindex, eventidentifier, %1$s)
                SELECT gen_random_uuid()::text, 's' || i / %2$d, i %% %2$d, gen_random_uuid()::text, %1$s
                FROM deadletterentry, generate_series(0, %3$d - 1) i""".formatted(others, SEQUENCE_LENGTH, rates.entries()),
                "DELETE FROM deadletterentry WHERE sequenceidentifier = 'first'",
                "VACUUM ANALYZE deadletterentry");
    }

    private long drain(Database database, Queue queue, int workers, Stopwatch watch) throws Exception {
        Handler handler = new Handler();
        DeadLetteringEventHandlerInvoker invoker = queue.invoker(new Redelivery(handler));
        new Callers(workers).each(worker -> {
            boolean more = true;
            while (more && !watch.isOver()) more = invoker.processAny();
        });
        watch.stop();
        long left = database.count("SELECT count(*) FROM deadletterentry");
        rates.compare("Axon", handler.handled(), rates.entries() - left);
        return handler.handled();
    }

    /** The queue as Spring would set it up, without its limits of 1024 sequences and 1024 letters in each. */
    private static final class Queue {
        private final ThreadBoundTransactions transactions;
        private final JdbcSequencedDeadLetterQueue<EventMessage<?>> letters;

        Queue(ThreadBoundTransactions transactions) {
            JacksonSerializer json =
                    JacksonSerializer.builder().objectMapper(new ObjectMapper()).build();
            this.transactions = transactions;
            letters = JdbcSequencedDeadLetterQueue.<EventMessage<?>>builder()
                    .processingGroup("benchmark")
                    .connectionProvider((ConnectionProvider) transactions)
                    .transactionManager((TransactionManager) transactions)
                    .eventSerializer(json)
                    .genericSerializer(json)
                    .maxSequences(UNBOUNDED)
                    .maxSequenceSize(UNBOUNDED)
                    .build();
        }

        void create(Database database) throws SQLException {
            database.run("DROP TABLE IF EXISTS deadletterentry");
            transactions.executeInTransaction(() -> letters.createSchema(new GenericDeadLetterTableFactory() {
                @Override
                protected String serializedDataType() {
                    return "bytea";
                }
            }));
        }

        void enqueue(String sequence, Sample sample) {
            EventMessage<?> event = new GenericEventMessage<>(
                    sample.eventId(),
                    new Failed(sample.event(), sample.errorContext()),
                    MetaData.with("subscriber", sample.subscriber()),
                    sample.createdAt());
            GenericDeadLetter<EventMessage<?>> letter = new GenericDeadLetter<>(
                    sequence,
                    event,
                    new ThrowableCause(sample.errorType(), sample.errorMessage()),
                    sample.createdAt(),
                    sample.createdAt(),
                    MetaData.with("stackTrace", sample.stackTrace()).and("code", sample.errorCode()));
            transactions.executeInTransaction(() -> letters.enqueue(sequence, letter));
        }

        DeadLetteringEventHandlerInvoker invoker(Redelivery redelivery) {
            return DeadLetteringEventHandlerInvoker.builder()
                    .eventHandlers(redelivery)
                    .queue(letters)
                    .transactionManager(transactions)
                    .build();
        }
    }
}
