package dev.redrive.store.memory;

import dev.redrive.alert.AlertLog;
import dev.redrive.audit.AuditLog;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseState;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.letter.Resolution;
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.Backup;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.PositionConflict;
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
import dev.redrive.store.leases.ByteLimit;
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
import dev.redrive.store.streams.ReadRange;
import dev.redrive.store.streams.SentLetter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Keeps letters in the memory of this process. The plainest reading of the port: the other stores are compared with it. */
public final class InMemoryDeadLetterStore implements DeadLetterStore {
    private final InstantSource clock;
    private final LetterIndex index;
    private final MemoryCauses causes;
    private final MemoryCaptures captures;
    private final MemoryClaims claims;
    private final MemorySettlements settlements;
    private final Map<Place, Long> positions = new HashMap<>();
    private final AuditLog audit = new InMemoryAuditLog();
    private final AlertLog alerts = new InMemoryAlertLog();
    private final MinuteCounts series = new InMemoryMinuteCounts();
    private final ReplayBook replays;

    private record Place(String stream, int partition) {}

    public InMemoryDeadLetterStore(InstantSource clock) {
        this.clock = clock;
        this.index = new LetterIndex(clock);
        this.causes = new MemoryCauses(index.counters);
        this.captures = new MemoryCaptures(index, causes);
        this.claims = new MemoryClaims(index);
        this.settlements = new MemorySettlements(index, causes);
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
        StoredLetter letter = index.find(id);
        if (letter == null) return new MoveResult.NoSuchLetter();
        LetterStatus from = letter.status;
        Optional<LetterStatus> to = from.after(move.move());
        if (to.isEmpty() || !move.concerns(letter.receipt))
            return new MoveResult.NotAllowed(
                    from, letter.lease == null ? null : letter.held().until());
        if (to.get() == LetterStatus.PENDING && !letter.message.isWhole())
            return new MoveResult.NotWhole(letter.message.completeness());
        index.leave(letter);
        letter.status = to.get();
        letter.updatedAt = index.now();
        letter.receipt = null;
        letter.resolution = to.get().isOpen() ? null : new Resolution(index.now(), move.how(), move.by(), move.notes());
        if (to.get() == LetterStatus.PENDING) letter.dueAt = index.now();
        if (move.move() == Move.RESET) letter.retryCount = 0;
        if (move.move() == Move.REQUEUE) letter.maxRetries = Math.max(letter.maxRetries, letter.retryCount + 1);
        if (!to.get().isOpen() && from.isOpen()) index.leaveSequence(letter);
        if (to.get().isOpen() && !from.isOpen()) index.enterSequence(letter);
        index.enter(letter);
        return new MoveResult.To(letter.channel(), from, to.get());
    }

    @Override
    public synchronized BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        List<LetterId> matching = index.allAfter(after).stream()
                .filter(k -> FilterMatcher.matches(filter, k))
                .limit(limit)
                .map(StoredLetter::id)
                .toList();
        Map<String, List<LetterId>> moved = new LinkedHashMap<>();
        for (LetterId id : matching)
            if (move(id, move) instanceof MoveResult.To to)
                moved.computeIfAbsent(to.channel(), c -> new ArrayList<>()).add(id);
        return BulkMoveResult.of(moved, matching, limit);
    }

    @Override
    public synchronized EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        StoredLetter letter = index.find(id);
        if (letter == null) return new EditResult.NoSuchLetter();
        if (letter.status == LetterStatus.RETRYING || !letter.status.isOpen())
            return new EditResult.NotAllowed(letter.status);
        if (letter.version != expectedVersion) return new EditResult.Outdated(letter.version);
        if (letter.version == 0) letter.versions.add(version(letter, id.createdAt(), null, null));
        index.leave(letter);
        letter.message = edit.in(letter.message);
        if (letter.status == LetterStatus.PENDING && !letter.message.isWhole()) letter.status = LetterStatus.MANUAL;
        if (edit.priority() != null) letter.priority = edit.priority();
        if (edit.tags() != null) letter.tags = List.copyOf(edit.tags());
        letter.version++;
        letter.updatedAt = index.now();
        index.enter(letter);
        letter.versions.add(version(letter, index.now(), edit.by(), edit.notes()));
        return new EditResult.As(letter.version);
    }

    private static Version version(StoredLetter letter, Instant time, @Nullable String by, @Nullable String notes) {
        return new Version(
                letter.version,
                time,
                by,
                notes,
                letter.message.payload(),
                letter.message.headers(),
                letter.message.completeness(),
                letter.priority,
                letter.tags);
    }

    @Override
    public synchronized List<Version> versions(LetterId id) {
        StoredLetter letter = index.find(id);
        return letter == null ? List.of() : List.copyOf(letter.versions);
    }

    @Override
    public long versionBytes(LetterId id) {
        return versions(id).stream()
                .mapToLong(
                        version -> version.payload().size() + version.headers().byteSize())
                .sum();
    }

    @Override
    public synchronized DeleteResult delete(LetterId id) {
        StoredLetter letter = index.find(id);
        if (letter == null) return new DeleteResult.NoSuchLetter();
        if (letter.lease != null) return new DeleteResult.Leased(letter.held().until());
        index.remove(letter);
        captures.forget(letter);
        return new DeleteResult.Gone();
    }

    // Questions

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
        Comparator<StoredLetter> order = FilterMatcher.order(query);
        StoredLetter after = query.after() == null ? null : index.find(query.after());
        if (query.after() != null && after == null && query.sort() != Query.Sort.CREATED_AT)
            throw query.isAfterNothing();
        List<StoredLetter> found = index.all().stream()
                .filter(k -> FilterMatcher.matches(query.filter(), k))
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
                true);
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
                        .filter(k -> FilterMatcher.matches(filter, k))
                        .limit(Total.COUNTED + 1L)
                        .count()));
    }

    @Override
    public synchronized Tallies tallies() {
        return index.counters.tallies();
    }

    @Override
    public synchronized List<Cause> causes(CauseQuery query) {
        return causes.list(query);
    }

    @Override
    public synchronized List<CauseChange> causeChanges(CauseId id) {
        return index.counters.changes(id);
    }

    @Override
    public synchronized boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return causes.set(id, state, by);
    }

    @Override
    public synchronized RetentionResult expire(Retention retention, int limit) {
        Map<String, List<LetterId>> archived = new LinkedHashMap<>();
        for (LetterId id : past(retention::archives, limit)) {
            if (move(id, retention.archiving()) instanceof MoveResult.To to)
                archived.computeIfAbsent(to.channel(), channel -> new ArrayList<>())
                        .add(id);
        }
        List<LetterId> gone = past(retention::deletes, limit);
        gone.forEach(this::delete);
        return new RetentionResult(gone.size(), archived);
    }

    private List<LetterId> past(Function<LetterStatus, Optional<Duration>> times, int limit) {
        return index.all().stream()
                .filter(k -> times.apply(k.status)
                        .map(time -> !k.updatedAt.plus(time).isAfter(index.now()))
                        .orElse(false))
                .limit(limit)
                .map(StoredLetter::id)
                .toList();
    }

    @Override
    public Backup backup(Path file) {
        return new Backup.Elsewhere("letters in memory are gone with the process; export them with: redrive export");
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
