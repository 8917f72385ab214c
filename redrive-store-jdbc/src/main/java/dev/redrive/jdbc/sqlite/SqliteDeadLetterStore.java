package dev.redrive.jdbc.sqlite;

import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseState;
import dev.redrive.jdbc.book.JdbcAlertLog;
import dev.redrive.jdbc.book.JdbcAuditLog;
import dev.redrive.jdbc.book.JdbcMinuteCounts;
import dev.redrive.jdbc.book.JdbcReplayBook;
import dev.redrive.jdbc.counters.CounterQueries;
import dev.redrive.jdbc.letters.CauseTables;
import dev.redrive.jdbc.letters.HandlerConnection;
import dev.redrive.jdbc.letters.ImportTables;
import dev.redrive.jdbc.letters.LeaseLostInTransaction;
import dev.redrive.jdbc.letters.LetterStates;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.NextDue;
import dev.redrive.jdbc.letters.RetentionQueries;
import dev.redrive.jdbc.letters.StreamPositions;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.rows.LeaseRow;
import dev.redrive.jdbc.rows.LetterMapper;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.ParallelRows;
import dev.redrive.jdbc.rows.PayloadSizes;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.search.LetterLookup;
import dev.redrive.jdbc.search.LetterQueries;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.Backup;
import dev.redrive.store.TransactionalStore;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.decisions.Retention;
import dev.redrive.store.decisions.RetentionResult;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import dev.redrive.store.questions.Version;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.ReturnedLetter;
import dev.redrive.store.streams.SentLetter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in a SQLite file: with a write-ahead log, every commit on disk, one writer thread that commits all waiting work
 * together, and readers beside it. Several processes may share the file.
 */
public final class SqliteDeadLetterStore implements TransactionalStore {
    private static final Duration TEXT_SEARCH = Duration.ofSeconds(1);
    private static final int LOAD_AT_ONCE = 100;

    private final InstantSource clock;
    private final SqliteFile file;
    private final AuditLog audit;
    private final AlertLog alerts;
    private final MinuteCounts series;
    private final ReplayBook replays;

    public SqliteDeadLetterStore(Path path, InstantSource clock) {
        this.clock = clock;
        this.file = new SqliteFile(path, clock);
        this.audit = new JdbcAuditLog(file);
        this.alerts = new JdbcAlertLog(file);
        this.series = new JdbcMinuteCounts(file);
        this.replays = new JdbcReplayBook(file, sql -> now());
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static LetterQueries queries(Sql sql) {
        return new LetterQueries(sql, new CounterQueries(sql));
    }

    private interface Changes<T> {
        T change(LetterTables tables) throws SQLException;
    }

    /** Changes single letters, with the counters in the same transaction. */
    private <T> T change(Changes<T> changes) {
        return file.write(writer -> {
            LetterTables tables = new LetterTables(writer.sql(), now());
            T result = changes.change(tables);
            tables.writeDeltas();
            return result;
        });
    }

    // Hot paths

    @Override
    public List<CaptureResult> capture(List<NewLetter> letters) {
        if (letters.isEmpty()) return List.of();
        var rows = ParallelRows.make(letters, SqliteRow::of);
        return file.write(letters.size(), writer -> writer.captures().capture(rows, now()));
    }

    @Override
    public List<CaptureResult> importAll(List<ImportedLetter> letters) {
        if (letters.isEmpty()) return List.of();
        return file.write(letters.size(), writer -> new ImportTables(writer.sql(), now()).importAll(letters));
    }

    @Override
    public List<LeasedLetter> claim(ClaimRequest request) {
        List<StateRow> leases = file.write(writer -> writer.leases().claim(request, now()));
        if (leases.isEmpty()) return List.of();
        Map<UUID, LetterRow> letters = letters(leases);
        return leases.stream()
                .map(lease -> LetterMapper.claimed(Objects.requireNonNull(letters.get(lease.id())), lease))
                .toList();
    }

    /** Read beside the writer: a leased letter does not change. */
    private Map<UUID, LetterRow> letters(List<StateRow> leases) {
        if (leases.isEmpty()) return Map.of();
        return file.read(sql -> {
            Map<UUID, LetterRow> letters = new HashMap<>();
            for (int from = 0; from < leases.size(); from += LOAD_AT_ONCE)
                load(sql, leases.subList(from, Math.min(leases.size(), from + LOAD_AT_ONCE)), letters);
            return letters;
        });
    }

    private static void load(Sql sql, List<StateRow> leases, Map<UUID, LetterRow> into) throws SQLException {
        Condition ids = Condition.in("l.id", leases.stream().map(StateRow::id).toList());
        String select = "SELECT " + LetterRow.SELECTED + " FROM dlq_letter l" + LetterRow.JOINS + "WHERE " + ids.sql();
        for (LetterRow letter : sql.query(select, ids::bind, LetterRow::read)) into.put(letter.id(), letter);
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        if (settlements.isEmpty()) return List.of();
        return file.write(settlements.size(), writer -> writer.leases().settle(settlements, now()));
    }

    @Override
    public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        if (leases.isEmpty()) return Set.of();
        return file.write(writer -> writer.leases().renew(leases, now().plus(time)));
    }

