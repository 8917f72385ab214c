package dev.redrive.jdbc.postgres;

import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseState;
import dev.redrive.jdbc.book.JdbcAlertLog;
import dev.redrive.jdbc.book.JdbcAuditLog;
import dev.redrive.jdbc.book.JdbcMinuteCounts;
import dev.redrive.jdbc.book.JdbcReplayBook;
import dev.redrive.jdbc.letters.CauseTables;
import dev.redrive.jdbc.letters.HandlerConnection;
import dev.redrive.jdbc.letters.ImportTables;
import dev.redrive.jdbc.letters.LeaseLostInTransaction;
import dev.redrive.jdbc.letters.LetterQueries;
import dev.redrive.jdbc.letters.LetterStates;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.NextDue;
import dev.redrive.jdbc.letters.QueuedLetters;
import dev.redrive.jdbc.letters.RetentionQueries;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.letters.StreamPositions;
import dev.redrive.jdbc.sql.Batcher;
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
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.decisions.Retention;
import dev.redrive.store.decisions.RetentionResult;
import dev.redrive.store.decisions.Version;
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
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.ReturnedLetter;
import dev.redrive.store.streams.SentLetter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps letters in PostgreSQL 14 or later, for as many processes as you like: the database is the coordinator, and its
 * clock decides about due letters and leases.
 */
public final class PostgresDeadLetterStore implements TransactionalStore {
    private static final Duration TEXT_SEARCH = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration RECOVER_EVERY = Duration.ofSeconds(1);
    private static final int CAPTURE_THREADS = 2;
    private static final int CAPTURE_AT_ONCE = 1000;
    private static final int LOOKS = 5;
    /** From this size on, it matters how much of a table one has to walk over: some ten thousand rows. */
    private static final long LARGE_QUEUE = 2 << 20;

    private static final long LARGE_LEASES = 16 << 20;

    private final PostgresDatabase postgres;
    private final Partitions partitions;
    private final PostgresRetention expiry;
    private final PostgresSignals signals;
    private final Batcher<PostgresCapture.Job> captures;
    private final ThreadLocal<PostgresCapture> capture = ThreadLocal.withInitial(() -> new PostgresCapture());
    private final PostgresMaintenance tidying;
    private final AuditLog audit;
    private final AlertLog alerts;
    private final MinuteCounts series;
    private final ReplayBook replays;
    private final Duration recoverEvery;
    private final long largeQueue;
    private final ClaimPositions positions;
    private final PostgresLeases leases = new PostgresLeases();
    private volatile Instant recovered = Instant.EPOCH;
    /** Ordered letters need a look at their sequences; until one was claimed nobody pays for that. */
    private volatile boolean ordered;

    private PostgresDeadLetterStore(
            PostgresDatabase postgres, Duration recoverEvery, long largeQueue, LongSupplier nanoTime) {
        this.postgres = postgres;
        this.recoverEvery = recoverEvery;
        this.largeQueue = largeQueue;
        positions = new ClaimPositions(postgres.clock(), nanoTime);
        postgres.onQueued(positions::queued);
        partitions = new Partitions(postgres);
        expiry = new PostgresRetention(postgres, partitions);
        signals = new PostgresSignals(postgres);
        tidying = new PostgresMaintenance(postgres);
        audit = new JdbcAuditLog(postgres);
        alerts = new JdbcAlertLog(postgres);
        series = new JdbcMinuteCounts(postgres);
        replays = new JdbcReplayBook(postgres, postgres::now);
        partitions.makeAhead(postgres.clock().instant());
        captures = new Batcher<>("redrive-capture", CAPTURE_THREADS, CAPTURE_AT_ONCE, this::store);
    }

    /** Opens {@code postgresql://user:password@host:port/db} with a pool of its own. */
    public static PostgresDeadLetterStore open(String url) {
        return new PostgresDeadLetterStore(PostgresDatabase.open(url), RECOVER_EVERY, LARGE_QUEUE, System::nanoTime);
    }

    /** Uses an application's own database; the data source stays the application's. */
    public static PostgresDeadLetterStore in(DataSource source) {
        return new PostgresDeadLetterStore(
                PostgresDatabase.shared(source, null), RECOVER_EVERY, LARGE_QUEUE, System::nanoTime);
    }

