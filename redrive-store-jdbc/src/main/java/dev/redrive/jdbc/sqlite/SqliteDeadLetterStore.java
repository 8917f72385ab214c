package dev.redrive.jdbc.sqlite;

import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseNote;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.jdbc.book.JdbcAlertLog;
import dev.redrive.jdbc.book.JdbcAuditLog;
import dev.redrive.jdbc.book.JdbcChannelHolds;
import dev.redrive.jdbc.book.JdbcLegalHolds;
import dev.redrive.jdbc.book.JdbcMinuteCounts;
import dev.redrive.jdbc.book.JdbcNodes;
import dev.redrive.jdbc.book.JdbcReplayBook;
import dev.redrive.jdbc.book.JdbcRetentionLog;
import dev.redrive.jdbc.book.JdbcSavedViews;
import dev.redrive.jdbc.counters.CounterQueries;
import dev.redrive.jdbc.letters.CauseTables;
import dev.redrive.jdbc.letters.ImportTables;
import dev.redrive.jdbc.letters.JdbcAttributes;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.NextDue;
import dev.redrive.jdbc.letters.StreamPositions;
import dev.redrive.jdbc.rows.KeptPaths;
import dev.redrive.jdbc.rows.ParallelRows;
import dev.redrive.jdbc.search.JdbcQuestions;
import dev.redrive.jdbc.search.LetterQueries;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.Backup;
import dev.redrive.store.TransactionalStore;
import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.channels.ChannelHolds;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.holds.LegalHolds;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.nodes.Nodes;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.ChannelQueue;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import dev.redrive.store.retention.Expiry;
import dev.redrive.store.retention.RetentionLog;
import dev.redrive.store.retention.SettledCount;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.ReturnedLetter;
import dev.redrive.store.streams.SentLetter;
import dev.redrive.store.views.SavedViews;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A store in a SQLite file: with a write-ahead log, every commit on disk, one writer thread that commits all waiting work
 * together, and readers beside it. Several processes may share the file.
 */
public final class SqliteDeadLetterStore implements TransactionalStore {
    private final InstantSource clock;
    private final SqliteFile file;
    private final SqliteLeasing leasing;
    private final SqliteDecisions decisions;
    private final JdbcQuestions questions;
    private final AuditLog audit;
    private final AlertLog alerts;
    private final MinuteCounts series;
    private final ReplayBook replays;
    private final Expiry expiry;
    private final LegalHolds holds;
    private final RetentionLog retentionLog;
    private final ChannelHolds channelHolds;
    private final SavedViews savedViews;
    private final Nodes nodes;
    private final JdbcAttributes attributes;

    public SqliteDeadLetterStore(Path path, InstantSource clock) {
        this.clock = clock;
        this.file = new SqliteFile(path, clock);
        this.leasing = new SqliteLeasing(file, this::now);
        this.questions = new JdbcQuestions(file, CounterQueries::new);
        SqliteErasure erasure = new SqliteErasure(file);
        this.decisions = new SqliteDecisions(file, this::now, questions, erasure);
        this.audit = new JdbcAuditLog(file);
        this.alerts = new JdbcAlertLog(file);
        this.series = new JdbcMinuteCounts(file);
        this.replays = new JdbcReplayBook(file, sql -> now());
        this.expiry = new SqliteExpiry(file, this::now, erasure);
        this.holds = new JdbcLegalHolds(file);
        this.channelHolds = new JdbcChannelHolds(file);
        this.savedViews = new JdbcSavedViews(file);
        this.nodes = new JdbcNodes(file);
        this.retentionLog = new JdbcRetentionLog(file, sql -> now());
        this.attributes = new JdbcAttributes(
                file, sql -> now(), () -> questions.tallies().byStatus().total());
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    // Captures and streams

    @Override
    public List<CaptureResult> capture(List<NewLetter> letters) {
        if (letters.isEmpty()) return List.of();
        var rows = rows(letters);
        return file.write(letters.size(), writer -> writer.captures().capture(rows, now()));
    }

    private ParallelRows<SqliteRow> rows(List<NewLetter> letters) {
        KeptPaths paths = attributes.forCaptured(letters.size());
        return ParallelRows.make(letters, letter -> SqliteRow.of(letter, paths));
    }

    @Override
    public List<CaptureResult> importAll(List<ImportedLetter> letters) {
        if (letters.isEmpty()) return List.of();
        return file.write(letters.size(), writer -> new ImportTables(writer.sql(), now()).importAll(letters));
    }

    @Override
    public IntakeResult ingest(Intake intake) {
        var rows = rows(intake.letters());
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

    // Leases

    @Override
    public List<LeasedLetter> claim(ClaimRequest request) {
        return leasing.claim(request);
    }

    @Override
    public List<ClaimResult> claimExpected(
            List<ExpectedLetter> expected, String worker, Duration leaseTime, long maxBytes) {
        return leasing.claimExpected(expected, worker, leaseTime, maxBytes);
    }

    @Override
    public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        return leasing.renew(leases, time);
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        return leasing.settle(settlements);
    }

    @Override
    public SettleResult settleWith(LeasedLetter claimed, Work work, Settlement.Succeeded outcome) throws Exception {
        return leasing.settleWith(claimed, work, outcome);
    }

    @Override
    public Optional<Instant> nextDue(Optional<Set<String>> channels) {
        return file.read(sql -> NextDue.next(sql, channels));
    }

    // Decisions

    @Override
    public MoveResult move(LetterId id, ManualMove move) {
        return decisions.move(id, move);
    }

    @Override
    public BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        return decisions.moveAll(filter, move, limit, after);
    }

