package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.counters.CounterDeltas;
import dev.redrive.jdbc.counters.CounterLog;
import dev.redrive.jdbc.letters.AttributeTable;
import dev.redrive.jdbc.letters.CaptureTables;
import dev.redrive.jdbc.letters.CauseTables;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.rows.AttemptRow;
import dev.redrive.jdbc.rows.AttributeRow;
import dev.redrive.jdbc.rows.KeptPaths;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.ParallelRows;
import dev.redrive.jdbc.rows.Place;
import dev.redrive.jdbc.rows.PreparedLetter;
import dev.redrive.jdbc.rows.QueuedLetters;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.rows.StoredTrace;
import dev.redrive.jdbc.rows.WrittenKeys;
import dev.redrive.jdbc.sql.Batcher;
import dev.redrive.jdbc.sql.BulkInsert;
import dev.redrive.jdbc.sql.ColumnArrays;
import dev.redrive.jdbc.sql.CopySink;
import dev.redrive.jdbc.sql.Month;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.captures.Sequence;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Writes the captured letters of several callers together, on one thread of the group commit. */
final class CaptureWriter {
    /** Into the partition of a month; the columns are in the order in which {@link LetterRow} writes them. */
    private static final String COPY_LETTERS = """
            COPY %s (
                id, channel, event_id, subscriber_id, pattern, event_version, source_type, source_id, source_name,
                event_time, metadata, payload, payload_form, payload_size, headers, topic, partition_no, offset_no,
                message_key, origin_time, consumer_group, source_service, error_type, error_code, error_message,
                trace_id, trace_messages, error_context, category, retryability, cause_id, priority, tags, ordered,
                capture_key, first_failed_at, edit_version, completeness, event_instance_id, additional, cpu_usage,
                memory_usage, dlq_retries, sealed, attributes)
            FROM STDIN (FORMAT binary)""";

    private static final String PUT_KEYS = """
            INSERT INTO dlq_capture_key (key, id) SELECT * FROM unnest(?::uuid[], ?::uuid[])
            ON CONFLICT DO NOTHING RETURNING key""";
    private static final String PUT_READY = """
            INSERT INTO dlq_ready (
                id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::smallint[], ?::int[], ?::int[], ?::int[], ?::bigint[],
                ?::bigint[], ?::bigint[])""";
    /** Those of one page of the index after each other. */
    private static final Comparator<AttributeRow> IN_INDEX =
            Comparator.comparingInt(AttributeRow::path).thenComparing(AttributeRow::value);

    private static final int KNOWN = 50_000;
    private static final int READY_COLUMNS = 9;
    private static final int CHUNK = 32 * 1024;
    private static final int WORTH_SHARING = ParallelRows.WORTH_SHARING;

    /** The letters of one caller, whose rows in the format of the wire are made while the first of them are sent. */
    static final class Job extends Batcher.Work {
        private final List<PreparedLetter> letters;
        private final ParallelRows<CopySink> rows;
        private @Nullable List<CaptureResult> answers;

        /** Several processors share the work on a large batch. */
        Job(List<NewLetter> batch, KeptPaths paths) {
            letters = (batch.size() < WORTH_SHARING ? batch.stream() : batch.parallelStream())
                    .map(letter -> PreparedLetter.of(letter, paths))
                    .toList();
            rows = ParallelRows.make(letters, Job::row);
        }

        private static CopySink row(PreparedLetter prepared) {
            CopySink row = new CopySink(prepared.payload().bytes.length + 1024).row(LetterRow.COLUMNS);
            try {
                LetterRow.write(prepared, row);
            } catch (SQLException e) {
                throw new IllegalStateException("a row in memory cannot fail", e);
            }
            return row;
        }

        @Override
        public int weight() {
            return letters.size();
        }

        List<CaptureResult> answers() {
            return Objects.requireNonNull(answers);
        }
    }

    private final WrittenKeys<UUID> traces = new WrittenKeys<>(KNOWN);
    private final WrittenKeys<UUID> causes = new WrittenKeys<>(KNOWN);
    private final WrittenKeys<String> patterns = new WrittenKeys<>(KNOWN);

    void committed() {
        traces.committed();
        causes.committed();
        patterns.committed();
    }

    void rolledBack() {
        traces.rolledBack();
        causes.rolledBack();
        patterns.rolledBack();
    }

