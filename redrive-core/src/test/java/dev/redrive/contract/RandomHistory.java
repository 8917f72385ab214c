package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.ReadRange;
import dev.redrive.store.streams.ReturnedLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Plays the same random moves to a store and to the one in memory; the two may never disagree. */
final class RandomHistory {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final int FILTERS = 14;
    private static final CauseId TIMEOUTS =
            LetterBuilder.fingerprint(LetterBuilder.timeout()).id();

    private static final Set<LetterStatus> SETTLED =
            EnumSet.of(LetterStatus.RESOLVED, LetterStatus.FAILED, LetterStatus.ARCHIVED);

    private final long seed;
    private final Random random;
    private final SettableClock clock;
    private final LetterIds ids;
    private final DeadLetterStore store;
    private final DeadLetterStore model;
    private final List<LetterId> letters = new ArrayList<>();
    private final List<Lease> leases = new ArrayList<>();
    /** How letters stood before they were claimed by their ids. */
    private final Map<LetterId, Settlement.PutBack> before = new HashMap<>();

    RandomHistory(long seed, SettableClock clock, DeadLetterStore store) {
        this.seed = seed;
        this.random = new Random(seed);
        this.clock = clock;
        this.ids = new LetterIds(clock);
        this.store = store;
        this.model = new InMemoryDeadLetterStore(clock);
    }

    void play(int moves) {
        for (int i = 0; i < moves; i++) {
            String move = move();
            if (i % 10 == 9) compare("seed " + seed + ", move " + i + ": " + move);
        }
        compare("seed " + seed + ", end");
    }

    private interface Question<T> {
        T ask(DeadLetterStore of);
    }

    private <T> T same(String what, Question<T> question) {
        T expected = question.ask(model);
        assertThat(question.ask(store)).as("seed %d: %s", seed, what).isEqualTo(expected);
        return expected;
    }

    private String move() {
        switch (random.nextInt(19)) {
            case 0, 1, 2 -> capture();
            case 3, 4 -> claim();
            case 5, 6 -> settle();
            case 7 -> claimOne();
            case 8 -> moveByHand();
            case 9 -> edit();
            case 10 -> clock.forward(Duration.ofMillis(random.nextInt(20_000)));
            case 11 -> ingest();
            case 12, 13 -> claimExpected();
            case 14 -> importAll();
            case 15, 16 -> expire();
            case 17 -> rewrite();
            default -> rare();
        }
        return clock.instant().toString();
    }

