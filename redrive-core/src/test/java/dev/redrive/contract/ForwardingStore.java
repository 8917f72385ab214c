package dev.redrive.contract;

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
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.Backup;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
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
import dev.redrive.store.questions.CauseQuery;
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
import org.jspecify.annotations.Nullable;

/** A store in front of another one; a test overrides the call that shall go wrong. */
public class ForwardingStore implements DeadLetterStore {
    private final DeadLetterStore behind;

    public ForwardingStore(DeadLetterStore behind) {
        this.behind = behind;
    }

    @Override
    public InstantSource clock() {
        return behind.clock();
    }

    @Override
    public List<CaptureResult> capture(List<NewLetter> letters) {
        return behind.capture(letters);
    }

    @Override
    public List<LeasedLetter> claim(ClaimRequest request) {
        return behind.claim(request);
    }

    @Override
    public List<ClaimResult> claimExpected(
            List<ExpectedLetter> expected, String worker, Duration leaseTime, long maxBytes) {
        return behind.claimExpected(expected, worker, leaseTime, maxBytes);
    }

    @Override
    public List<CaptureResult> importAll(List<ImportedLetter> letters) {
        return behind.importAll(letters);
    }

    @Override
    public Map<LetterId, LetterState> states(Collection<LetterId> ids) {
        return behind.states(ids);
    }

    @Override
    public ReplayBook replays() {
        return behind.replays();
    }

    @Override
    public Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        return behind.renew(leases, time);
    }

    @Override
    public List<SettleResult> settle(List<Settlement> settlements) {
        return behind.settle(settlements);
    }

    @Override
    public Optional<Instant> nextDue(Optional<Set<String>> channels) {
        return behind.nextDue(channels);
    }

    @Override
    public MoveResult move(LetterId id, ManualMove move) {
        return behind.move(id, move);
    }

    @Override
    public BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        return behind.moveAll(filter, move, limit, after);
    }

    @Override
    public BulkMoveResult restoreAll(
            java.util.UUID action, java.util.function.Predicate<String> channels, int limit, @Nullable LetterId after) {
        return behind.restoreAll(action, channels, limit, after);
    }

    @Override
    public EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        return behind.edit(id, expectedVersion, edit);
    }

    @Override
    public List<Version> versions(LetterId id) {
        return behind.versions(id);
    }

    @Override
    public long versionBytes(LetterId id) {
        return behind.versionBytes(id);
    }

    @Override
    public DeleteResult delete(LetterId id) {
        return behind.delete(id);
    }

    @Override
    public Optional<DeadLetter> find(LetterId id) {
        return behind.find(id);
    }

    @Override
    public OptionalInt payloadSize(LetterId id) {
        return behind.payloadSize(id);
    }

    @Override
    public Page search(Query query) {
        return behind.search(query);
    }

    @Override
    public Total count(Filter filter) {
        return behind.count(filter);
    }

    @Override
    public Tallies tallies() {
        return behind.tallies();
    }

    @Override
    public List<Cause> causes(CauseQuery query) {
        return behind.causes(query);
    }

    @Override
    public List<CauseNote> causeNotes(CauseId id, int limit) {
        return behind.causeNotes(id, limit);
    }

    @Override
    public List<CauseChange> causeChanges(CauseId id) {
        return behind.causeChanges(id);
    }

    @Override
    public boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return behind.setCause(id, state, by);
    }

    @Override
    public Backup backup(Path file) {
        return behind.backup(file);
    }

    @Override
    public RewriteResult rewrite(WholeLetter letter) {
        return behind.rewrite(letter);
    }

    @Override
    public DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
        return behind.due(status, times, after, limit);
    }

    @Override
    public List<LetterId> remove(List<DueLetter> letters) {
        return behind.remove(letters);
    }

    @Override
    public List<LetterId> close(List<DueLetter> letters, ManualMove move) {
        return behind.close(letters, move);
    }

    @Override
    public int removeWhole(Map<LetterStatus, ChannelTimes> times) {
        return behind.removeWhole(times);
    }

    @Override
    public List<SettledCount> settledCounts(Set<LetterStatus> statuses) {
        return behind.settledCounts(statuses);
    }

    @Override
    public boolean reclaim() {
        return behind.reclaim();
    }

    @Override
    public LegalHolds holds() {
        return behind.holds();
    }

    @Override
    public RetentionLog retentionLog() {
        return behind.retentionLog();
    }

    @Override
    public List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes) {
        return behind.whole(ids, maxBytes);
    }

    @Override
    public AuditLog audit() {
        return behind.audit();
    }

    @Override
    public AlertLog alerts() {
        return behind.alerts();
    }

    @Override
    public MinuteCounts series() {
        return behind.series();
    }

    @Override
    public AttributeIndex attributes() {
        return behind.attributes();
    }

    @Override
    public void onSignal(Runnable wake) {
        behind.onSignal(wake);
    }

    @Override
    public void close() {
        behind.close();
    }

    @Override
    public IntakeResult ingest(Intake intake) {
        return behind.ingest(intake);
    }

    @Override
    public Map<Integer, Long> positions(String stream) {
        return behind.positions(stream);
    }

    @Override
    public List<SentLetter> sent(@Nullable LetterId after, int limit) {
        return behind.sent(after, limit);
    }

    @Override
    public dev.redrive.store.channels.ChannelHolds channelHolds() {
        return behind.channelHolds();
    }

    @Override
    public dev.redrive.store.views.SavedViews savedViews() {
        return behind.savedViews();
    }

    @Override
    public dev.redrive.store.nodes.Nodes nodes() {
        return behind.nodes();
    }

    @Override
    public dev.redrive.store.questions.ChannelQueue queue(String channel) {
        return behind.queue(channel);
    }

    @Override
    public boolean assignCause(CauseId id, @Nullable String assignee) {
        return behind.assignCause(id, assignee);
    }

    @Override
    public boolean linkCause(CauseId id, @Nullable String url) {
        return behind.linkCause(id, url);
    }

    @Override
    public boolean ignoreCause(CauseId id, IgnoreEnd end, @Nullable String by) {
        return behind.ignoreCause(id, end, by);
    }

    @Override
    public boolean noteCause(CauseId id, CauseNote note) {
        return behind.noteCause(id, note);
    }
}