    @Override
    public BulkMoveResult restoreAll(UUID action, Predicate<String> channels, int limit, @Nullable LetterId after) {
        return decisions.restoreAll(action, channels, limit, after);
    }

    @Override
    public EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        return decisions.edit(id, expectedVersion, edit);
    }

    @Override
    public DeleteResult delete(LetterId id) {
        return decisions.delete(id);
    }

    @Override
    public RewriteResult rewrite(WholeLetter letter) {
        return decisions.rewrite(letter);
    }

    @Override
    public boolean assignCause(CauseId id, @Nullable String assignee) {
        return file.transaction(sql -> CauseTables.assign(sql, id, assignee));
    }

    @Override
    public boolean linkCause(CauseId id, @Nullable String url) {
        return file.transaction(sql -> CauseTables.link(sql, id, url));
    }

    @Override
    public boolean ignoreCause(CauseId id, IgnoreEnd end, @Nullable String by) {
        return file.transaction(sql -> CauseTables.ignore(sql, id, end, by));
    }

    @Override
    public boolean noteCause(CauseId id, CauseNote note) {
        return file.transaction(sql -> CauseTables.note(sql, id, note));
    }

    @Override
    public boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return decisions.setCause(id, state, by);
    }

    // Retention

    @Override
    public DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
        return expiry.due(status, times, after, limit);
    }

    @Override
    public List<LetterId> remove(List<DueLetter> letters) {
        return expiry.remove(letters);
    }

    @Override
    public List<LetterId> close(List<DueLetter> letters, ManualMove move) {
        return expiry.close(letters, move);
    }

    @Override
    public int removeWhole(Map<LetterStatus, ChannelTimes> times) {
        return expiry.removeWhole(times);
    }

    @Override
    public List<SettledCount> settledCounts(Set<LetterStatus> statuses) {
        return expiry.settledCounts(statuses);
    }

    @Override
    public boolean reclaim() {
        return expiry.reclaim();
    }

    @Override
    public LegalHolds holds() {
        return holds;
    }

    @Override
    public ChannelHolds channelHolds() {
        return channelHolds;
    }

    @Override
    public SavedViews savedViews() {
        return savedViews;
    }

    @Override
    public Nodes nodes() {
        return nodes;
    }

    @Override
    public RetentionLog retentionLog() {
        return retentionLog;
    }

    // Questions

    @Override
    public Optional<DeadLetter> find(LetterId id) {
        return questions.find(id);
    }

    @Override
    public OptionalInt payloadSize(LetterId id) {
        return questions.payloadSize(id);
    }

    @Override
    public List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes) {
        return questions.whole(ids, maxBytes);
    }

    @Override
    public List<Version> versions(LetterId id) {
        return questions.versions(id);
    }

    @Override
    public long versionBytes(LetterId id) {
        return questions.versionBytes(id);
    }

    @Override
    public Map<LetterId, LetterState> states(Collection<LetterId> ids) {
        return questions.states(ids);
    }

    @Override
    public Page search(Query query) {
        return questions.search(query);
    }

    @Override
    public Total count(Filter filter) {
        return questions.count(filter);
    }

    @Override
    public Tallies tallies() {
        return questions.tallies();
    }

    @Override
    public ChannelQueue queue(String channel) {
        return questions.queue(channel);
    }

    @Override
    public List<Cause> causes(CauseQuery query) {
        return questions.causes(query);
    }

    @Override
    public List<CauseNote> causeNotes(CauseId id, int limit) {
        return questions.causeNotes(id, limit);
    }

    @Override
    public List<CauseChange> causeChanges(CauseId id) {
        return questions.causeChanges(id);
    }

    /** On the connection that writes, for tests of a full disk. */
    void pragma(String setting) {
        file.write(writer -> writer.sql().query("PRAGMA " + setting, in -> {}, row -> 0));
    }

    @Override
    public Backup backup(Path copy) {
        return file.backup(copy);
    }

    @Override
    public AttributeIndex attributes() {
        return attributes;
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