    /** With a clock that is handed in instead of the server's, for tests. */
    public static PostgresDeadLetterStore in(DataSource source, InstantSource clock) {
        return new PostgresDeadLetterStore(
                PostgresDatabase.shared(source, clock), Duration.ZERO, LARGE_QUEUE, System::nanoTime);
    }

    /** With claims that always start from remembered positions: no time passes after which they look from the start. */
    public static PostgresDeadLetterStore withPositions(DataSource source, InstantSource clock) {
        return new PostgresDeadLetterStore(PostgresDatabase.shared(source, clock), Duration.ZERO, 0, () -> 0);
    }

    @Override
    public InstantSource clock() {
        return postgres.clock();
    }

    // Capture

    @Override
    public List<CaptureResult> capture(List<NewLetter> letters) {
        if (letters.isEmpty()) return List.of();
        letters.forEach(l -> partitions.ensure(Partitions.monthOf(l.id().createdAt())));
        PostgresCapture.Job job = new PostgresCapture.Job(letters);
        captures.await(job, PATIENCE);
        signals.dueSoon();
        return job.answers();
    }

    @Override
    public List<CaptureResult> adopt(List<ImportedLetter> letters) {
        if (letters.isEmpty()) return List.of();
        letters.forEach(a -> partitions.ensure(Partitions.monthOf(a.letter().createdAt())));
        List<CaptureResult> answers = postgres.transaction(sql -> {
            ImportTables.lock(sql, letters);
            return new ImportTables(sql, postgres.now(sql)).adopt(letters);
        });
        tidying.changed();
        signals.dueSoon();
        return answers;
    }

    /** A letter that cannot be stored must not take those of other callers with it. */
    private void store(List<PostgresCapture.Job> jobs) {
        try {
            storeTogether(jobs);
        } catch (RuntimeException e) {
            if (jobs.size() == 1 || e instanceof dev.redrive.store.StoreUnavailable) throw e;
            for (PostgresCapture.Job job : jobs) storeAlone(job);
        }
    }

    private void storeAlone(PostgresCapture.Job job) {
        try {
            storeTogether(List.of(job));
        } catch (RuntimeException e) {
            job.done.completeExceptionally(e);
        }
    }

    private void storeTogether(List<PostgresCapture.Job> jobs) {
        write((sql, writer) -> {
            writer.store(sql, jobs, postgres.clock().instant());
            return 0;
        });
    }

    private interface Writing<T> {
        T write(Sql sql, PostgresCapture writer) throws SQLException;
    }

    /** In a transaction, with what this thread knows to be stored already. */
    private <T> T write(Writing<T> writing) {
        PostgresCapture writer = capture.get();
        try {
            T result = postgres.transaction(sql -> writing.write(sql, writer));
            writer.committed();
            tidying.changed();
            return result;
        } catch (RuntimeException e) {
            writer.rolledBack();
            throw e;
        }
    }

    // Streams

    /** On the reader's own thread: an intake is a large batch already, and those of different partitions need not wait. */
    @Override
    public IntakeResult takeIn(Intake intake) {
        intake.letters().forEach(l -> partitions.ensure(Partitions.monthOf(l.id().createdAt())));
        PostgresCapture.Job job = new PostgresCapture.Job(intake.letters());
        List<Optional<LetterStatus>> cameBack = write((sql, writer) -> {
            StreamPositions.advance(sql, intake.read());
            List<Optional<LetterStatus>> back = comeBack(sql, intake);
            writer.store(sql, List.of(job), postgres.clock().instant());
            return back;
        });
        signals.dueSoon();
        return new IntakeResult(job.answers(), cameBack);
    }

    private List<Optional<LetterStatus>> comeBack(Sql sql, Intake intake) throws SQLException {
        if (intake.comeBacks().isEmpty()) return List.of();
        Instant now = postgres.now(sql);
        partitions.ensure(Partitions.monthOf(now));
        LetterTables tables = new LetterTables(sql, now);
        lockSequences(sql, tables, intake);
        List<Optional<LetterStatus>> cameBack = new ArrayList<>();
        for (ReturnedLetter back : intake.comeBacks()) cameBack.add(tables.comeBack(back));
        tables.deltas().write(sql);
        return cameBack;
    }