    @Override
    public Optional<Instant> nextDue(Optional<Set<String>> channels) {
        return file.read(sql -> NextDue.next(sql, channels));
    }

    // Streams

    @Override
    public IntakeResult ingest(Intake intake) {
        var rows = ParallelRows.make(intake.letters(), SqliteRow::of);
        return file.write(Math.max(1, intake.letters().size()), writer -> {
            StreamPositions.advance(writer.sql(), intake.read());
            LetterTables tables = new LetterTables(writer.sql(), now());
            List<Optional<LetterStatus>> returned = new ArrayList<>();
            for (ReturnedLetter back : intake.returned())
                returned.add(tables.returns().takeBack(back));
            tables.writeDeltas();
            return new IntakeResult(writer.captures().capture(rows, now()), returned);
        });
    }

    @Override
    public Map<Integer, Long> positions(String stream) {
        return file.read(sql -> StreamPositions.of(sql, stream));
    }

    @Override
    public List<SentLetter> sent(@Nullable LetterId after, int limit) {
        return file.read(sql -> LetterQueries.sent(sql, after, limit));
    }

    // Single letters

    @Override
    public List<ClaimResult> claimExpected(
            List<ExpectedLetter> expected, String worker, Duration leaseTime, long maxBytes) {
        if (expected.isEmpty()) return List.of();
        SqliteExpectedClaims.Answers answers = file.write(expected.size(), writer -> {
            Instant now = now();
            writer.leases().recover(now);
            return new SqliteExpectedClaims(writer, now, worker, leaseTime)
                    .claimExpected(PayloadSizes.fitting(writer.sql(), expected, maxBytes));
        });
        Map<UUID, LetterRow> letters =
                letters(answers.leased().values().stream().map(LeaseRow::lease).toList());
        List<ClaimResult> results = new ArrayList<>(expected.size());
        for (ExpectedLetter letter : expected) {
            LeaseRow row = answers.leased().get(letter.id());
            if (row == null) results.add(answers.others().getOrDefault(letter.id(), new ClaimResult.NoRoom()));
            else
                results.add(row.result(
                        Objects.requireNonNull(letters.get(row.lease().id()))));
        }
        return results;
    }

    @Override
    public MoveResult move(LetterId id, ManualMove move) {
        return change(tables -> {
            Optional<FoundLetter> found = tables.states().find(id.value());
            return found.isEmpty()
                    ? new MoveResult.NoSuchLetter()
                    : tables.moves().move(found.get(), move).orElseThrow();
        });
    }

