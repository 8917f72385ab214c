package dev.redrive.memory;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseId;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.Fingerprint;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Move;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Standing;
import dev.redrive.logbook.Logbook;
import dev.redrive.replay.ReplayBook;
import dev.redrive.store.Adopted;
import dev.redrive.store.BulkMoved;
import dev.redrive.store.CaptureKey;
import dev.redrive.store.Captured;
import dev.redrive.store.CauseQuery;
import dev.redrive.store.ClaimRequest;
import dev.redrive.store.ClaimResult;
import dev.redrive.store.Claimed;
import dev.redrive.store.ComeBack;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.Edit;
import dev.redrive.store.Edited;
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
import dev.redrive.store.StoreException;
import dev.redrive.store.Stretch;
import dev.redrive.store.TakenIn;
import dev.redrive.store.Tallies;
import dev.redrive.store.Total;
import dev.redrive.store.Version;
import dev.redrive.store.Wish;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps letters in the memory of this process. The plainest reading of the port: the other stores are compared with it. */
public final class InMemoryDeadLetterStore implements DeadLetterStore {
    private static final Comparator<Kept> AS_CLAIMED =
            Comparator.<Kept, Priority>comparing(k -> k.priority).reversed().thenComparing(Kept::id);

    private final InstantSource clock;
    private final TreeMap<LetterId, Kept> letters = new TreeMap<>();
    private final TreeSet<Kept> ready = new TreeSet<>(AS_CLAIMED);
    private final TreeSet<Kept> waiting =
            new TreeSet<>(Comparator.comparing(Kept::due).thenComparing(Kept::id));
    private final Map<LetterId, Kept> leased = new LinkedHashMap<>();
    private final Map<CaptureKey, LetterId> keys = new HashMap<>();
    private final Map<CauseId, Cause> causes = new HashMap<>();
    private final Counters counters = new Counters();
    private final Sequences sequences = new Sequences();
    private final Map<Place, Long> positions = new HashMap<>();
    private final Logbook logbook = new InMemoryLogbook();
    private final ReplayBook replays;

    private record Place(String stream, int partition) {}