    /** Those of the new letters, too, because all are taken in one order. */
    private static void lockSequences(Sql sql, LetterTables tables, Intake intake) throws SQLException {
        Set<Sequence> sequences = sequencesOf(
                tables, intake.comeBacks().stream().map(ReturnedLetter::id).toList());
        if (sequences.isEmpty()) return;
        for (NewLetter letter : intake.letters()) {
            Sequence sequence = letter.sequence();
            if (sequence != null) sequences.add(sequence);
        }
        SequenceLocks.take(sql, sequences);
    }

    @Override
    public Map<Integer, Long> positions(String stream) {
        return postgres.read(sql -> StreamPositions.of(sql, stream));
    }

    @Override
    public List<SentLetter> sent(@Nullable LetterId after, int limit) {
        return postgres.read(sql -> new LetterQueries(sql).sent(after, limit));
    }

    // Claim and settle

    private record Look(Instant at, ClaimPositions.Got got, long nanos) {}

    @Override
    public List<LeasedLetter> claim(ClaimRequest request) {
        ClaimPositions.View view =
                positions.begin(request.channels().orElse(Set.of()), postgres.queueBytes() >= largeQueue);
        Look look;
        try {
            look = postgres.transaction(sql -> claim(sql, request, view));
        } catch (RuntimeException | Error e) {
            positions.failed();
            throw e;
        }
        positions.claimed(view, request, look.got(), look.at(), look.nanos());
        List<LeasedLetter> claimed = look.got().letters();
        if (claimed.stream().anyMatch(c -> c.letter().ordered())) ordered = true;
        return claimed;
    }

    private Look claim(Sql sql, ClaimRequest request, ClaimPositions.View view) throws SQLException {
        Instant now = postgres.now(sql);
        PostgresClaims claims = new PostgresClaims(sql, now);
        recover(claims, now);
        QueuedLetters.of(sql).ready().forEach(letter -> view.ready(letter.id(), letter.channel()));
        long began = System.nanoTime();
        ClaimPositions.Got got = claims.claim(request, view);
        return new Look(now, got, System.nanoTime() - began);
    }

    private void recover(PostgresClaims claims, Instant now) throws SQLException {
        boolean justDone = !now.isBefore(recovered) && now.isBefore(recovered.plus(recoverEvery));
        if (justDone) return;
        leases.recover(claims, manyLeases(), now);
        recovered = now;
    }

    private boolean manyLeases() {
        return postgres.leaseBytes() >= LARGE_LEASES;
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        if (settlements.isEmpty()) return List.of();
        List<SettleResult> settled = postgres.transaction(sql -> {
            Instant now = postgres.now(sql);
            partitions.ensure(Partitions.monthOf(now));
            return new PostgresClaims(sql, now).settle(settlements, ordered);
        });
        tidying.leasesLeft(settled.size());
        tidying.changed();
        return settled;
    }