    void store(Sql sql, List<Job> jobs, Instant now) throws SQLException {
        rolledBack();
        LetterTables tables = new LetterTables(sql, now);
        SequenceLocks.take(sql, sequences(jobs));
        List<PreparedLetter> fresh = answer(jobs, owners(sql, jobs));
        if (fresh.isEmpty()) return;
        putShared(sql, tables, fresh);
        putStates(sql, tables, fresh, now);
        copyLetters(sql, jobs);
        putAttributes(sql, fresh);
    }

    private static Set<Sequence> sequences(List<Job> jobs) {
        Set<Sequence> sequences = new HashSet<>();
        for (Job job : jobs) {
            for (PreparedLetter prepared : job.letters) {
                Sequence sequence = prepared.letter().sequence();
                if (sequence != null) sequences.add(sequence);
            }
        }
        return sequences;
    }

    // Which letters are new

    /** The letter that has a capture key: a new one of this batch, or one that was stored before. */
    private record Owner(UUID letter, boolean isNew) {}

    private static Map<UUID, Owner> owners(Sql sql, List<Job> jobs) throws SQLException {
        Map<UUID, UUID> wanted = new TreeMap<>();
        for (Job job : jobs) {
            for (PreparedLetter prepared : job.letters) {
                var key = prepared.letter().key();
                if (key != null)
                    wanted.putIfAbsent(key.value(), prepared.letter().id().value());
            }
        }
        if (wanted.isEmpty()) return Map.of();
        var keys = sql.connection().createArrayOf("uuid", wanted.keySet().toArray());
        var ids = sql.connection().createArrayOf("uuid", wanted.values().toArray());
        Map<UUID, Owner> owners = new HashMap<>();
        try (var statement = sql.connection().prepareStatement(PUT_KEYS)) {
            statement.setArray(1, keys);
            statement.setArray(2, ids);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    UUID key = rows.getObject(1, UUID.class);
                    owners.put(key, new Owner(Objects.requireNonNull(wanted.get(key)), true));
                }
            }
        }
        if (owners.size() == wanted.size()) return owners;
        try (var statement =
                sql.connection().prepareStatement("SELECT key, id FROM dlq_capture_key WHERE key = ANY (?)")) {
            statement.setArray(1, keys);
            try (var rows = statement.executeQuery()) {
                while (rows.next())
                    owners.putIfAbsent(rows.getObject(1, UUID.class), new Owner(rows.getObject(2, UUID.class), false));
            }
        }
        return owners;
    }

    private static List<PreparedLetter> answer(List<Job> jobs, Map<UUID, Owner> owners) {
        List<PreparedLetter> fresh = new ArrayList<>();
        for (Job job : jobs) {
            List<CaptureResult> answers = new ArrayList<>(job.letters.size());
            for (PreparedLetter prepared : job.letters) {
                LetterId id = prepared.letter().id();
                var key = prepared.letter().key();
                Owner owner = key == null ? null : owners.get(key.value());
                boolean isNew =
                        owner == null || (owner.isNew() && owner.letter().equals(id.value()));
                answers.add(new CaptureResult(owner == null ? id : new LetterId(owner.letter()), isNew));
                if (isNew) fresh.add(prepared);
            }
            job.answers = answers;
        }
        return fresh;
    }

    // Writing

    /** What several letters share: stored once, and in a fixed order so that two writers never wait in a circle. */
    private void putShared(Sql sql, LetterTables tables, List<PreparedLetter> fresh) throws SQLException {
        SortedMap<UUID, StoredTrace> newTraces = new TreeMap<>();
        Map<UUID, CauseTables.Seen> newCauses = new HashMap<>();
        Set<String> newPatterns = new java.util.TreeSet<>();
        List<AttemptRow> history = new ArrayList<>();
        for (PreparedLetter prepared : fresh) {
            NewLetter letter = prepared.letter();
            keepNew(prepared.trace(), newTraces);
            if (!letter.history().isEmpty()) history.addAll(prepared.history(trace -> keepNew(trace, newTraces)));
            UUID cause = letter.fingerprint().id().value();
            Instant captured = letter.id().createdAt();
            if (causes.isNew(cause)) newCauses.putIfAbsent(cause, new CauseTables.Seen(letter.fingerprint(), captured));
            tables.deltas().seen(cause, captured);
            String pattern = letter.message().event().pattern();
            if (pattern != null && patterns.isNew(pattern)) newPatterns.add(pattern);
            for (String tag : letter.tags())
                CaptureTables.insertTag(sql, letter.id().value(), tag);
        }
        tables.attempts().insertTraces(newTraces);
        tables.attempts().insertAll(history);
        tables.causes().recordFailures(newCauses.values());
        for (String pattern : newPatterns) CaptureTables.insertPattern(sql, pattern);
        newTraces.keySet().forEach(traces::wrote);
        newCauses.keySet().forEach(causes::wrote);
        newPatterns.forEach(patterns::wrote);
    }

    private void keepNew(StoredTrace trace, Map<UUID, StoredTrace> into) {
        UUID id = trace.id();
        if (id != null && traces.isNew(id)) into.put(id, trace);
    }

    /** Straight into the partition when they are all of one month, as nearly always: that is quicker to set up. */
    private static String tableFor(List<Job> jobs) {
        Month month = Month.at(jobs.get(0).letters.get(0).letter().id().createdAt());
        for (Job job : jobs) {
            for (PreparedLetter prepared : job.letters) {
                if (!month.holds(prepared.letter().id().createdAt())) return "dlq_letter";
            }
        }
        return Partitions.name("dlq_letter", month.name());
    }

    private static void copyLetters(Sql sql, List<Job> jobs) throws SQLException {
        CopyIn copy = start(sql, COPY_LETTERS.formatted(tableFor(jobs)));
        ByteArrayOutputStream buffer = new ByteArrayOutputStream(CHUNK * 2);
        for (Job job : jobs) {
            Iterator<CaptureResult> answers = job.answers().iterator();
            for (List<CopySink> some : job.rows.parts()) {
                for (CopySink row : some) {
                    if (answers.next().isNew()) buffer.write(row.buffer(), 0, row.size());
                    if (buffer.size() >= CHUNK) flush(buffer, copy);
                }
            }
        }
        flush(buffer, copy);
        CopySink.end(copy);
    }

    private static void putAttributes(Sql sql, List<PreparedLetter> fresh) throws SQLException {
        List<AttributeRow> rows = new ArrayList<>();
        for (PreparedLetter prepared : fresh) rows.addAll(prepared.attributes());
        rows.sort(IN_INDEX);
        AttributeTable.insert(sql, rows);
    }

    private static void flush(ByteArrayOutputStream buffer, CopyIn copy) throws SQLException {
        copy.writeToCopy(buffer.toByteArray(), 0, buffer.size());
        buffer.reset();
    }

    private void putStates(Sql sql, LetterTables tables, List<PreparedLetter> fresh, Instant now) throws SQLException {
        List<StateRow> states = new ArrayList<>(fresh.size());
        List<StateRow> ready = new ArrayList<>(fresh.size());
        for (PreparedLetter prepared : fresh) {
            NewLetter letter = prepared.letter();
            StateRow state = StateRow.of(
                    letter,
                    tables.sequences().enter(letter.sequence(), letter.id().value()),
                    now);
            (state.place() instanceof Place.Ready ? ready : states).add(state);
            tables.deltas().add(prepared.kind(), state.status(), 1);
        }
        if (ready.isEmpty() || ready.size() >= BulkInsert.WORTH_COPYING) {
            states.addAll(ready);
            tables.writeDeltas();
        } else {
            putReady(sql, ready, tables.deltas());
        }
        tables.states().insertAll(states);
    }

    /**
     * With what is added to the counters: a few go in one round trip with them, and with the BEGIN that the driver puts before
     * a first statement but not before a COPY.
     */
    private static void putReady(Sql sql, List<StateRow> ready, CounterDeltas deltas) throws SQLException {
        QueuedLetters.of(sql).addReady(ready);
        Connection connection = sql.connection();
        try (PreparedStatement statement = connection.prepareStatement(PUT_READY + ";" + CounterLog.APPEND)) {
            new ColumnArrays<>(connection, statement, 1, ready)
                    .ids(StateRow::id)
                    .texts(StateRow::channel)
                    .int2(s -> s.priority().ordinal())
                    .int4(StateRow::retryCount)
                    .int4(StateRow::maxRetries)
                    .int4(StateRow::token)
                    .int8(s -> s.lastFailedAt().toEpochMilli())
                    .int8(s -> s.updatedAt().toEpochMilli())
                    .int8(s -> Objects.requireNonNull(s.dueAt()).toEpochMilli());
            CounterLog.bind(connection, statement, READY_COLUMNS + 1, deltas);
            statement.execute();
        }
    }

    private static CopyIn start(Sql sql, String command) throws SQLException {
        CopyIn copy = sql.connection().unwrap(PGConnection.class).getCopyAPI().copyIn(command);
        CopySink.begin(copy);
        return copy;
    }
}
