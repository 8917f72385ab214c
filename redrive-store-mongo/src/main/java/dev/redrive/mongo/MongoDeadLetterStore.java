package dev.redrive.mongo;

import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseNote;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.mongo.book.MongoBooks;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.letters.MongoLetters;
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.Backup;
import dev.redrive.store.DeadLetterStore;
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
import dev.redrive.store.retention.RetentionLog;
import dev.redrive.store.retention.SettledCount;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.SentLetter;
import dev.redrive.store.views.SavedViews;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
 * A store in MongoDB, shared by any number of processes: each letter is one document, and the server's clock decides about due letters
 * and leases.
 */
public final class MongoDeadLetterStore implements DeadLetterStore {
    private final Mongo mongo;
    private final MongoBooks books;
    private final Signals signals;
    private final MongoLetters letters;
    private final Maintenance maintenance;

    private MongoDeadLetterStore(Mongo mongo) {
        this.mongo = mongo;
        this.books = MongoBooks.open(mongo);
        this.signals = new Signals(mongo);
        this.letters = new MongoLetters(mongo, books.holds(), signals::dueSoon);
        this.maintenance = new Maintenance(letters);
    }

    /** Opens {@code mongodb://user:password@host:port/db?options} or {@code mongodb+srv://…}. */
    public static MongoDeadLetterStore open(String url) {
        return of(Mongo.open(url));
    }

    /** With a clock that decides instead of the server's, for tests. */
    public static MongoDeadLetterStore open(String url, InstantSource clock) {
        return of(Mongo.open(url, clock));
    }

    private static MongoDeadLetterStore of(Mongo mongo) {
        try {
            return new MongoDeadLetterStore(mongo);
        } catch (RuntimeException e) {
            mongo.close();
            throw e;
        }
    }

    @Override
    public InstantSource clock() {
        return mongo.clock();
    }

    // Work

    @Override
    public List<CaptureResult> capture(List<NewLetter> batch) {
        return letters.captures().capture(batch);
    }

    @Override
    public List<CaptureResult> importAll(List<ImportedLetter> batch) {
        return letters.captures().importAll(batch);
    }

    @Override
    public List<LeasedLetter> claim(ClaimRequest request) {
        return letters.leases().claim(request);
    }

    @Override
    public List<ClaimResult> claimExpected(
            List<ExpectedLetter> expected, String worker, Duration leaseTime, long maxBytes) {
        return letters.leases().claimExpected(expected, worker, leaseTime, maxBytes);
    }

