package dev.redrive.store.memory;

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
import dev.redrive.store.PositionConflict;
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
import dev.redrive.store.leases.ByteLimit;
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
import dev.redrive.store.questions.LetterSize;
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
import dev.redrive.store.streams.ReadRange;
import dev.redrive.store.streams.SentLetter;
import dev.redrive.store.views.SavedViews;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Keeps letters in the memory of this process. The plainest reading of the port: the other stores are compared with it. */
public final class InMemoryDeadLetterStore implements DeadLetterStore {
    private final InstantSource clock;
    private final LetterIndex index;
    private final MemoryCauses causes;
    private final MemoryCaptures captures;
    private final MemoryClaims claims;
    private final MemorySettlements settlements;
    private final InMemoryLegalHolds holds;
    private final MemoryAttributes attributes;
    private final MemoryDecisions decisions;
    private final MemoryExpiry expiry;
    private final Map<Place, Long> positions = new HashMap<>();
    private final AuditLog audit = new InMemoryAuditLog();
    private final AlertLog alerts = new InMemoryAlertLog();
    private final MinuteCounts series = new InMemoryMinuteCounts();
    private final ReplayBook replays;
    private final RetentionLog retentionLog;
    private final ChannelHolds channelHolds = new InMemoryChannelHolds();
    private final SavedViews savedViews = new InMemorySavedViews();
    private final Nodes nodes = new InMemoryNodes();

    private record Place(String stream, int partition) {}

    public InMemoryDeadLetterStore(InstantSource clock) {
        this.clock = clock;
        this.index = new LetterIndex(clock);
        this.causes = new MemoryCauses(index.counters);
        this.captures = new MemoryCaptures(index, causes);
        this.claims = new MemoryClaims(index);
        this.settlements = new MemorySettlements(index, causes);
        this.holds = new InMemoryLegalHolds(this);
        this.attributes = new MemoryAttributes(() -> tallies().byStatus().total());
        this.decisions = new MemoryDecisions(index, captures, holds, attributes);
        this.expiry = new MemoryExpiry(index, decisions, holds);
        this.retentionLog = new InMemoryRetentionLog(clock);
        this.replays = new InMemoryReplayBook(clock);
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    // Work

    @Override
    public synchronized List<CaptureResult> capture(List<NewLetter> batch) {
        return captures.capture(batch);
    }

    @Override
    public synchronized List<CaptureResult> importAll(List<ImportedLetter> batch) {
        return captures.importAll(batch);
    }

    @Override
    public synchronized List<LeasedLetter> claim(ClaimRequest request) {
        return claims.claim(request);
    }

    @Override
    public synchronized List<ClaimResult> claimExpected(
            List<ExpectedLetter> expected, String worker, Duration leaseTime, long maxBytes) {
        return claims.claim(expected, worker, leaseTime, new ByteLimit(maxBytes));
    }

    @Override
    public synchronized Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        return claims.renew(leases, time);
    }

    @Override
    public synchronized Optional<Instant> nextDue(Optional<Set<String>> channels) {
        return claims.nextDue(channels);
    }

    @Override
    public synchronized List<SettleResult> settle(List<Settlement> ended) {
        return ended.stream().map(settlements::settle).toList();
    }

    // Streams

    @Override
    public synchronized IntakeResult ingest(Intake intake) {
        Map<Place, Long> after = new HashMap<>();
        for (ReadRange range : intake.read()) {
            Place place = new Place(range.stream(), range.partition());
            Long found = after.getOrDefault(place, positions.get(place));
            if (found != null && found != range.from()) throw new PositionConflict(range, found);
            after.put(place, range.next());
        }
        intake.letters().forEach(captures::refuseTwice);
        positions.putAll(after);
        List<Optional<LetterStatus>> cameBack =
                intake.returned().stream().map(settlements::recordReturn).toList();
        return new IntakeResult(captures.capture(intake.letters()), cameBack);
    }

    @Override
    public synchronized Map<Integer, Long> positions(String stream) {
        Map<Integer, Long> found = new TreeMap<>();
        positions.forEach((place, next) -> {
            if (place.stream().equals(stream)) found.put(place.partition(), next);
        });
        return found;
    }

    @Override
    public synchronized List<SentLetter> sent(@Nullable LetterId after, int limit) {
        return index.allAfter(after).stream()
                .filter(k -> k.status == LetterStatus.REPLAYED)
                .limit(limit)
                .map(k -> new SentLetter(k.id(), k.channel(), Objects.requireNonNull(k.receipt), k.updatedAt))
                .toList();
    }

    // Decisions

    @Override
    public synchronized MoveResult move(LetterId id, ManualMove move) {
        return decisions.move(id, move);
    }

