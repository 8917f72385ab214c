package dev.redrive.memory;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseId;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Standing;
import dev.redrive.logbook.Logbook;
import dev.redrive.replay.ReplayBook;
import dev.redrive.store.Adopted;
import dev.redrive.store.Backup;
import dev.redrive.store.BulkMoved;
import dev.redrive.store.Captured;
import dev.redrive.store.CauseQuery;
import dev.redrive.store.ClaimRequest;
import dev.redrive.store.ClaimResult;
import dev.redrive.store.Claimed;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.Edit;
import dev.redrive.store.Edited;
import dev.redrive.store.Expired;
import dev.redrive.store.Filter;
import dev.redrive.store.Intake;
import dev.redrive.store.Lease;
import dev.redrive.store.Moved;
import dev.redrive.store.NewLetter;
import dev.redrive.store.Order;
import dev.redrive.store.Overtaken;
import dev.redrive.store.Page;
import dev.redrive.store.Query;
import dev.redrive.store.Removed;
import dev.redrive.store.Retention;
import dev.redrive.store.SentLetter;
import dev.redrive.store.Settled;
import dev.redrive.store.Settlement;
import dev.redrive.store.Stretch;
import dev.redrive.store.TakenIn;
import dev.redrive.store.Tallies;
import dev.redrive.store.Total;
import dev.redrive.store.Version;
import dev.redrive.store.Wish;
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
    private final Shelf shelf;
    private final Causes causes;
    private final Captures captures;
    private final Claims claims;
    private final Settlements settlements;
    private final Map<Place, Long> positions = new HashMap<>();
    private final Logbook logbook = new InMemoryLogbook();
    private final ReplayBook replays;

    private record Place(String stream, int partition) {}

    public InMemoryDeadLetterStore(InstantSource clock) {
        this.clock = clock;
        this.shelf = new Shelf(clock);
        this.causes = new Causes(shelf.counters);
        this.captures = new Captures(shelf, causes);
        this.claims = new Claims(shelf);
        this.settlements = new Settlements(shelf, causes);
        this.replays = new InMemoryReplayBook(clock);
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    // Work

    @Override
    public synchronized List<Captured> capture(List<NewLetter> batch) {
        return captures.capture(batch);
    }

    @Override
    public synchronized List<Captured> adopt(List<Adopted> batch) {
        return captures.adopt(batch);
    }

    @Override
    public synchronized List<Claimed> claim(ClaimRequest request) {
        return claims.claim(request);
    }

    @Override
    public synchronized ClaimResult claim(LetterId id, String worker, Duration leaseTime) {
        return claims.claim(id, worker, leaseTime);
    }

    @Override
    public synchronized List<ClaimResult> claimAll(List<Wish> wishes, String worker, Duration leaseTime) {
        return wishes.stream()
                .map(wish -> claims.claim(wish, worker, leaseTime))
                .toList();
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
    public synchronized List<Settled> settle(List<Settlement> ended) {
        return ended.stream().map(settlements::settle).toList();
    }

    // Streams

    @Override
    public synchronized TakenIn takeIn(Intake intake) {
        Map<Place, Long> after = new HashMap<>();
        for (Stretch stretch : intake.read()) {
            Place place = new Place(stretch.stream(), stretch.partition());
            Long found = after.getOrDefault(place, positions.get(place));
            if (found != null && found != stretch.from()) throw new Overtaken(stretch, found);
            after.put(place, stretch.next());
        }
        intake.letters().forEach(captures::refuseTwice);
        positions.putAll(after);
        List<Optional<LetterStatus>> cameBack =
                intake.comeBacks().stream().map(settlements::comeBack).toList();
        return new TakenIn(captures.capture(intake.letters()), cameBack);
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
        return shelf.allAfter(after).stream()
                .filter(k -> k.status == LetterStatus.REPLAYED)
                .limit(limit)
                .map(k -> new SentLetter(k.id(), k.channel(), Objects.requireNonNull(k.receipt), k.updatedAt))
                .toList();
    }

    // What people do

    @Override
    public synchronized Moved move(LetterId id, Order order) {
        Kept letter = shelf.find(id);
        if (letter == null) return new Moved.NoSuchLetter();
        LetterStatus from = letter.status;
        Optional<LetterStatus> to = from.after(order.move());
        if (to.isEmpty() || !order.concerns(letter.receipt))
            return new Moved.NotAllowed(
                    from, letter.lease == null ? null : letter.held().until());
        if (to.get() == LetterStatus.PENDING && !letter.message.isWhole())
            return new Moved.NotWhole(letter.message.completeness());
        shelf.leave(letter);
        letter.status = to.get();
        letter.updatedAt = shelf.now();
        letter.receipt = null;
        letter.resolution =
                to.get().isOpen() ? null : new Resolution(shelf.now(), order.how(), order.by(), order.notes());
        if (to.get() == LetterStatus.PENDING) letter.dueAt = shelf.now();
        if (order.move() == Move.RESET) letter.retryCount = 0;
        if (order.move() == Move.REQUEUE) letter.maxRetries = Math.max(letter.maxRetries, letter.retryCount + 1);
        if (!to.get().isOpen() && from.isOpen()) shelf.letNextGo(letter);
        if (to.get().isOpen() && !from.isOpen()) shelf.lineUp(letter);
        shelf.enter(letter);
        return new Moved.To(letter.channel(), from, to.get());
    }

    @Override
    public synchronized BulkMoved moveAll(Filter filter, Order order, int limit, @Nullable LetterId after) {
        List<LetterId> matching = shelf.allAfter(after).stream()
                .filter(k -> Matching.matches(filter, k))
                .limit(limit)
                .map(Kept::id)
                .toList();
        Map<String, List<LetterId>> moved = new LinkedHashMap<>();
        for (LetterId id : matching)
            if (move(id, order) instanceof Moved.To to)
                moved.computeIfAbsent(to.channel(), c -> new ArrayList<>()).add(id);
        return BulkMoved.of(moved, matching, limit);
    }

    @Override
    public synchronized Edited edit(LetterId id, int expectedVersion, Edit edit) {
        Kept letter = shelf.find(id);
        if (letter == null) return new Edited.NoSuchLetter();
        if (letter.status == LetterStatus.RETRYING || !letter.status.isOpen())
            return new Edited.NotAllowed(letter.status);
        if (letter.version != expectedVersion) return new Edited.Outdated(letter.version);
        if (letter.version == 0) letter.versions.add(version(letter, id.createdAt(), null, null));
        shelf.leave(letter);
        letter.message = edit.in(letter.message);
        if (letter.status == LetterStatus.PENDING && !letter.message.isWhole()) letter.status = LetterStatus.MANUAL;
        if (edit.priority() != null) letter.priority = edit.priority();
        if (edit.tags() != null) letter.tags = List.copyOf(edit.tags());
        letter.version++;
        letter.updatedAt = shelf.now();
        shelf.enter(letter);
        letter.versions.add(version(letter, shelf.now(), edit.by(), edit.notes()));
        return new Edited.As(letter.version);
    }

    private static Version version(Kept letter, Instant time, @Nullable String by, @Nullable String notes) {
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
        Kept letter = shelf.find(id);
        return letter == null ? List.of() : List.copyOf(letter.versions);
    }

    @Override
    public synchronized Removed delete(LetterId id) {
        Kept letter = shelf.find(id);
        if (letter == null) return new Removed.NoSuchLetter();
        if (letter.lease != null) return new Removed.Leased(letter.held().until());
        shelf.remove(letter);
        captures.forget(letter);
        return new Removed.Gone();
    }

    // What people ask

    @Override
    public synchronized Optional<DeadLetter> find(LetterId id) {
        return Optional.ofNullable(shelf.find(id)).map(k -> k.whole(shelf.blockedBy(k)));
    }

    @Override
    public OptionalInt payloadSize(LetterId id) {
        return find(id).stream().mapToInt(letter -> letter.payload().size()).findFirst();
    }

    @Override
    public synchronized Map<LetterId, Standing> standings(Collection<LetterId> ids) {
        Map<LetterId, Standing> found = new HashMap<>();
        for (LetterId id : ids) {
            Kept letter = shelf.find(id);
            if (letter != null) found.put(id, letter.standing(null));
        }
        return found;
    }

    @Override
    public synchronized Page search(Query query) {
        Comparator<Kept> order = Matching.order(query);
        Kept after = query.after() == null ? null : shelf.find(query.after());
        if (query.after() != null && after == null && query.sort() != Query.Sort.CREATED_AT)
            throw query.isAfterNothing();
        List<Kept> found = shelf.all().stream()
                .filter(k -> Matching.matches(query.filter(), k))
                .filter(k -> isAfter(k, query, after, order))
                .sorted(order)
                .skip(query.skip())
                .limit(query.limit() + 1L)
                .toList();
        boolean more = found.size() > query.limit();
        List<Kept> shown = more ? found.subList(0, query.limit()) : found;
        return new Page(
                shown.stream().map(k -> k.summary(shelf.blockedBy(k))).toList(),
                more ? shown.get(shown.size() - 1).id() : null,
                true);
    }

    private static boolean isAfter(Kept letter, Query query, @Nullable Kept after, Comparator<Kept> order) {
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
                .orElseGet(() -> Total.counted(shelf.all().stream()
                        .filter(k -> Matching.matches(filter, k))
                        .limit(Total.COUNTED + 1L)
                        .count()));
    }

    @Override
    public synchronized Tallies tallies() {
        return shelf.counters.tallies();
    }

    @Override
    public synchronized List<Cause> causes(CauseQuery query) {
        return causes.list(query);
    }

    @Override
    public synchronized Optional<Cause> cause(CauseId id) {
        return causes.find(id);
    }

    @Override
    public synchronized List<CauseChange> causeChanges(CauseId id) {
        return shelf.counters.changes(id);
    }

    @Override
    public synchronized boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return causes.set(id, state, by);
    }

    @Override
    public synchronized Expired expire(Retention retention, int limit) {
        Map<String, List<LetterId>> archived = new LinkedHashMap<>();
        for (LetterId id : past(retention::archives, limit)) {
            if (move(id, retention.archiving()) instanceof Moved.To to)
                archived.computeIfAbsent(to.channel(), channel -> new ArrayList<>())
                        .add(id);
        }
        List<LetterId> gone = past(retention::deletes, limit);
        gone.forEach(this::delete);
        return new Expired(gone.size(), archived);
    }

    private List<LetterId> past(Function<LetterStatus, Optional<Duration>> times, int limit) {
        return shelf.all().stream()
                .filter(k -> times.apply(k.status)
                        .map(time -> !k.updatedAt.plus(time).isAfter(shelf.now()))
                        .orElse(false))
                .limit(limit)
                .map(Kept::id)
                .toList();
    }

    @Override
    public Backup backup(Path file) {
        return new Backup.Elsewhere("letters in memory are gone with the process; export them with: redrive export");
    }

    @Override
    public Logbook logbook() {
        return logbook;
    }

    @Override
    public ReplayBook replays() {
        return replays;
    }

    @Override
    public void onSignal(Runnable wake) {
        // No other process can see these letters, so there is nobody who could signal.
    }

    @Override
    public void close() {
        // Nothing outlives the process, so there is nothing to write.
    }
}