    public InMemoryDeadLetterStore(InstantSource clock) {
        this.clock = clock;
        this.replays = new InMemoryReplayBook(clock);
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    // Capture

    @Override
    public synchronized List<Captured> capture(List<NewLetter> batch) {
        for (NewLetter letter : batch) refuseTwice(letter);
        List<Captured> answers = new ArrayList<>(batch.size());
        for (NewLetter letter : batch) answers.add(capture(letter));
        return answers;
    }

    private void refuseTwice(NewLetter letter) {
        boolean known = letter.key() != null && keys.containsKey(letter.key());
        if (!known && letters.containsKey(letter.id()))
            throw new StoreException("there is a letter " + letter.id() + " already");
    }

    private Captured capture(NewLetter letter) {
        CaptureKey key = letter.key();
        LetterId known = key == null ? null : keys.putIfAbsent(key, letter.id());
        if (known != null) return new Captured(known, false);
        Kept kept = new Kept(letter);
        letters.put(kept.id(), kept);
        sequences.enter(kept.sequence(), kept.id());
        seen(letter.fingerprint(), letter.id().createdAt());
        enter(kept);
        return new Captured(letter.id(), true);
    }

    private void seen(Fingerprint fingerprint, Instant time) {
        causes.merge(
                fingerprint.id(),
                new Cause(fingerprint, CauseState.OPEN, null, time, time, dev.redrive.store.StatusCounts.none()),
                (known, fresh) -> new Cause(
                        known.fingerprint(),
                        known.state() == CauseState.RESOLVED ? CauseState.REGRESSED : known.state(),
                        known.stateBy(),
                        known.firstSeen(),
                        time.isAfter(known.lastSeen()) ? time : known.lastSeen(),
                        known.counts()));
    }

    // Every change of a letter stands between leave and enter, which keep counters and queues in step.

    private void leave(Kept letter) {
        counters.add(letter, -1);
        ready.remove(letter);
        if (letter.dueAt != null) waiting.remove(letter);
        leased.remove(letter.id());
    }

    private void enter(Kept letter) {
        counters.add(letter, 1);
        if (letter.status == LetterStatus.RETRYING) leased.put(letter.id(), letter);
        if (letter.status == LetterStatus.PENDING && blockedBy(letter) == null) queue(letter);
    }

    private void queue(Kept letter) {
        if (letter.due().isAfter(now())) waiting.add(letter);
        else ready.add(letter);
    }

    private @Nullable LetterId blockedBy(Kept letter) {
        return letter.status == LetterStatus.RETRYING ? null : sequences.ahead(letter.sequence(), letter.id());
    }

    private void close(Kept letter) {
        sequences
                .leave(letter.sequence(), letter.id())
                .map(letters::get)
                .filter(next -> next.status == LetterStatus.PENDING)
                .ifPresent(this::queue);
    }

    /** In the order of their ids, so that the oldest letter of a sequence goes first. */
    @Override
    public synchronized List<Captured> adopt(List<Adopted> batch) {
        Captured[] answers = new Captured[batch.size()];
        IntStream.range(0, answers.length)
                .boxed()
                .sorted(Comparator.comparing(i -> batch.get(i).letter().id()))
                .forEach(i -> answers[i] = adopt(batch.get(i)));
        return List.of(answers);
    }

    private Captured adopt(Adopted adopted) {
        LetterId id = adopted.letter().id();
        if (letters.containsKey(id)) return new Captured(id, false);
        CaptureKey key = adopted.key();
        LetterId known = key == null ? null : keys.putIfAbsent(key, id);
        if (known != null) return new Captured(known, false);
        Kept kept = new Kept(adopted, now());
        letters.put(id, kept);
        sequences.enter(adopted.sequence(), id);
        seenElsewhere(adopted);
        enter(kept);
        return new Captured(id, true);
    }

    private void seenElsewhere(Adopted adopted) {
        Instant last = adopted.letter().standing().lastFailedAt();
        causes.merge(
                adopted.fingerprint().id(),
                new Cause(
                        adopted.fingerprint(),
                        CauseState.OPEN,
                        null,
                        adopted.letter().createdAt(),
                        last,
                        dev.redrive.store.StatusCounts.none()),
                (known, fresh) -> new Cause(
                        known.fingerprint(),
                        known.state(),
                        known.stateBy(),
                        known.firstSeen(),
                        last.isAfter(known.lastSeen()) ? last : known.lastSeen(),
                        known.counts()));
    }

    // Claim

    @Override
    public synchronized List<Claimed> claim(ClaimRequest request) {
        recover();
        while (!waiting.isEmpty() && !waiting.first().due().isAfter(now())) ready.add(waiting.pollFirst());
        List<Kept> due = ready.stream().filter(k -> handles(request, k)).toList();
        Set<Kept> picked = new HashSet<>();
        due.stream()
                .sorted(Comparator.comparing(Kept::id))
                .limit(request.oldest())
                .forEach(picked::add);
        due.stream()
                .filter(k -> !picked.contains(k))
                .limit((long) request.limit() - picked.size())
                .toList()
                .forEach(picked::add);
        return picked.stream()
                .sorted(AS_CLAIMED)
                .map(k -> lease(k, request.worker(), request.leaseTime()))
                .toList();
    }

    private static boolean handles(ClaimRequest request, Kept letter) {
        return request.channels().isEmpty() || request.channels().get().contains(letter.channel());
    }

    private Claimed lease(Kept letter, String worker, Duration time) {
        leave(letter);
        letter.status = LetterStatus.RETRYING;
        letter.retryCount++;
        letter.token++;
        letter.startedAt = now();
        letter.updatedAt = now();
        letter.resolution = null;
        letter.receipt = null;
        letter.backTo = null;
        letter.lease = new Lease(letter.id(), letter.token, worker, now().plus(time));
        enter(letter);
        return new Claimed(letter.claimed(), letter.held());
    }

    private void recover() {
        List<Kept> lost = leased.values().stream()
                .filter(k -> !k.held().until().isAfter(now()))
                .toList();
        for (Kept letter : lost) {
            leave(letter);
            Lease lease = letter.held();
            Instant started = Objects.requireNonNull(letter.startedAt);
            Duration took = Duration.between(started, lease.until());
            letter.attempts.add(new Attempt(
                    letter.token, started, took, lease.worker(), "unknown", Attempt.Result.LEASE_LOST, null));
            letter.lease = null;
            letter.updatedAt = now();
            boolean last = letter.retryCount >= letter.maxRetries;
            letter.status = last ? LetterStatus.FAILED : LetterStatus.PENDING;
            letter.dueAt = lease.until();
            if (letter.backTo != null) {
                letter.status = letter.backTo;
                letter.dueAt = letter.backDue;
            }
            enter(letter);
        }
    }

    @Override
    public synchronized ClaimResult claim(LetterId id, String worker, Duration leaseTime) {
        recover();
        Kept letter = letters.get(id);
        if (letter == null) return new ClaimResult.NoSuchLetter();
        if (letter.status.after(Move.CLAIM).isEmpty())
            return new ClaimResult.NotAllowed(
                    letter.status, letter.lease == null ? null : letter.held().until());
        LetterId ahead = blockedBy(letter);
        if (ahead != null) return new ClaimResult.Blocked(ahead);
        LetterStatus from = letter.status;
        Instant dueAt = from == LetterStatus.PENDING ? letter.dueAt : null;
        return new ClaimResult.Leased(lease(letter, worker, leaseTime), from, dueAt);
    }

    @Override
    public synchronized List<ClaimResult> claimAll(List<Wish> wishes, String worker, Duration leaseTime) {
        return wishes.stream().map(wish -> claim(wish, worker, leaseTime)).toList();
    }

    private ClaimResult claim(Wish wish, String worker, Duration leaseTime) {
        recover();
        Kept letter = letters.get(wish.id());
        if (letter != null && letter.status != LetterStatus.RETRYING && !stands(letter, wish))
            return new ClaimResult.Changed(letter.status, letter.token, letter.version);
        ClaimResult result = claim(wish.id(), worker, leaseTime);
        if (letter != null && result instanceof ClaimResult.Leased leased) {
            letter.backTo = leased.from();
            letter.backDue = leased.dueAt();
        }
        return result;
    }

    private static boolean stands(Kept letter, Wish wish) {
        return letter.status == wish.status() && letter.token == wish.attempt() && letter.version == wish.version();
    }

    @Override
    public synchronized Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        Set<LetterId> held = new HashSet<>();
        for (Lease lease : leases) {
            Kept letter = leased.get(lease.id());
            if (letter == null || letter.token != lease.token()) continue;
            letter.lease = new Lease(lease.id(), lease.token(), lease.worker(), now().plus(time));
            held.add(lease.id());
        }
        return held;
    }