    @Override
    public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        if (leases.isEmpty()) return Set.of();
        return postgres.transaction(sql -> {
            Instant now = postgres.now(sql);
            return new PostgresClaims(sql, now).renew(leases, now.plus(time));
        });
    }

    @Override
    public Optional<Instant> nextDue(Optional<Set<String>> channels) {
        if (channels.isPresent() && channels.get().isEmpty()) return Optional.empty();
        ClaimPositions.View view = positions.now(channels.orElse(Set.of()));
        return postgres.read(sql -> NextDue.first(
                leases.nextEnd(sql, manyLeases(), postgres.clock().instant()),
                PostgresClaims.ready(sql, channels, view),
                NextDue.waiting(sql, channels, view.dueAfter)));
    }

    @Override
    public SettleResult settleWith(LeasedLetter claimed, Work work, Settlement.Succeeded outcome) throws Exception {
        return postgres.handler(sql -> {
            long started = System.nanoTime();
            work.handle(claimed.letter(), HandlerConnection.connection(sql.connection()));
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            Settlement settlement = new Settlement(claimed.lease(), took, "transactional", outcome);
            PostgresClaims claims = new PostgresClaims(sql, postgres.now(sql));
            SettleResult settled = claims.settle(List.of(settlement), ordered).get(0);
            if (settled instanceof SettleResult.LeaseLost) throw new LeaseLostInTransaction();
            return settled;
        });
    }

    // Single letters

    private interface Change<T> {
        Optional<? extends T> change(LetterTables tables, LetterTables.Found found) throws SQLException;
    }

    /** Looks, changes, and looks again when somebody else was faster. */
    private <T> T change(LetterId id, T missing, Change<T> change) {
        Optional<T> done = Optional.empty();
        while (done.isEmpty()) done = postgres.transaction(sql -> tryChange(sql, id, missing, change));
        tidying.changed();
        return done.get();
    }

    private <T> Optional<T> tryChange(Sql sql, LetterId id, T missing, Change<T> change) throws SQLException {
        LetterTables tables = new LetterTables(sql, postgres.now(sql));
        Optional<LetterTables.Found> found = tables.find(id.value());
        Sequence sequence = found.map(LetterTables.Found::sequence).orElse(null);
        if (sequence != null) {
            SequenceLocks.take(sql, List.of(sequence));
            found = tables.find(id.value());
        }
        if (found.isEmpty()) return Optional.of(missing);
        Optional<? extends T> result = change.change(tables, found.get());
        tables.deltas().write(sql);
        return result.map(r -> r);
    }

    @Override
    public ClaimResult claim(LetterId id, String worker, Duration leaseTime) {
        postgres.transaction(sql -> {
            new PostgresClaims(sql, postgres.now(sql)).recover();
            return 0;
        });
        ClaimResult result =
                change(id, new ClaimResult.NoSuchLetter(), (tables, found) -> tables.claim(found, worker, leaseTime));
        if (isOrdered(result)) ordered = true;
        return result;
    }

    /** Most letters in a few statements; then those that were left over, until nobody was faster. */
    @Override
    public List<ClaimResult> claimAll(List<ExpectedLetter> wishes, String worker, Duration leaseTime) {
        if (wishes.isEmpty()) return List.of();
        Map<LetterId, ClaimResult> answers = new HashMap<>();
        answers.putAll(postgres.transaction(sql -> {
            Instant now = postgres.now(sql);
            recover(new PostgresClaims(sql, now), now);
            return new PostgresExpectedClaims(sql, now, worker, leaseTime).claimTogether(wishes);
        }));
        List<ExpectedLetter> left = without(wishes, answers);
        while (!left.isEmpty()) {
            List<ExpectedLetter> these = left;
            answers.putAll(postgres.transaction(
                    sql -> new PostgresExpectedClaims(sql, postgres.now(sql), worker, leaseTime).claimEach(these)));
            left = without(these, answers);
        }
        tidying.changed();
        if (answers.values().stream().anyMatch(PostgresDeadLetterStore::isOrdered)) ordered = true;
        return wishes.stream()
                .map(wish -> Objects.requireNonNull(answers.get(wish.id())))
                .toList();
    }

    private static List<ExpectedLetter> without(List<ExpectedLetter> wishes, Map<LetterId, ClaimResult> answered) {
        return wishes.stream().filter(wish -> !answered.containsKey(wish.id())).toList();
    }

    private static boolean isOrdered(ClaimResult result) {
        return result instanceof ClaimResult.Leased leased
                && leased.claimed().letter().ordered();
    }

    @Override
    public MoveResult move(LetterId id, ManualMove order) {
        MoveResult moved = change(id, new MoveResult.NoSuchLetter(), (tables, found) -> tables.move(found, order));
        if (moved instanceof MoveResult.To) signals.dueSoon();
        return moved;
    }

    @Override
    public BulkMoveResult moveAll(Filter filter, ManualMove order, int limit, @Nullable LetterId after) {
        List<LetterId> ids = postgres.read(sql -> reading(sql).next(filter, limit, after));
        Map<String, List<LetterId>> moved = postgres.transaction(sql -> moveAll(sql, ids, order));
        if (!moved.isEmpty()) signals.dueSoon();
        tidying.changed();
        return BulkMoveResult.of(moved, ids, limit);
    }

    private Map<String, List<LetterId>> moveAll(Sql sql, List<LetterId> ids, ManualMove order) throws SQLException {
        LetterTables tables = new LetterTables(sql, postgres.now(sql));
        SequenceLocks.take(sql, sequencesOf(tables, ids));
        Map<String, List<LetterId>> moved = new LinkedHashMap<>();
        for (LetterId id : ids) {
            if (move(tables, id, order).orElse(null) instanceof MoveResult.To to)
                moved.computeIfAbsent(to.channel(), c -> new ArrayList<>()).add(id);
        }
        tables.deltas().write(sql);
        return moved;
    }

    /** Looks again when somebody else was faster: the letter may only have become due. */
    private static Optional<MoveResult> move(LetterTables tables, LetterId id, ManualMove order) throws SQLException {
        Optional<MoveResult> moved = Optional.empty();
        for (int look = 0; look < LOOKS && moved.isEmpty(); look++) {
            Optional<LetterTables.Found> found = tables.find(id.value());
            if (found.isEmpty()) return Optional.empty();
            moved = tables.move(found.get(), order);
        }
        return moved;
    }

    private static Set<Sequence> sequencesOf(LetterTables tables, List<LetterId> ids) throws SQLException {
        Set<Sequence> sequences = new HashSet<>();
        for (LetterId id : ids) {
            Sequence sequence =
                    tables.find(id.value()).map(LetterTables.Found::sequence).orElse(null);
            if (sequence != null) sequences.add(sequence);
        }
        return sequences;
    }

    @Override
    public EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        return change(id, new EditResult.NoSuchLetter(), (tables, found) -> tables.edit(found, expectedVersion, edit));
    }

    @Override
    public DeleteResult delete(LetterId id) {
        return change(id, new DeleteResult.NoSuchLetter(), LetterTables::delete);
    }

    @Override
    public boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return postgres.transaction(sql -> CauseTables.set(sql, id, state, by));
    }

    @Override
    public RetentionResult expire(Retention retention, int limit) {
        partitions.makeAhead(postgres.clock().instant());
        List<LetterId> failed = past(retention::archives, limit);
        Map<String, List<LetterId>> archived = postgres.transaction(sql -> moveAll(sql, failed, retention.archiving()));
        int dropped = expiry.dropPartitions(retention);
        tidying.changed();
        int gone = 0;
        for (LetterId id : past(retention::deletes, limit)) if (delete(id) instanceof DeleteResult.Gone) gone++;
        return new RetentionResult(dropped + gone, archived);
    }

    private List<LetterId> past(Function<LetterStatus, Optional<Duration>> times, int limit) {
        return postgres.transaction(sql -> {
            Instant now = postgres.now(sql);
            return RetentionQueries.past(new LetterTables(sql, now), times, now, limit);
        });
    }

    // Questions

    private LetterQueries reading(Sql sql) throws SQLException {
        return new LetterQueries(sql, leases.counts(sql, manyLeases()));
    }

    @Override
    public Optional<DeadLetter> find(LetterId id) {
        return postgres.read(sql -> new LetterQueries(sql).find(id));
    }

    @Override
    public OptionalInt payloadSize(LetterId id) {
        return postgres.read(sql -> new LetterQueries(sql).payloadSize(id));
    }

    @Override
    public List<Version> versions(LetterId id) {
        return postgres.read(sql -> new LetterQueries(sql).versions(id));
    }

    @Override
    public Map<LetterId, LetterState> standings(Collection<LetterId> ids) {
        return postgres.read(sql -> LetterStates.of(sql, ids));
    }

    @Override
    public Page search(Query query) {
        return postgres.read(sql -> reading(sql).search(query, textDeadline()));
    }

    @Override
    public Total count(Filter filter) {
        return postgres.read(sql -> reading(sql).count(filter, textDeadline()));
    }

    private static BooleanSupplier textDeadline() {
        long until = System.nanoTime() + TEXT_SEARCH.toNanos();
        return () -> System.nanoTime() - until > 0;
    }

    @Override
    public Tallies tallies() {
        return postgres.read(sql -> reading(sql).tallies());
    }

    @Override
    public List<Cause> causes(CauseQuery query) {
        return postgres.read(sql -> reading(sql).causes(query));
    }

    @Override
    public Optional<Cause> cause(CauseId id) {
        return postgres.read(sql -> reading(sql).cause(id));
    }

    @Override
    public Backup backup(Path file) {
        return new Backup.Elsewhere(
                "PostgreSQL has its own backups, which are consistent and made while it runs:"
                        + " pg_dump --format=custom --file=redrive.dump DATABASE, and back with pg_restore --dbname=EMPTY redrive.dump");
    }

    @Override
    public List<CauseChange> causeChanges(CauseId id) {
        return postgres.read(sql -> new LetterQueries(sql).causeChanges(id));
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
        signals.listen(wake);
    }

    @Override
    public void close() {
        captures.close();
        signals.close();
        tidying.close();
        postgres.close();
    }
}