    private void capture() {
        List<NewLetter> batch = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) batch.add(letter());
        same("capture", s -> s.capture(batch));
        batch.forEach(l -> letters.add(l.id()));
    }

    private NewLetter letter() {
        LetterBuilder letter = new LetterBuilder(ids)
                .from("channel-" + random.nextInt(3))
                .failedWith(failure())
                .priority(pick(Priority.values()))
                .retries(random.nextInt(3), 3 + random.nextInt(3));
        if (random.nextInt(3) == 0) letter.inOrder("key-" + random.nextInt(2));
        if (random.nextInt(4) == 0) letter.event("e-" + random.nextInt(9), "p." + random.nextInt(3));
        if (random.nextInt(5) == 0) letter.idempotent("i-" + random.nextInt(6));
        if (random.nextInt(4) == 0) letter.subscriber("s-" + random.nextInt(2));
        if (random.nextInt(4) == 0) letter.tagged("t-" + random.nextInt(2));
        switch (random.nextInt(6)) {
            case 0 -> letter.status(LetterStatus.FAILED);
            case 1 -> letter.status(LetterStatus.MANUAL);
            default -> letter.due(clock.instant().plusMillis(random.nextInt(15_000) - 5_000L));
        }
        return letter.build();
    }

    private Failure failure() {
        return switch (random.nextInt(3)) {
            case 0 -> LetterBuilder.timeout();
            case 1 -> LetterBuilder.invalid();
            default -> LetterBuilder.failure("com.acme.Odd", "odd " + random.nextInt(100), Category.UNKNOWN);
        };
    }

    @SafeVarargs
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }

    private Optional<LetterId> anyLetter() {
        return letters.isEmpty() ? Optional.empty() : Optional.of(letters.get(random.nextInt(letters.size())));
    }

    private void claim() {
        int limit = 1 + random.nextInt(4);
        Optional<Set<String>> channels =
                random.nextInt(3) == 0 ? Optional.of(Set.of("channel-0", "channel-2")) : Optional.empty();
        ClaimRequest request = new ClaimRequest("w", limit, random.nextInt(limit + 1), LEASE, channels, someBytes());
        same("claim " + request, s -> s.claim(request)).forEach(c -> leases.add(c.lease()));
    }

    /** Often enough for some letters and too few for all. */
    private long someBytes() {
        return random.nextInt(3) == 0 ? random.nextInt(100) : Long.MAX_VALUE;
    }

    private void claimOne() {
        anyLetter().ifPresent(id -> {
            ClaimResult result = same("claim " + id, s -> ClaimedLetters.claim(s, id, "person", LEASE));
            noteLease(result);
        });
    }

    private void noteLease(ClaimResult result) {
        if (!(result instanceof ClaimResult.Leased leased)) return;
        Lease lease = leased.claimed().lease();
        leases.add(lease);
        before.put(lease.id(), new Settlement.PutBack(leased.from(), leased.dueAt()));
    }

    /** Most of them as they are, some as they were once or never. */
    private void claimExpected() {
        Set<LetterId> some = new LinkedHashSet<>();
        for (int i = 0; i <= random.nextInt(6); i++) anyLetter().ifPresent(some::add);
        if (random.nextInt(5) == 0) some.add(ids.next());
        List<ExpectedLetter> expected = some.stream().map(this::expected).toList();
        long bytes = someBytes();
        same("claim all " + expected + " within " + bytes, s -> s.claimExpected(expected, "replay", LEASE, bytes))
                .forEach(this::noteLease);
    }

    private ExpectedLetter expected(LetterId id) {
        Optional<DeadLetter> letter = model.find(id);
        LetterStatus status = letter.map(DeadLetter::status).orElse(LetterStatus.FAILED);
        int attempt = letter.map(DeadLetter::attempt).orElse(0);
        int version = letter.map(l -> l.state().version()).orElse(0);
        return switch (random.nextInt(10)) {
            case 0 -> new ExpectedLetter.AsSeen(id, pick(LetterStatus.values()), attempt, version);
            case 1 -> new ExpectedLetter.AsSeen(id, status, attempt + 1, version);
            case 2 -> new ExpectedLetter.AsSeen(id, status, attempt, version + 1);
            case 3 -> new ExpectedLetter.InAnyState(id);
            default -> new ExpectedLetter.AsSeen(id, status, attempt, version);
        };
    }

    private void settle() {
        List<Settlement> batch = new ArrayList<>();
        Set<LetterId> once = new HashSet<>();
        for (int i = 0; i < 3 && !leases.isEmpty(); i++) {
            Lease lease = leases.remove(random.nextInt(leases.size()));
            if (random.nextInt(8) == 0) leases.add(lease);
            if (once.add(lease.id()))
                batch.add(new Settlement(lease, Duration.ofMillis(random.nextInt(99)), "ladder", outcome(lease.id())));
        }
        same("settle " + batch, s -> s.settle(batch));
    }

    /** A letter of another store, where it may have been tried. */
    private void importAll() {
        DeadLetterStore there = new InMemoryDeadLetterStore(clock);
        NewLetter fresh = letter();
        there.capture(List.of(fresh));
        if (random.nextBoolean()
                && ClaimedLetters.claim(there, fresh.id(), "there", LEASE) instanceof ClaimResult.Leased leased) {
            Settlement end = new Settlement(leased.claimed().lease(), Duration.ofMillis(5), "ladder", outcome());
            if (random.nextInt(4) > 0) there.settle(List.of(end));
        }
        if (random.nextInt(3) == 0) there.edit(fresh.id(), 0, anyEdit());
        DeadLetter letter = there.find(fresh.id()).orElseThrow();
        List<Version> versions = there.versions(fresh.id());
        ImportedLetter imported = new ImportedLetter(
                letter,
                LetterBuilder.fingerprint(letter.failure()),
                LetterBuilder.fingerprint(letter.lastFailure()),
                versions,
                fresh.key());
        same("import " + imported, s -> s.importAll(List.of(imported)));
        letters.add(fresh.id());
    }

    /** Letters of a stream, and confirmations or returns of letters that were sent or not. */
    private void ingest() {
        List<NewLetter> fresh = random.nextBoolean() ? List.of(letter()) : List.of();
        List<ReturnedLetter> news = new ArrayList<>();
        model.sent(null, 1 + random.nextInt(3)).forEach(sent -> news.add(returnedLetter(sent.id())));
        anyLetter().ifPresent(id -> news.add(returnedLetter(id)));
        long from = model.positions("stream").getOrDefault(0, 0L);
        Intake intake = new Intake(fresh, news, List.of(new ReadRange("stream", 0, from, from + fresh.size())));
        same("take in " + intake, s -> s.ingest(intake));
        fresh.forEach(l -> letters.add(l.id()));
    }

    private ReturnedLetter returnedLetter(LetterId id) {
        int last = model.find(id).map(DeadLetter::attempt).orElse(0);
        return new ReturnedLetter(id, random.nextInt(5) == 0 ? last - 1 : last, clock.instant(), failed());
    }

    private Settlement.Outcome outcome(LetterId id) {
        Settlement.PutBack back = before.get(id);
        return back != null && random.nextInt(3) == 0 ? back : outcome();
    }

    private Settlement.Outcome outcome() {
        return switch (random.nextInt(7)) {
            case 0 -> new Settlement.Sent("topic-1@" + random.nextInt(99));
            case 1, 2, 3 -> failed();
            case 4 -> new Settlement.Released(clock.instant().plusMillis(random.nextInt(9_000)));
            default -> new Settlement.Succeeded(pick(Resolution.How.values()), pick("ann", "bob"));
        };
    }

    private Settlement.Failed failed() {
        Failure failure = failure();
        return switch (random.nextInt(3)) {
            case 0 ->
                new Settlement.Retry(
                        failure,
                        LetterBuilder.fingerprint(failure),
                        clock.instant().plusMillis(random.nextInt(9_000)));
            case 1 -> new Settlement.GaveUp(failure, LetterBuilder.fingerprint(failure));
            default -> new Settlement.SetAside(failure, LetterBuilder.fingerprint(failure));
        };
    }

    private ManualMove anyMove() {
        return switch (random.nextInt(6)) {
            case 0 -> ManualMove.reset("ann");
            case 1 -> ManualMove.requeue("ann");
            case 2 -> ManualMove.archive("ann", "done by hand");
            case 3 -> ManualMove.discard("bob", null);
            case 4 -> ManualMove.restore("bob");
            default -> ManualMove.confirm("bob");
        };
    }

    private void moveByHand() {
        ManualMove move = anyMove();
        Filter filter = anyFilter(random.nextInt(FILTERS));
        if (random.nextInt(4) == 0) same("bulk " + move, s -> s.moveAll(filter, move, 3, null));
        else anyLetter().ifPresent(id -> same("move " + id + move, s -> s.move(id, move)));
    }

    private void edit() {
        Edit edit = anyEdit();
        int version = random.nextInt(2);
        anyLetter().ifPresent(id -> same("edit " + id, s -> s.edit(id, version, edit)));
    }

    private Edit anyEdit() {
        return new Edit(
                random.nextBoolean() ? Payload.of("edited " + random.nextInt(100)) : null,
                null,
                random.nextInt(4) == 0 ? pick(Completeness.values()) : null,
                random.nextInt(4) == 0 ? Sealed.of(new byte[] {1, (byte) random.nextInt(3)}) : null,
                random.nextBoolean() ? pick(Priority.values()) : null,
                random.nextBoolean() ? List.of("t-" + random.nextInt(3)) : null,
                "because",
                "ann");
    }

    /** Most of the letters as they were seen, some as they were not. */
    private void expire() {
        LetterStatus status = pick(LetterStatus.RESOLVED, LetterStatus.FAILED, LetterStatus.ARCHIVED);
        ChannelTimes times = new ChannelTimes(
                Duration.ofSeconds(20 + random.nextInt(60)),
                Map.of("channel-1", Duration.ofSeconds(30), "channel-2", Duration.ofSeconds(random.nextInt(200))));
        int limit = 1 + random.nextInt(4);
        DuePage due = same("due " + status + " " + times, s -> DuePages.all(s, status, times, limit));
        List<DueLetter> some = due.letters().stream()
                .filter(letter -> random.nextInt(3) > 0)
                .map(letter -> random.nextInt(6) == 0 ? otherwise(letter) : letter)
                .toList();
        if (status == LetterStatus.FAILED && random.nextInt(4) > 0)
            same(
                    "close " + some,
                    s -> Set.copyOf(s.close(some, Retention.defaults().archiving())));
        else same("remove " + some, s -> Set.copyOf(s.remove(some)));
    }

    private DueLetter otherwise(DueLetter seen) {
        return switch (random.nextInt(3)) {
            case 0 -> seen(seen, seen.attempt() + 1, seen.updatedAt(), seen.version());
            case 1 -> seen(seen, seen.attempt(), seen.updatedAt().minusMillis(1), seen.version());
            default -> seen(seen, seen.attempt(), seen.updatedAt(), seen.version() + 1);
        };
    }

    private static DueLetter seen(DueLetter letter, int attempt, Instant updatedAt, int version) {
        return new DueLetter(
                letter.id(), letter.channel(), letter.errorType(), letter.status(), attempt, updatedAt, version);
    }

    /** Mostly as it is, and sometimes with another key. */
    private void rewrite() {
        anyLetter()
                .flatMap(id -> model.whole(List.of(id), 1).stream().findFirst())
                .ifPresent(whole -> {
                    WholeLetter other = RewriteContract.without("o", whole);
                    if (random.nextInt(4) == 0) other = RewriteContract.without("key-1", other);
                    if (random.nextInt(6) == 0) {
                        DeadLetter letter = other.letter();
                        other = new WholeLetter(letter.with(letter.message().with(Completeness.REMOVED)), List.of());
                    }
                    WholeLetter rewritten = other;
                    same("rewrite " + whole.letter().id(), s -> s.rewrite(rewritten));
                });
    }

    private void hold() {
        HoldSubject subject =
                switch (random.nextInt(3)) {
                    case 0 -> HoldSubject.channel("channel-0");
                    case 1 -> HoldSubject.cause(TIMEOUTS);
                    default -> anyLetter().map(HoldSubject::letter).orElse(HoldSubject.channel("none"));
                };
        LegalHold hold = new LegalHold(subject, pick("ann", "bob"), "case " + random.nextInt(9), clock.instant());
        if (random.nextInt(3) == 0) same("hold " + subject, s -> s.holds().place(hold));
        else same("lift " + subject, s -> s.holds().lift(subject));
    }

    private void rare() {
        switch (random.nextInt(4)) {
            case 0 -> anyLetter().ifPresent(id -> same("delete " + id, s -> s.delete(id)));
            case 1 -> hold();
            case 2 -> same("renew", s -> s.renew(leases, LEASE));
            default -> {
                CauseState state = pick(CauseState.values());
                same("cause", s -> s.setCause(TIMEOUTS, state, "ann"));
            }
        }
    }

    private Filter anyFilter(int which) {
        return switch (which) {
            case 0 ->
                Filter.builder()
                        .status(LetterStatus.PENDING, LetterStatus.MANUAL)
                        .build();
            case 1 ->
                Filter.builder().channel("channel-*").category(Category.TIMEOUT).build();
            case 2 -> Filter.builder().errorType("com.acme.InvalidOrder").build();
            case 3 -> Filter.builder().minRetryCount(1).maxRetryCount(3).build();
            case 4 -> Filter.builder().pattern("p.*").build();
            case 5 -> Filter.builder().tag("t-1").status(LetterStatus.FAILED).build();
            case 6 -> Filter.builder().priority(Priority.HIGH).maxRetryCount(2).build();
            case 7 -> Filter.builder().key("key-0").build();
            case 8 -> Filter.builder().lastErrorType("com.acme.Odd").build();
            case 9 ->
                Filter.builder()
                        .lastErrorType("com.acme.InvalidOrder")
                        .status(LetterStatus.PENDING, LetterStatus.FAILED)
                        .build();
            case 10 -> Filter.builder().lastCause(TIMEOUTS).build();
            case 11 ->
                Filter.builder()
                        .anyCause(TIMEOUTS)
                        .status(LetterStatus.FAILED, LetterStatus.MANUAL)
                        .build();
            case 12 ->
                Filter.builder()
                        .errorType("com.acme.InvalidOrder")
                        .lastCause(TIMEOUTS)
                        .channel("channel-*")
                        .build();
            default -> Filter.builder().text("odd").build();
        };
    }

    private void compare(String when) {
        Tallies expected = model.tallies();
        Tallies found = store.tallies();
        assertThat(new HashSet<>(found.list())).as(when).isEqualTo(new HashSet<>(expected.list()));
        List<Cause> causes = same(when + " causes", s -> s.causes(CauseQuery.top(100)));
        for (Cause cause : causes) {
            same("cause", s -> s.causes(CauseQuery.of(Set.of(cause.id()))));
            same(when + " changes", s -> s.causeChanges(cause.id()));
        }
        for (int i = 0; i < FILTERS; i++) {
            Filter filter = anyFilter(i);
            same(when + " " + filter, s -> s.search(Query.newest(filter, 20)).searched(0));
            same(when + " count " + filter, s -> s.count(filter));
        }
        for (Query.Sort sort : Query.Sort.values()) {
            Query query = new Query(Filter.all(), sort, pick(Query.Direction.values()), 15, null, random.nextInt(10));
            same(when + " " + query, s -> s.search(query).searched(0));
        }
        same(when + " sent", s -> s.sent(null, 10));
        same(when + " states", s -> s.states(letters));
        same(when + " settled", s -> Set.copyOf(s.settledCounts(SETTLED)));
        same(when + " holds", s -> Set.copyOf(s.holds().list()));
        same(when + " whole", s -> s.whole(letters, Long.MAX_VALUE));
        same(when + " positions", s -> s.positions("stream"));
        for (LetterId id : letters) {
            same(when + " find " + id, s -> s.find(id));
            same(when + " versions " + id, s -> s.versions(id));
        }
        for (Summary summary : model.search(Query.newest(Filter.all(), 3)).items())
            same(when, s -> s.search(Query.newest(Filter.all(), 5).after(summary.id())));
    }
}