    @Override
    public synchronized Optional<Instant> nextDue(Optional<Set<String>> channels) {
        Stream<Instant> queued = Stream.concat(ready.stream(), waiting.stream())
                .filter(k -> channels.isEmpty() || channels.get().contains(k.channel()))
                .map(Kept::due);
        Stream<Instant> lost = leased.values().stream().map(k -> k.held().until());
        return Stream.concat(queued, lost).min(Comparator.naturalOrder());
    }

    // Settle

    @Override
    public synchronized List<Settled> settle(List<Settlement> settlements) {
        return settlements.stream().map(this::settle).toList();
    }

    private Settled settle(Settlement settlement) {
        Kept letter = leased.get(settlement.lease().id());
        if (letter == null || letter.token != settlement.lease().token())
            return new Settled.LeaseLost(settlement.lease().id());
        leave(letter);
        Settlement.Outcome outcome = settlement.outcome();
        letter.lease = null;
        letter.updatedAt = now();
        letter.status = letter.status.after(outcome.move()).orElseThrow();
        if (outcome instanceof Settlement.Succeeded done) {
            attempt(letter, settlement, Attempt.Result.SUCCEEDED, null);
            letter.resolution = new Resolution(now(), done.how(), done.by(), null);
        } else if (outcome instanceof Settlement.Sent sent) {
            attempt(letter, settlement, Attempt.Result.SENT, null);
            letter.receipt = sent.receipt();
        } else if (outcome instanceof Settlement.Failed failed) {
            failed(letter, failed, attemptOf(letter, settlement, Attempt.Result.FAILED, failed.failure()));
        } else if (outcome instanceof Settlement.Released released) {
            letter.retryCount--;
            letter.dueAt = released.at();
        } else if (outcome instanceof Settlement.PutBack back) {
            letter.retryCount--;
            letter.dueAt = back.dueAt();
        }
        if (!letter.status.isOpen()) close(letter);
        enter(letter);
        return new Settled.To(letter.id(), letter.status);
    }