    /** Searches beside the writer: a text search may take long and must not hold up other writes. */
    @Override
    public BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        List<LetterId> ids = file.read(sql -> queries(sql).next(filter, limit, after));
        if (ids.isEmpty()) return BulkMoveResult.of(Map.of(), ids, limit);
        return file.write(ids.size(), writer -> {
            LetterTables tables = new LetterTables(writer.sql(), now());
            Map<String, List<LetterId>> moved = new LinkedHashMap<>();
            for (LetterId id : ids) {
                Optional<FoundLetter> found = tables.states().find(id.value());
                if (found.isPresent()
                        && tables.moves().move(found.get(), move).orElseThrow() instanceof MoveResult.To to)
                    moved.computeIfAbsent(to.channel(), c -> new ArrayList<>()).add(id);
            }
            tables.writeDeltas();
            return BulkMoveResult.of(moved, ids, limit);
        });
    }

    @Override
    public EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        return change(tables -> {
            Optional<FoundLetter> found = tables.states().find(id.value());
            return found.isEmpty()
                    ? new EditResult.NoSuchLetter()
                    : tables.edits().edit(found.get(), expectedVersion, edit).orElseThrow();
        });
    }

    @Override
    public DeleteResult delete(LetterId id) {
        return change(tables -> {
            Optional<FoundLetter> found = tables.states().find(id.value());
            return found.isEmpty()
                    ? new DeleteResult.NoSuchLetter()
                    : tables.moves().delete(found.get()).orElseThrow();
        });
    }

    @Override
    public SettleResult settleWith(LeasedLetter claimed, Work work, Settlement.Succeeded outcome) throws Exception {
        return file.inTransaction(writer -> {
            long started = System.nanoTime();
            work.handle(
                    claimed.letter(), HandlerConnection.connection(writer.sql().connection()));
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            Settlement settlement = new Settlement(claimed.lease(), took, "transactional", outcome);
            SettleResult settled =
                    writer.leases().settle(List.of(settlement), now()).get(0);
            if (settled instanceof SettleResult.LeaseLost) throw new LeaseLostInTransaction();
            return settled;
        });
    }

    @Override
    public RetentionResult expire(Retention retention, int limit) {
        return change(tables -> {
            Map<String, List<LetterId>> archived = new LinkedHashMap<>();
            for (LetterId id : RetentionQueries.past(tables, retention::archives, now(), limit)) {
                if (tables.moves()
                                .move(tables.states().find(id.value()).orElseThrow(), retention.archiving())
                                .orElseThrow()
                        instanceof MoveResult.To to)
                    archived.computeIfAbsent(to.channel(), channel -> new ArrayList<>())
                            .add(id);
            }
            int gone = 0;
            for (LetterId id : RetentionQueries.past(tables, retention::deletes, now(), limit)) {
                Optional<FoundLetter> found = tables.states().find(id.value());
                if (found.isPresent() && tables.moves().delete(found.get()).orElseThrow() instanceof DeleteResult.Gone)
                    gone++;
            }
            return new RetentionResult(gone, archived);
        });
    }

    @Override
    public boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return file.write(writer -> CauseTables.setState(writer.sql(), id, state, by));
    }

    // Questions

    @Override
    public Optional<DeadLetter> find(LetterId id) {
        return file.read(sql -> new LetterLookup(sql).find(id));
    }

    @Override
    public OptionalInt payloadSize(LetterId id) {
        return file.read(sql -> new LetterLookup(sql).payloadSize(id));
    }

    @Override
    public List<Version> versions(LetterId id) {
        return file.read(sql -> new LetterLookup(sql).versions(id));
    }

    @Override
    public Map<LetterId, LetterState> states(Collection<LetterId> ids) {
        return file.read(sql -> LetterStates.of(sql, ids));
    }

    @Override
    public Page search(Query query) {
        return file.read(sql -> queries(sql).search(query, textDeadline()));
    }

    @Override
    public Total count(Filter filter) {
        return file.read(sql -> queries(sql).count(filter, textDeadline()));
    }

    private static BooleanSupplier textDeadline() {
        long until = System.nanoTime() + TEXT_SEARCH.toNanos();
        return () -> System.nanoTime() - until > 0;
    }

    @Override
    public Tallies tallies() {
        return file.read(sql -> new CounterQueries(sql).tallies());
    }

    @Override
    public List<Cause> causes(CauseQuery query) {
        return file.read(sql -> new CounterQueries(sql).causes(query));
    }

    @Override
    public List<CauseChange> causeChanges(CauseId id) {
        return file.read(sql -> new CounterQueries(sql).causeChanges(id));
    }

    /** For tests that want the disk to be full. */
    public void pragma(String setting) {
        file.write(writer -> writer.sql().query("PRAGMA " + setting, in -> {}, row -> 0));
    }

    @Override
    public Backup backup(Path copy) {
        return file.backup(copy);
    }

    @Override
    public AuditLog audit() {
        return audit;
    }

    @Override
    public AlertLog alerts() {
        return alerts;
    }

    @Override
    public MinuteCounts series() {
        return series;
    }

    @Override
    public ReplayBook replays() {
        return replays;
    }

    @Override
    public void onSignal(Runnable wake) {
        // Another process on the same file cannot signal; the engine's regular poll finds its letters.
    }

    @Override
    public void close() {
        file.close();
    }
}