    @Override
    public synchronized BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        return decisions.moveAll(filter, move, limit, after);
    }

    @Override
    public synchronized BulkMoveResult restoreAll(
            UUID action, Predicate<String> channels, int limit, @Nullable LetterId after) {
        return decisions.restoreAll(action, channels, limit, after);
    }

    @Override
    public synchronized EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        return decisions.edit(id, expectedVersion, edit);
    }

    @Override
    public synchronized DeleteResult delete(LetterId id) {
        return decisions.delete(id);
    }

    @Override
    public synchronized RewriteResult rewrite(WholeLetter letter) {
        return decisions.rewrite(letter);
    }

    @Override
    public synchronized boolean assignCause(CauseId id, @Nullable String assignee) {
        return causes.change(
                id,
                known -> MemoryCauses.with(
                        known, known.state(), known.stateBy(), known.care().assignedTo(assignee)));
    }

    @Override
    public synchronized boolean linkCause(CauseId id, @Nullable String url) {
        return causes.change(
                id,
                known -> MemoryCauses.with(
                        known, known.state(), known.stateBy(), known.care().linkedTo(url)));
    }

    @Override
    public synchronized boolean ignoreCause(CauseId id, IgnoreEnd end, @Nullable String by) {
        return causes.change(
                id,
                known -> MemoryCauses.with(
                        known, CauseState.IGNORED, by, known.care().ignored(end)));
    }

    @Override
    public synchronized boolean noteCause(CauseId id, CauseNote note) {
        return causes.note(id, note);
    }

    @Override
    public synchronized boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return causes.set(id, state, by);
    }

    // Retention

    @Override
    public synchronized DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
        return expiry.due(status, times, after, limit);
    }

    @Override
    public synchronized List<LetterId> remove(List<DueLetter> letters) {
        return expiry.remove(letters);
    }

    @Override
    public synchronized List<LetterId> close(List<DueLetter> letters, ManualMove move) {
        return expiry.close(letters, move);
    }

    @Override
    public int removeWhole(Map<LetterStatus, ChannelTimes> times) {
        return 0;
    }

    @Override
    public synchronized List<SettledCount> settledCounts(Set<LetterStatus> statuses) {
        return expiry.counts(statuses);
    }

    @Override
    public boolean reclaim() {
        return false;
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
    public synchronized List<Version> versions(LetterId id) {
        StoredLetter letter = index.find(id);
        return letter == null ? List.of() : List.copyOf(letter.versions);
    }

    @Override
    public synchronized List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes) {
        long bytes = 0;
        List<WholeLetter> found = new ArrayList<>();
        for (LetterId id : new TreeSet<>(ids)) {
            StoredLetter letter = index.find(id);
            if (letter == null) continue;
            bytes += LetterSize.of(letter.message, letter.failure, letter.attempts) + versionBytes(id);
            if (bytes > maxBytes && !found.isEmpty()) break;
            found.add(new WholeLetter(letter.whole(index.blockedBy(letter)), letter.versions));
        }
        return found;
    }

    @Override
    public long versionBytes(LetterId id) {
        return versions(id).stream()
                .mapToLong(
                        version -> version.payload().size() + version.headers().byteSize())
                .sum();
    }

    @Override
    public synchronized Optional<DeadLetter> find(LetterId id) {
        return Optional.ofNullable(index.find(id)).map(k -> k.whole(index.blockedBy(k)));
    }

    @Override
    public OptionalInt payloadSize(LetterId id) {
        return find(id).stream().mapToInt(letter -> letter.payload().size()).findFirst();
    }

    @Override
    public synchronized Map<LetterId, LetterState> states(Collection<LetterId> ids) {
        Map<LetterId, LetterState> found = new HashMap<>();
        for (LetterId id : ids) {
            StoredLetter letter = index.find(id);
            if (letter != null) found.put(id, letter.state(null));
        }
        return found;
    }

    @Override
    public synchronized Page search(Query query) {
        Comparator<StoredLetter> order = LetterOrder.of(query);
        StoredLetter after = query.after() == null ? null : index.find(query.after());
        if (query.after() != null && after == null && query.sort() != Query.Sort.CREATED_AT)
            throw query.isAfterNothing();
        List<StoredLetter> found = index.all().stream()
                .filter(k -> k.matches(query.filter(), attributes.paths()))
                .filter(k -> isAfter(k, query, after, order))
                .sorted(order)
                .skip(query.skip())
                .limit(query.limit() + 1L)
                .toList();
        boolean more = found.size() > query.limit();
        List<StoredLetter> shown = more ? found.subList(0, query.limit()) : found;
        return new Page(
                shown.stream().map(k -> k.summary(index.blockedBy(k))).toList(),
                more ? shown.get(shown.size() - 1).id() : null,
                true,
                query.filter().text() == null ? 0 : index.all().size());
    }

    private static boolean isAfter(
            StoredLetter letter, Query query, @Nullable StoredLetter after, Comparator<StoredLetter> order) {
        if (query.after() == null) return true;
        if (after != null) return order.compare(letter, after) > 0;
        int compared = letter.id().compareTo(query.after());
        return query.direction() == Query.Direction.ASC ? compared > 0 : compared < 0;
    }

    @Override
    public synchronized Total count(Filter filter) {
        return tallies()
                .count(filter)
                .map(Total::exactly)
                .orElseGet(() -> Total.counted(index.all().stream()
                        .filter(k -> k.matches(filter, attributes.paths()))
                        .limit(Total.COUNTED + 1L)
                        .count()));
    }

    @Override
    public synchronized Tallies tallies() {
        return index.counters.tallies();
    }

    @Override
    public synchronized ChannelQueue queue(String channel) {
        return new ChannelQueue(claims.nextOf(channel), Total.counted(index.waitingSequences(channel)));
    }

    @Override
    public synchronized List<Cause> causes(CauseQuery query) {
        return causes.list(query);
    }

    @Override
    public synchronized List<CauseNote> causeNotes(CauseId id, int limit) {
        return causes.notes(id, limit);
    }

    @Override
    public synchronized List<CauseChange> causeChanges(CauseId id) {
        return index.counters.changes(id);
    }

    @Override
    public Backup backup(Path file) {
        return new Backup.Elsewhere("letters in memory are gone with the process; export them with: redrive export");
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
        // No other process can see these letters, so there are no signals.
    }

    @Override
    public void close() {
        // Nothing outlives the process, so there is nothing to write.
    }
}