    private static void attempt(Kept letter, Settlement s, Attempt.Result result, @Nullable Failure failure) {
        letter.attempts.add(attemptOf(letter, s, result, failure));
    }

    private static Attempt attemptOf(Kept letter, Settlement s, Attempt.Result result, @Nullable Failure failure) {
        Instant started = Objects.requireNonNull(letter.startedAt);
        return new Attempt(letter.token, started, s.took(), s.lease().worker(), s.strategy(), result, failure);
    }

    private void failed(Kept letter, Settlement.Failed why, Attempt attempt) {
        letter.attempts.add(attempt);
        letter.failure = why.failure();
        letter.cause = why.fingerprint().id();
        letter.lastFailedAt = now();
        seen(why.fingerprint(), now());
        if (why instanceof Settlement.Retry retry) letter.dueAt = retry.at();
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
        for (NewLetter letter : intake.letters()) refuseTwice(letter);
        positions.putAll(after);
        List<Optional<LetterStatus>> cameBack =
                intake.comeBacks().stream().map(this::comeBack).toList();
        return new TakenIn(capture(intake.letters()), cameBack);
    }

    private Optional<LetterStatus> comeBack(ComeBack back) {
        Kept letter = letters.get(back.id());
        if (letter == null || !back.isNewsTo(letter.status, letter.token)) return Optional.empty();
        leave(letter);
        if (!letter.status.isOpen()) sequences.enter(letter.sequence(), letter.id());
        if (letter.status == LetterStatus.RETRYING) endSending(letter);
        letter.status = letter.status.after(back.move()).orElseThrow();
        letter.token++;
        letter.updatedAt = now();
        letter.resolution = null;
        letter.receipt = null;
        failed(
                letter,
                back.outcome(),
                Attempt.cameBack(letter.token, back.failedAt(), back.outcome().failure()));
        enter(letter);
        return Optional.of(letter.status);
    }

    /** Its worker has not said so yet, but it must have sent the letter. */
    private void endSending(Kept letter) {
        Instant started = Objects.requireNonNull(letter.startedAt);
        letter.attempts.add(new Attempt(
                letter.token,
                started,
                Duration.between(started, now()),
                letter.held().worker(),
                "unknown",
                Attempt.Result.SENT,
                null));
        letter.lease = null;
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
        return (after == null ? letters : letters.tailMap(after, false))
                .values().stream()
                        .filter(k -> k.status == LetterStatus.REPLAYED)
                        .limit(limit)
                        .map(k -> new SentLetter(k.id(), k.channel(), Objects.requireNonNull(k.receipt), k.updatedAt))
                        .toList();
    }

    // What people do

    @Override
    public synchronized Moved move(LetterId id, Order order) {
        Kept letter = letters.get(id);
        if (letter == null) return new Moved.NoSuchLetter();
        LetterStatus from = letter.status;
        Optional<LetterStatus> to = from.after(order.move());
        if (to.isEmpty())
            return new Moved.NotAllowed(
                    from, letter.lease == null ? null : letter.held().until());
        leave(letter);
        letter.status = to.get();
        letter.updatedAt = now();
        letter.receipt = null;
        letter.resolution = to.get().isOpen() ? null : new Resolution(now(), order.how(), order.by(), order.notes());
        if (to.get() == LetterStatus.PENDING) letter.dueAt = now();
        if (order.move() == Move.RESET) letter.retryCount = 0;
        if (order.move() == Move.REQUEUE) letter.maxRetries = Math.max(letter.maxRetries, letter.retryCount + 1);
        if (!to.get().isOpen() && from.isOpen()) close(letter);
        if (to.get().isOpen() && !from.isOpen()) sequences.enter(letter.sequence(), letter.id());
        enter(letter);
        return new Moved.To(letter.channel(), from, to.get());
    }

