package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.fingerprint;
import static dev.redrive.contract.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Resolution;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import dev.redrive.store.retention.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every store must hold when many letters are claimed as they were last seen, and when some are put back. */
public abstract class ExpectedClaimContract extends StoreContract {
    private static final int THREADS = 8;

    private LetterId failed() {
        return captured(aLetter().status(LetterStatus.FAILED).retries(5, 5));
    }

    private ExpectedLetter asItIs(LetterId id) {
        DeadLetter letter = found(id);
        return new ExpectedLetter.AsSeen(
                id, letter.status(), letter.attempt(), letter.state().version());
    }

    private List<ClaimResult> claimExpected(ExpectedLetter... expected) {
        return store.claimExpected(List.of(expected), "replay-1@a", MINUTE, Long.MAX_VALUE);
    }

    private ClaimResult.Leased leased(LetterId id) {
        return (ClaimResult.Leased) claimExpected(asItIs(id)).get(0);
    }

    private static Settlement replayed(Lease lease) {
        return settlement(lease, new Settlement.Succeeded(Resolution.How.MANUAL_RETRY, "ann"));
    }

    private static Settlement putBack(ClaimResult.Leased leased) {
        return settlement(leased.claimed().lease(), new Settlement.PutBack(leased.from(), leased.dueAt()));
    }

    private long count(LetterStatus status) {
        return store.tallies().byStatus().of(status);
    }

    // Claiming

    @Test
    void letters_from_the_first_one_on_that_is_too_large_are_left_as_they_are() {
        LetterId first = captured(aLetter().saying("x".repeat(60_000)));
        LetterId second = captured(aLetter().saying("x".repeat(40_000)).status(LetterStatus.FAILED));
        LetterId third = captured(aLetter().saying("x"));
        LetterId fourth = captured(aLetter().saying("x").inOrder("key"));
        List<ExpectedLetter> expected = List.of(asItIs(first), asItIs(second), asItIs(third), asItIs(fourth));
        DeadLetter before = found(third);

        List<ClaimResult> results = store.claimExpected(expected, "replay-1@a", MINUTE, 100_000);

        assertThat(results.get(0)).isInstanceOf(ClaimResult.Leased.class);
        assertThat(results.get(1)).isInstanceOf(ClaimResult.Leased.class);
        assertThat(results.subList(2, 4)).containsOnly(new ClaimResult.NoRoom());
        assertThat(found(third)).isEqualTo(before);
        assertThat(count(LetterStatus.RETRYING)).isEqualTo(2);
    }

    @Test
    void the_first_expected_letter_is_leased_whatever_its_size() {
        LetterId first = captured(aLetter().saying("x".repeat(60_000)));
        LetterId second = captured(aLetter().saying("x"));

        List<ClaimResult> results =
                store.claimExpected(List.of(asItIs(first), asItIs(second)), "replay-1@a", MINUTE, 10);

        assertThat(results.get(0)).isInstanceOf(ClaimResult.Leased.class);
        assertThat(results.get(1)).isEqualTo(new ClaimResult.NoRoom());
    }

    @Test
    void letters_are_leased_wherever_they_wait_and_answered_in_the_order_of_the_expected_letters() {
        LetterId failed = failed();
        LetterId manual = captured(aLetter().status(LetterStatus.MANUAL));
        LetterId due = captured(aLetter());
        Instant later = clock.instant().plusSeconds(90);
        LetterId waiting = captured(aLetter().due(later));

        List<ClaimResult> results = claimExpected(asItIs(waiting), asItIs(failed), asItIs(due), asItIs(manual));

        assertThat(results).allSatisfy(result -> assertThat(result).isInstanceOf(ClaimResult.Leased.class));
        List<ClaimResult.Leased> leased =
                results.stream().map(ClaimResult.Leased.class::cast).toList();
        assertThat(leased).extracting(l -> l.claimed().letter().id()).containsExactly(waiting, failed, due, manual);
        assertThat(leased)
                .extracting(ClaimResult.Leased::from)
                .containsExactly(LetterStatus.PENDING, LetterStatus.FAILED, LetterStatus.PENDING, LetterStatus.MANUAL);
        assertThat(leased).extracting(ClaimResult.Leased::dueAt).containsExactly(later, null, clock.instant(), null);
        assertThat(found(failed).state().lockedBy()).isEqualTo("replay-1@a");
        assertThat(found(failed).state().lockedUntil())
                .isEqualTo(clock.instant().plus(MINUTE));
        assertThat(found(failed).retryCount()).isEqualTo(6);
        assertThat(found(failed).attempt()).isEqualTo(1);
        assertThat(count(LetterStatus.FAILED)).isZero();
        assertThat(count(LetterStatus.MANUAL)).isZero();
        assertThat(store.claim(ClaimRequest.of("w", 9, MINUTE))).isEmpty();
    }