    @Override
    public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        return letters.leases().renew(leases, time);
    }

    @Override
    public List<SettleResult> settle(List<Settlement> ended) {
        return letters.leases().settle(ended);
    }

    @Override
    public Optional<Instant> nextDue(Optional<Set<String>> channels) {
        return letters.leases().nextDue(channels);
    }

    @Override
    public void onSignal(Runnable wake) {
        signals.listen(wake);
    }

    // Streams

    @Override
    public IntakeResult ingest(Intake intake) {
        return letters.streams().ingest(intake);
    }

    @Override
    public Map<Integer, Long> positions(String stream) {
        return letters.streams().positions(stream);
    }

    @Override
    public List<SentLetter> sent(@Nullable LetterId after, int limit) {
        return letters.streams().sent(after, limit);
    }

    // Decisions

    @Override
    public MoveResult move(LetterId id, ManualMove move) {
        return letters.decisions().move(id, move);
    }

    @Override
    public BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        return letters.decisions().moveAll(filter, move, limit, after);
    }

    @Override
    public BulkMoveResult restoreAll(UUID action, Predicate<String> channels, int limit, @Nullable LetterId after) {
        return letters.decisions().restoreAll(action, channels, limit, after);
    }

    @Override
    public EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        return letters.decisions().edit(id, expectedVersion, edit);
    }

    @Override
    public DeleteResult delete(LetterId id) {
        return letters.decisions().delete(id);
    }

    @Override
    public RewriteResult rewrite(WholeLetter letter) {
        return letters.decisions().rewrite(letter);
    }

    @Override
    public boolean assignCause(CauseId id, @Nullable String assignee) {
        return letters.decisions().assignCause(id, assignee);
    }

    @Override
    public boolean linkCause(CauseId id, @Nullable String url) {
        return letters.decisions().linkCause(id, url);
    }

    @Override
    public boolean ignoreCause(CauseId id, IgnoreEnd end, @Nullable String by) {
        return letters.decisions().ignoreCause(id, end, by);
    }

    @Override
    public boolean noteCause(CauseId id, CauseNote note) {
        return letters.decisions().noteCause(id, note);
    }

    @Override
    public boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return letters.decisions().setCause(id, state, by);
    }

    // Retention

    @Override
    public DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
        return letters.expiry().due(status, times, after, limit);
    }

    @Override
    public List<LetterId> remove(List<DueLetter> due) {
        return letters.expiry().remove(due);
    }

    @Override
    public List<LetterId> close(List<DueLetter> due, ManualMove move) {
        return letters.expiry().close(due, move);
    }

    @Override
    public int removeWhole(Map<LetterStatus, ChannelTimes> times) {
        return letters.expiry().removeWhole(times);
    }

    @Override
    public List<SettledCount> settledCounts(Set<LetterStatus> statuses) {
        return letters.expiry().settledCounts(statuses);
    }

    @Override
    public boolean reclaim() {
        return letters.expiry().reclaim();
    }

    // Questions

    @Override
    public Optional<DeadLetter> find(LetterId id) {
        return letters.questions().find(id);
    }

    @Override
    public List<Version> versions(LetterId id) {
        return letters.questions().versions(id);
    }

    @Override
    public List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes) {
        return letters.questions().whole(ids, maxBytes);
    }

    @Override
    public long versionBytes(LetterId id) {
        return letters.questions().versionBytes(id);
    }

    @Override
    public OptionalInt payloadSize(LetterId id) {
        return letters.questions().payloadSize(id);
    }

    @Override
    public Map<LetterId, LetterState> states(Collection<LetterId> ids) {
        return letters.questions().states(ids);
    }

    @Override
    public Page search(Query query) {
        return letters.questions().search(query);
    }

    @Override
    public Total count(Filter filter) {
        return letters.questions().count(filter);
    }

    @Override
    public Tallies tallies() {
        return letters.questions().tallies();
    }

    @Override
    public ChannelQueue queue(String channel) {
        return letters.questions().queue(channel);
    }

    @Override
    public List<Cause> causes(CauseQuery query) {
        return letters.questions().causes(query);
    }

    @Override
    public List<CauseNote> causeNotes(CauseId id, int limit) {
        return letters.questions().causeNotes(id, limit);
    }

    @Override
    public List<CauseChange> causeChanges(CauseId id) {
        return letters.questions().causeChanges(id);
    }

    @Override
    public AttributeIndex attributes() {
        return letters.attributes();
    }

    // Books

    @Override
    public AuditLog audit() {
        return books.audit();
    }

    @Override
    public AlertLog alerts() {
        return books.alerts();
    }

    @Override
    public MinuteCounts series() {
        return books.series();
    }

    @Override
    public ReplayBook replays() {
        return books.replays();
    }

    @Override
    public ChannelHolds channelHolds() {
        return books.channelHolds();
    }

    @Override
    public SavedViews savedViews() {
        return books.savedViews();
    }

    @Override
    public Nodes nodes() {
        return books.nodes();
    }

    @Override
    public LegalHolds holds() {
        return books.holds();
    }

    @Override
    public RetentionLog retentionLog() {
        return books.retentionLog();
    }

    @Override
    public Backup backup(Path file) {
        return new Backup.Elsewhere(
                "back MongoDB up with its own tools: snapshots of the disks of a replica set, or mongodump --oplog");
    }

    @Override
    public void close() {
        maintenance.close();
        signals.close();
        mongo.close();
    }
}