    @Override
    public synchronized BulkMoved moveAll(Filter filter, Order order, int limit, @Nullable LetterId after) {
        List<LetterId> matching = (after == null ? letters : letters.tailMap(after, false))
                .values().stream()
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
        Kept letter = letters.get(id);
        if (letter == null) return new Edited.NoSuchLetter();
        if (letter.status == LetterStatus.RETRYING || !letter.status.isOpen())
            return new Edited.NotAllowed(letter.status);
        if (letter.version != expectedVersion) return new Edited.Outdated(letter.version);
        if (letter.version == 0) letter.versions.add(version(letter, id.createdAt(), null, null));
        leave(letter);
        Message message = letter.message;
        if (edit.payload() != null) message = message.with(edit.payload());
        if (edit.headers() != null) message = message.with(edit.headers());
        letter.message = message;
        if (edit.priority() != null) letter.priority = edit.priority();
        if (edit.tags() != null) letter.tags = List.copyOf(edit.tags());
        letter.version++;
        letter.updatedAt = now();
        enter(letter);
        letter.versions.add(version(letter, now(), edit.by(), edit.notes()));
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
                letter.priority,
                letter.tags);
    }

    @Override
    public synchronized List<Version> versions(LetterId id) {
        Kept letter = letters.get(id);
        return letter == null ? List.of() : List.copyOf(letter.versions);
    }

    @Override
    public synchronized Removed delete(LetterId id) {
        Kept letter = letters.get(id);
        if (letter == null) return new Removed.NoSuchLetter();
        if (letter.lease != null) return new Removed.Leased(letter.held().until());
        leave(letter);
        letters.remove(id);
        if (letter.first.key() != null) keys.remove(letter.first.key());
        if (letter.status.isOpen()) close(letter);
        return new Removed.Gone();
    }

    // What people ask

    @Override
    public synchronized Optional<DeadLetter> find(LetterId id) {
        return Optional.ofNullable(letters.get(id)).map(k -> k.whole(blockedBy(k)));
    }

    @Override
    public synchronized Map<LetterId, Standing> standings(Collection<LetterId> ids) {
        Map<LetterId, Standing> found = new HashMap<>();
        for (LetterId id : ids) {
            Kept letter = letters.get(id);
            if (letter != null) found.put(id, letter.standing(null));
        }
        return found;
    }

    @Override
    public synchronized Page search(Query query) {
        Comparator<Kept> order = Matching.order(query);
        Kept after = query.after() == null ? null : letters.get(query.after());
        if (query.after() != null && after == null && query.sort() != Query.Sort.CREATED_AT)
            return new Page(List.of(), null, true);
        List<Kept> found = letters.values().stream()
                .filter(k -> Matching.matches(query.filter(), k))
                .filter(k -> isAfter(k, query, after, order))
                .sorted(order)
                .skip(query.skip())
                .limit(query.limit() + 1L)
                .toList();
        boolean more = found.size() > query.limit();
        List<Kept> shown = more ? found.subList(0, query.limit()) : found;
        return new Page(
                shown.stream().map(k -> k.summary(blockedBy(k))).toList(),
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
                .orElseGet(() -> Total.counted(letters.values().stream()
                        .filter(k -> Matching.matches(filter, k))
                        .limit(Total.COUNTED + 1L)
                        .count()));
    }

    @Override
    public synchronized Tallies tallies() {
        return counters.tallies();
    }

    @Override
    public synchronized List<Cause> causes(CauseQuery query) {
        return causes.values().stream()
                .filter(c -> query.states().isEmpty() || query.states().contains(c.state()))
                .map(this::counted)
                .sorted(Comparator.<Cause>comparingLong(c -> c.counts().open())
                        .thenComparing(Cause::lastSeen)
                        .reversed()
                        .thenComparing(c -> c.id().toString()))
                .limit(query.limit())
                .toList();
    }

    private Cause counted(Cause c) {
        return new Cause(c.fingerprint(), c.state(), c.stateBy(), c.firstSeen(), c.lastSeen(), counters.of(c.id()));
    }

    @Override
    public synchronized Optional<Cause> cause(CauseId id) {
        return Optional.ofNullable(causes.get(id)).map(this::counted);
    }

    @Override
    public synchronized boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        Cause known = causes.get(id);
        if (known == null) return false;
        causes.put(id, new Cause(known.fingerprint(), state, by, known.firstSeen(), known.lastSeen(), known.counts()));
        return true;
    }

    @Override
    public synchronized int expire(Retention retention, int limit) {
        List<LetterId> past = letters.values().stream()
                .filter(k -> retention
                        .of(k.status)
                        .map(time -> !k.updatedAt.plus(time).isAfter(now()))
                        .orElse(false))
                .limit(limit)
                .map(Kept::id)
                .toList();
        past.forEach(this::delete);
        return past.size();
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
