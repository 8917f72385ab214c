package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.ImportTables;
import dev.redrive.jdbc.letters.JdbcAttributes;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.letters.StreamPositions;
import dev.redrive.jdbc.sql.Batcher;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.ReturnedLetter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Captures, imports and takes in letters on PostgreSQL. Captures of several callers share a transaction. */
final class PostgresCaptures implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int THREADS = 2;
    private static final int LETTERS_AT_ONCE = 1000;

    private final PostgresDatabase postgres;
    private final Partitions partitions;
    private final PostgresSignals signals;
    private final PostgresMaintenance maintenance;
    private final JdbcAttributes attributes;
    private final Batcher<CaptureWriter.Job> batcher;
    private final ThreadLocal<CaptureWriter> writers = ThreadLocal.withInitial(CaptureWriter::new);

    PostgresCaptures(
            PostgresDatabase postgres,
            Partitions partitions,
            PostgresSignals signals,
            PostgresMaintenance maintenance,
            JdbcAttributes attributes) {
        this.attributes = attributes;
        this.postgres = postgres;
        this.partitions = partitions;
        this.signals = signals;
        this.maintenance = maintenance;
        batcher = new Batcher<>("redrive-capture", THREADS, LETTERS_AT_ONCE, this::store);
    }

    List<CaptureResult> capture(List<NewLetter> letters) {
        if (letters.isEmpty()) return List.of();
        List<CaptureResult> answers = partitions.write(ids(letters), () -> {
            CaptureWriter.Job job = new CaptureWriter.Job(letters, attributes.forCaptured(letters.size()));
            batcher.await(job, PATIENCE);
            return job.answers();
        });
        signals.dueSoon();
        return answers;
    }

    private static List<LetterId> ids(List<NewLetter> letters) {
        return letters.stream().map(NewLetter::id).toList();
    }

    List<CaptureResult> importAll(List<ImportedLetter> letters) {
        if (letters.isEmpty()) return List.of();
        List<LetterId> ids =
                letters.stream().map(imported -> imported.letter().id()).toList();
        List<CaptureResult> answers = partitions.write(
                ids,
                () -> postgres.transaction(sql -> {
                    ImportTables.lock(sql, letters);
                    return new ImportTables(sql, postgres.now(sql)).importAll(letters);
                }));
        maintenance.changed();
        signals.dueSoon();
        return answers;
    }

    /** A letter that cannot be stored must not take those of other callers with it. */
    private void store(List<CaptureWriter.Job> jobs) {
        try {
            storeTogether(jobs);
        } catch (RuntimeException e) {
            if (jobs.size() == 1 || e instanceof dev.redrive.store.StoreUnavailable) throw e;
            for (CaptureWriter.Job job : jobs) storeAlone(job);
        }
    }

    private void storeAlone(CaptureWriter.Job job) {
        try {
            storeTogether(List.of(job));
        } catch (RuntimeException e) {
            job.done.completeExceptionally(e);
        }
    }

    private void storeTogether(List<CaptureWriter.Job> jobs) {
        write((sql, writer) -> {
            writer.store(sql, jobs, postgres.clock().instant());
            return 0;
        });
    }

    private interface Writing<T> {
        T write(Sql sql, CaptureWriter writer) throws SQLException;
    }

    /** In a transaction, with what this thread knows to be stored already. */
    private <T> T write(Writing<T> writing) {
        CaptureWriter writer = writers.get();
        try {
            T result = postgres.transaction(sql -> writing.write(sql, writer));
            writer.committed();
            maintenance.changed();
            return result;
        } catch (RuntimeException e) {
            writer.rolledBack();
            throw e;
        }
    }

    /** On the reader's own thread: an intake is a large batch already, and those of different partitions need not wait. */
    IntakeResult ingest(Intake intake) {
        IntakeResult result = partitions.write(ids(intake.letters()), () -> write(intake));
        signals.dueSoon();
        return result;
    }

    private IntakeResult write(Intake intake) {
        CaptureWriter.Job job = new CaptureWriter.Job(
                intake.letters(), attributes.forCaptured(intake.letters().size()));
        List<Optional<LetterStatus>> returned = write((sql, writer) -> {
            StreamPositions.advance(sql, intake.read());
            List<Optional<LetterStatus>> back = takeBack(sql, intake);
            writer.store(sql, List.of(job), postgres.clock().instant());
            return back;
        });
        return new IntakeResult(job.answers(), returned);
    }

    private List<Optional<LetterStatus>> takeBack(Sql sql, Intake intake) throws SQLException {
        if (intake.returned().isEmpty()) return List.of();
        Instant now = postgres.now(sql);
        partitions.ensure(Partitions.monthOf(now));
        LetterTables tables = new LetterTables(sql, now);
        lockSequences(sql, tables, intake);
        List<Optional<LetterStatus>> returned = new ArrayList<>();
        for (ReturnedLetter back : intake.returned())
            returned.add(tables.returns().takeBack(back));
        tables.writeDeltas();
        return returned;
    }

    /** Those of the new letters, too, because all are taken in one order. */
    private static void lockSequences(Sql sql, LetterTables tables, Intake intake) throws SQLException {
        Set<Sequence> sequences = SequenceLocks.sequencesOf(
                tables, intake.returned().stream().map(ReturnedLetter::id).toList());
        if (sequences.isEmpty()) return;
        for (NewLetter letter : intake.letters()) {
            Sequence sequence = letter.sequence();
            if (sequence != null) sequences.add(sequence);
        }
        SequenceLocks.take(sql, sequences);
    }

    @Override
    public void close() {
        batcher.close();
    }
}