    @Test
    void what_is_leased_as_it_was_seen_is_what_a_claim_in_any_state_gives() {
        LetterId one = captured(
                aLetter().status(LetterStatus.FAILED).keyed("k").tagged("t").saying("{\"a\":1}"));
        LetterId other = captured(
                aLetter().status(LetterStatus.FAILED).keyed("k").tagged("t").saying("{\"a\":1}"));

        DeadLetter asSeen = leased(one).claimed().letter();
        DeadLetter inAnyState =
                ClaimedLetters.leased(store, other, "replay-1@a", MINUTE).letter();

        assertThat(asSeen).usingRecursiveComparison().ignoringFields("id").isEqualTo(inAnyState);
        assertThat(asSeen.id()).isEqualTo(one);
    }

    @Test
    void a_letter_that_is_not_as_expected_stays_as_it_is() {
        LetterId id = failed();
        store.edit(id, 0, Edit.payload(Payload.of("edited"), "ann"));

        assertThat(claimExpected(new ExpectedLetter.AsSeen(id, LetterStatus.MANUAL, 0, 1)))
                .containsExactly(new ClaimResult.Changed(LetterStatus.FAILED, 0, 1));
        assertThat(claimExpected(new ExpectedLetter.AsSeen(id, LetterStatus.FAILED, 1, 1)))
                .containsExactly(new ClaimResult.Changed(LetterStatus.FAILED, 0, 1));
        assertThat(claimExpected(new ExpectedLetter.AsSeen(id, LetterStatus.FAILED, 0, 0)))
                .containsExactly(new ClaimResult.Changed(LetterStatus.FAILED, 0, 1));
        assertThat(claimExpected(new ExpectedLetter.AsSeen(id, LetterStatus.PENDING, 0, 1)))
                .containsExactly(new ClaimResult.Changed(LetterStatus.FAILED, 0, 1));
        assertThat(found(id).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(claimExpected(new ExpectedLetter.AsSeen(id, LetterStatus.FAILED, 0, 1))
                        .get(0))
                .isInstanceOf(ClaimResult.Leased.class);
    }

    @Test
    void a_pending_letter_with_another_token_has_changed() {
        LetterId id = captured(aLetter());
        Lease lease = store.claim(ClaimRequest.of("w", 1, MINUTE)).get(0).lease();
        store.settle(List.of(settlement(lease, new Settlement.Released(clock.instant()))));

        assertThat(claimExpected(new ExpectedLetter.AsSeen(id, LetterStatus.PENDING, 0, 0)))
                .containsExactly(new ClaimResult.Changed(LetterStatus.PENDING, 1, 0));
    }

    @Test
    void a_leased_or_unknown_letter_is_not_leased() {
        LetterId id = failed();
        ExpectedLetter expected = asItIs(id);
        ClaimedLetters.claim(store, id, "another worker", MINUTE);
        LetterId closed = captured(aLetter());
        store.move(closed, ManualMove.archive("ann", null));

        List<ClaimResult> results = claimExpected(
                expected, new ExpectedLetter.AsSeen(ids.next(), LetterStatus.FAILED, 0, 0), asItIs(closed));

        assertThat(results)
                .containsExactly(
                        new ClaimResult.NotAllowed(
                                LetterStatus.RETRYING, clock.instant().plus(MINUTE)),
                        new ClaimResult.NoSuchLetter(),
                        new ClaimResult.NotAllowed(LetterStatus.ARCHIVED, null));
        assertThat(claimExpected()).isEmpty();
    }

    @Test
    void a_letter_of_a_dead_worker_has_changed_since() {
        LetterId id = failed();
        ClaimedLetters.claim(store, id, "dead", MINUTE);
        ExpectedLetter expected = new ExpectedLetter.AsSeen(id, LetterStatus.FAILED, 0, 0);
        clock.forward(MINUTE);

        assertThat(claimExpected(expected)).containsExactly(new ClaimResult.Changed(LetterStatus.FAILED, 1, 0));
        assertThat(claimExpected(asItIs(id)).get(0)).isInstanceOf(ClaimResult.Leased.class);
    }

    @Test
    void a_letter_of_a_dead_worker_stands_where_it_stood_with_the_attempt_counted() {
        LetterId failed = failed();
        LetterId manual = captured(aLetter().status(LetterStatus.MANUAL));
        Instant later = clock.instant().plus(Duration.ofHours(1));
        LetterId pending = captured(aLetter().due(later));
        claimExpected(asItIs(failed), asItIs(manual), asItIs(pending));

        clock.forward(Duration.ofMinutes(2));
        List<LeasedLetter> claimed = store.claim(ClaimRequest.of("engine", 10, MINUTE));

        assertThat(claimed).isEmpty();
        assertThat(found(failed).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(found(failed).retryCount()).isEqualTo(6);
        assertThat(found(manual).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(found(pending).status()).isEqualTo(LetterStatus.PENDING);
        assertThat(found(pending).state().nextRetryAt()).isEqualTo(later);
        assertThat(found(manual).attempts()).extracting(Attempt::result).containsExactly(Attempt.Result.LEASE_LOST);
        assertThat(store.tallies().byStatus().of(LetterStatus.FAILED)).isEqualTo(1);
        assertThat(store.tallies().byStatus().of(LetterStatus.MANUAL)).isEqualTo(1);
    }

    @Test
    void a_letter_that_a_dead_worker_claimed_in_any_state_is_due_again_or_failed() {
        Instant end = clock.instant().plus(MINUTE);
        LetterId manual = captured(aLetter().status(LetterStatus.MANUAL));
        LetterId waiting = captured(aLetter().due(clock.instant().plus(Duration.ofHours(1))));
        LetterId last = captured(aLetter().status(LetterStatus.MANUAL).retries(4, 5));
        LetterId seen = captured(aLetter().status(LetterStatus.MANUAL));
        claimExpected(
                new ExpectedLetter.InAnyState(manual),
                new ExpectedLetter.InAnyState(waiting),
                new ExpectedLetter.InAnyState(last),
                asItIs(seen));

        clock.forward(Duration.ofMinutes(2));
        List<ClaimResult> again = claimExpected(
                new ExpectedLetter.InAnyState(manual),
                new ExpectedLetter.InAnyState(waiting),
                new ExpectedLetter.InAnyState(last),
                new ExpectedLetter.InAnyState(seen));

        assertThat(again).allSatisfy(result -> assertThat(result).isInstanceOf(ClaimResult.Leased.class));
        assertThat(again)
                .map(ClaimResult.Leased.class::cast)
                .extracting(ClaimResult.Leased::from, ClaimResult.Leased::dueAt)
                .containsExactly(
                        tuple(LetterStatus.PENDING, end),
                        tuple(LetterStatus.PENDING, end),
                        tuple(LetterStatus.FAILED, null),
                        tuple(LetterStatus.MANUAL, null));
    }

    @Test
    void a_letter_behind_another_one_is_blocked_until_that_is_closed() {
        LetterId first = captured(aLetter().inOrder("k").status(LetterStatus.FAILED));
        LetterId second = captured(aLetter().inOrder("k").status(LetterStatus.FAILED));
        LetterId free = failed();

        List<ClaimResult> results = claimExpected(asItIs(second), asItIs(first), asItIs(free));
        Lease lease = ((ClaimResult.Leased) results.get(1)).claimed().lease();
        List<ClaimResult> before = claimExpected(asItIs(second));
        store.settle(List.of(replayed(lease)));
        List<ClaimResult> after = claimExpected(asItIs(second));

        assertThat(results.get(0)).isEqualTo(new ClaimResult.Blocked(first));
        assertThat(results.get(2)).isInstanceOf(ClaimResult.Leased.class);
        assertThat(before).containsExactly(new ClaimResult.Blocked(first));
        assertThat(after.get(0)).isInstanceOf(ClaimResult.Leased.class);
    }

    @Test
    void the_attempt_that_once_resolved_a_letter_stays_in_its_history() {
        LetterId id = captured(aLetter());
        Lease lease = store.claim(ClaimRequest.of("w", 1, MINUTE)).get(0).lease();
        store.settle(List.of(replayed(lease)));
        store.move(id, Retention.defaults().archiving());
        store.move(id, ManualMove.restore("ann"));

        ClaimResult.Leased again = leased(id);
        store.settle(List.of(putBack(again)));

        assertThat(again.from()).isEqualTo(LetterStatus.MANUAL);
        assertThat(found(id).attempts()).extracting(Attempt::result).containsExactly(Attempt.Result.SUCCEEDED);
        assertThat(found(id).attempts()).extracting(Attempt::token).containsExactly(1);
        assertThat(found(id).attempt()).isEqualTo(2);
    }

    @Test
    void many_letters_are_claimed_and_settled_at_once() {
        List<NewLetter> batch = new ArrayList<>();
        for (int i = 0; i < 1000; i++)
            batch.add(aLetter().status(LetterStatus.FAILED).build());
        store.capture(batch);
        List<ExpectedLetter> expected = batch.stream()
                .<ExpectedLetter>map(letter -> new ExpectedLetter.AsSeen(letter.id(), LetterStatus.FAILED, 0, 0))
                .toList();

        List<ClaimResult.Leased> leased = store.claimExpected(expected, "r", MINUTE, Long.MAX_VALUE).stream()
                .map(ClaimResult.Leased.class::cast)
                .toList();
        store.settle(leased.subList(0, 500).stream()
                .map(ExpectedClaimContract::putBack)
                .toList());
        store.settle(leased.subList(500, 1000).stream()
                .map(l -> replayed(l.claimed().lease()))
                .toList());

        assertThat(count(LetterStatus.FAILED)).isEqualTo(500);
        assertThat(count(LetterStatus.RESOLVED)).isEqualTo(500);
        assertThat(store.count(Filter.builder().status(LetterStatus.FAILED).build()))
                .isEqualTo(Total.exactly(500));
        assertThat(found(batch.get(0).id()).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(found(batch.get(999).id()).status()).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void many_threads_with_the_same_expected_letters_lease_each_letter_once() throws Exception {
        List<ExpectedLetter> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            LetterBuilder letter = aLetter();
            if (i % 3 == 0) letter.status(LetterStatus.FAILED);
            if (i % 3 == 1) letter.due(clock.instant().plusSeconds(60));
            if (i % 5 == 0) letter.inOrder("k-" + i);
            expected.add(asItIs(captured(letter)));
        }

        List<LetterId> leased = allAtOnce(expected);

        assertThat(leased).doesNotHaveDuplicates().hasSize(100);
    }

    private List<LetterId> allAtOnce(List<ExpectedLetter> expected) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch go = new CountDownLatch(1);
            List<Future<List<LetterId>>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                List<ExpectedLetter> mine = new ArrayList<>(expected);
                Collections.shuffle(mine, new Random(i));
                String worker = "worker-" + i;
                running.add(threads.submit(() -> {
                    go.await();
                    return store.claimExpected(mine, worker, MINUTE, Long.MAX_VALUE).stream()
                            .filter(ClaimResult.Leased.class::isInstance)
                            .map(result -> ((ClaimResult.Leased) result)
                                    .claimed()
                                    .letter()
                                    .id())
                            .toList();
                }));
            }
            go.countDown();
            List<List<LetterId>> results = new ArrayList<>();
            for (Future<List<LetterId>> one : running) results.add(one.get());
            return results.stream().flatMap(Collection::stream).toList();
        } finally {
            threads.shutdownNow();
        }
    }

    // Putting back

    @Test
    void a_letter_that_was_put_back_stands_as_before() {
        Instant later = clock.instant().plusSeconds(90);
        List<LetterId> letters = List.of(
                failed(),
                captured(aLetter().status(LetterStatus.MANUAL)),
                captured(aLetter().due(later)),
                captured(aLetter().retries(1, 3)));
        List<DeadLetter> before = letters.stream().map(this::found).toList();
        Tallies tallies = store.tallies();

        List<ClaimResult> results =
                store.claimExpected(letters.stream().map(this::asItIs).toList(), "r", MINUTE, Long.MAX_VALUE);
        List<SettleResult> settled = store.settle(results.stream()
                .map(result -> putBack((ClaimResult.Leased) result))
                .toList());

        assertThat(settled)
                .containsExactly(
                        new SettleResult.To(letters.get(0), LetterStatus.FAILED),
                        new SettleResult.To(letters.get(1), LetterStatus.MANUAL),
                        new SettleResult.To(letters.get(2), LetterStatus.PENDING),
                        new SettleResult.To(letters.get(3), LetterStatus.PENDING));
        for (DeadLetter letter : before) {
            assertThat(found(letter.id()))
                    .usingRecursiveComparison()
                    .ignoringFields("state.attempt")
                    .isEqualTo(letter);
            assertThat(found(letter.id()).attempt()).isEqualTo(1);
        }
        assertThat(store.tallies().list()).containsExactlyInAnyOrderElementsOf(tallies.list());
        assertThat(store.nextDue(java.util.Optional.empty())).contains(clock.instant());
    }

    @Test
    void a_letter_that_was_put_back_is_claimed_when_it_is_due() {
        LetterId id = captured(aLetter().due(clock.instant().plusSeconds(90)));
        store.settle(List.of(putBack(leased(id))));

        assertThat(store.claim(ClaimRequest.of("w", 1, MINUTE))).isEmpty();
        clock.forward(Duration.ofSeconds(90));

        assertThat(store.claim(ClaimRequest.of("w", 1, MINUTE)))
                .extracting(c -> c.letter().retryCount())
                .containsExactly(1);
    }

    @Test
    void a_lease_that_was_put_back_is_worth_nothing() {
        LetterId id = failed();
        ClaimResult.Leased old = leased(id);
        store.settle(List.of(putBack(old)));
        Lease fresh = leased(id).claimed().lease();

        List<SettleResult> late = store.settle(List.of(replayed(old.claimed().lease())));
        List<SettleResult> again = store.settle(List.of(putBack(old)));
        List<SettleResult> done = store.settle(List.of(replayed(fresh)));

        assertThat(fresh.token()).isEqualTo(2);
        assertThat(late).containsExactly(new SettleResult.LeaseLost(id));
        assertThat(again).containsExactly(new SettleResult.LeaseLost(id));
        assertThat(done).containsExactly(new SettleResult.To(id, LetterStatus.RESOLVED));
    }

    @Test
    void a_letter_that_was_put_back_still_holds_its_sequence() {
        LetterId first = captured(aLetter().inOrder("k"));
        LetterId second = captured(aLetter().inOrder("k"));

        store.settle(List.of(putBack(leased(first))));
        List<LetterId> next = store.claim(ClaimRequest.of("w", 9, MINUTE)).stream()
                .map(c -> c.letter().id())
                .toList();

        assertThat(next).containsExactly(first);
        assertThat(found(second).blockedBy()).contains(first);
    }

    @Test
    void letters_are_put_back_beside_others_that_succeed_and_fail() {
        LetterId back = failed();
        LetterId resolved = failed();
        LetterId again = failed();
        ClaimResult.Leased leased = leased(back);
        Lease good = leased(resolved).claimed().lease();
        Lease bad = leased(again).claimed().lease();

        List<SettleResult> settled = store.settle(List.of(
                settlement(bad, new Settlement.GaveUp(timeout(), fingerprint(timeout()))),
                putBack(leased),
                replayed(good)));

        assertThat(settled)
                .containsExactly(
                        new SettleResult.To(again, LetterStatus.FAILED),
                        new SettleResult.To(back, LetterStatus.FAILED),
                        new SettleResult.To(resolved, LetterStatus.RESOLVED));
        assertThat(found(back).attempts()).isEmpty();
        assertThat(found(again).attempts()).hasSize(1);
        assertThat(count(LetterStatus.FAILED)).isEqualTo(2);
    }
}
