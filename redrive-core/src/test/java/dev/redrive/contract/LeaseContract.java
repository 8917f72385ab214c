package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.fingerprint;
import static dev.redrive.contract.LetterBuilder.invalid;
import static dev.redrive.contract.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every store must hold about claims, the leases they give, and how an attempt ends. */
public abstract class LeaseContract extends StoreContract {
    private Settlement retryLater(Lease lease, Failure failure) {
        return settlement(
                lease,
                new Settlement.Retry(
                        failure, fingerprint(failure), clock.instant().plusSeconds(2)));
    }

    // Claim

    @Test
    void higher_priority_first_then_older() {
        LetterId low = captured(aLetter().priority(Priority.LOW));
        LetterId older = captured(aLetter());
        LetterId younger = captured(aLetter());
        LetterId critical = captured(aLetter().priority(Priority.CRITICAL));

        assertThat(claimedIds(10)).containsExactly(critical, older, younger, low);
    }

    @Test
    void a_claim_may_name_more_channels_than_a_query_may_have_parts() {
        Set<String> channels =
                IntStream.range(0, 501).mapToObj(i -> "channel-" + i).collect(Collectors.toSet());
        store.capture(channels.stream().map(c -> aLetter().from(c).build()).toList());
        LetterId other = captured(aLetter().from("other").priority(Priority.CRITICAL));
        LetterId high = captured(aLetter().from("channel-7").priority(Priority.HIGH));

        List<LeasedLetter> first = store.claim(new ClaimRequest("worker-1", 10, 5, MINUTE, Optional.of(channels)));
        List<LeasedLetter> rest = store.claim(new ClaimRequest("worker-1", 1000, 5, MINUTE, Optional.of(channels)));

        assertThat(first).hasSize(10);
        assertThat(first.get(0).letter().id()).isEqualTo(high);
        assertThat(rest).hasSize(492);
        assertThat(found(other).status()).isEqualTo(LetterStatus.PENDING);
    }

    private static List<LetterId> idsOf(List<LeasedLetter> claimed) {
        return claimed.stream().map(one -> one.letter().id()).toList();
    }

    @Test
    void a_claim_ends_before_the_first_letter_that_is_too_large_for_it() {
        LetterId low = captured(aLetter().saying("x".repeat(10)).priority(Priority.LOW));
        LetterId first = captured(aLetter().saying("x".repeat(60_000)));
        LetterId second = captured(aLetter().saying("x".repeat(30_000)));
        LetterId third = captured(aLetter().saying("y".repeat(10_001)));
        clock.forward(MINUTE);
        DeadLetter before = found(third);
        ClaimRequest within = ClaimRequest.of("worker-1", 100, MINUTE).within(100_000);

        List<LeasedLetter> claimed = store.claim(within);
        DeadLetter after = found(third);
        List<LeasedLetter> next = store.claim(within);

        assertThat(idsOf(claimed)).containsExactly(first, second);
        assertThat(claimed.get(0).letter().payload().text()).isEqualTo("x".repeat(60_000));
        assertThat(after).isEqualTo(before);
        assertThat(idsOf(next)).containsExactly(third, low);
        assertThat(next.get(0).letter().payload().text()).isEqualTo("y".repeat(10_001));
        assertThat(next.get(0).letter().attempt()).isEqualTo(1);
    }

    @Test
    void a_claim_gets_a_letter_that_is_too_large_for_it_when_that_is_the_first() {
        LetterId large = captured(aLetter().saying("x".repeat(50_000)));
        captured(aLetter().saying(""));

        List<LeasedLetter> claimed =
                store.claim(ClaimRequest.of("worker-1", 100, MINUTE).within(10));

        assertThat(idsOf(claimed)).containsExactly(large);
        assertThat(claimed.get(0).letter().payload().size()).isEqualTo(50_000);
    }

    @Test
    void the_share_of_the_oldest_is_taken_first_also_when_there_is_room_for_a_few_only() {
        LetterId low = captured(aLetter().saying("x".repeat(600)).priority(Priority.LOW));
        LetterId high = captured(aLetter().saying("x".repeat(600)).priority(Priority.HIGH));
        LetterId other = captured(aLetter().saying("x".repeat(600)).from("other"));
        Optional<Set<String>> channels = Optional.of(Set.of("orders", "other"));

        List<LeasedLetter> first = store.claim(new ClaimRequest("worker-1", 3, 2, MINUTE, channels, 1000));
        List<LeasedLetter> second = store.claim(new ClaimRequest("worker-1", 3, 1, MINUTE, channels, 1200));

        assertThat(idsOf(first)).containsExactly(low);
        assertThat(idsOf(second)).containsExactly(high, other);
    }

    /** A letter that is put back must not be passed over because the claim had seen it. */
    @Test
    void letters_that_claims_had_no_room_for_are_claimed_in_turn() {
        List<LetterId> all = IntStream.range(0, 30)
                .mapToObj(i -> captured(aLetter().saying("x".repeat(400))))
                .toList();
        List<List<LetterId>> claims = new ArrayList<>();

        for (int i = 0; i < 10; i++) {
            clock.forward(Duration.ofSeconds(3));
            claims.add(idsOf(store.claim(
                    ClaimRequest.of("worker-1", 20, MINUTE.multipliedBy(10)).within(1200))));
        }

        assertThat(claims).allSatisfy(claim -> assertThat(claim).hasSize(3));
        assertThat(claims.stream().flatMap(List::stream)).containsExactlyElementsOf(all);
    }

    @Test
    void the_oldest_get_their_share_whatever_their_priority() {
        LetterId low = captured(aLetter().priority(Priority.LOW));
        LetterId first = captured(aLetter().priority(Priority.HIGH));
        captured(aLetter().priority(Priority.HIGH));

        List<LeasedLetter> claimed = store.claim(new ClaimRequest("worker-1", 2, 1, MINUTE, Optional.empty()));

        assertThat(claimed).extracting(c -> c.letter().id()).containsExactly(first, low);
    }

    @Test
    void a_letter_is_not_claimed_before_it_is_due() {
        LetterId id = captured(aLetter().due(clock.instant().plusSeconds(10)));

        assertThat(claimedIds(1)).isEmpty();
        assertThat(store.nextDue(Optional.empty())).contains(clock.instant().plusSeconds(10));
        clock.forward(Duration.ofSeconds(10));
        assertThat(claimedIds(1)).containsExactly(id);
    }

    @Test
    void letters_of_other_channels_are_left_alone() {
        captured(aLetter().from("payments").priority(Priority.CRITICAL));
        LetterId order = captured(aLetter().from("orders"));
        LetterId invoice = captured(aLetter().from("invoices"));

        List<LeasedLetter> claimed = store.claim(
                new ClaimRequest("worker-1", 10, 0, MINUTE, Optional.of(Set.of("orders", "invoices", "none"))));

        assertThat(claimed).extracting(c -> c.letter().id()).containsExactly(order, invoice);
        assertThat(store.claim(new ClaimRequest("worker-1", 10, 0, MINUTE, Optional.of(Set.of()))))
                .isEmpty();
    }

    @Test
    void an_attempt_counts_when_it_starts() {
        LetterId id = captured(aLetter());

        LeasedLetter claimed = claim(1).get(0);

        assertThat(claimed.letter().retryCount()).isEqualTo(1);
        assertThat(found(id).status()).isEqualTo(LetterStatus.RETRYING);
        assertThat(found(id).retryCount()).isEqualTo(1);
        assertThat(found(id).state().lockedBy()).isEqualTo("worker-1");
        assertThat(found(id).state().lockedAt()).isEqualTo(clock.instant());
        assertThat(found(id).state().lockedUntil()).isEqualTo(clock.instant().plus(MINUTE));
    }

    @Test
    void a_claimed_letter_is_not_claimed_again() {
        captured(aLetter());

        assertThat(claimedIds(5)).hasSize(1);
        assertThat(claimedIds(5)).isEmpty();
    }

    @Test
    void a_letter_claimed_by_a_dead_worker_waits_again() {
        LetterId id = captured(aLetter());
        claim(1);

        clock.forward(MINUTE);
        List<LeasedLetter> again = store.claim(ClaimRequest.of("worker-2", 1, MINUTE));

        assertThat(again).extracting(c -> c.letter().id()).containsExactly(id);
        assertThat(found(id).attempts()).extracting(Attempt::result).containsExactly(Attempt.Result.LEASE_LOST);
    }

    @Test
    void a_letter_that_kills_every_worker_ends_as_failed() {
        LetterId id = captured(aLetter().retries(0, 2));

        for (int i = 0; i < 3; i++) {
            claim(1);
            clock.forward(MINUTE);
        }

        assertThat(claim(1)).isEmpty();
        assertThat(found(id).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(found(id).retryCount()).isEqualTo(2);
        assertThat(store.tallies().byStatus().of(LetterStatus.FAILED)).isEqualTo(1);
    }

    @Test
    void a_renewed_lease_holds() {
        captured(aLetter());
        Lease lease = claim(1).get(0).lease();
        clock.forward(Duration.ofSeconds(50));

        assertThat(store.renew(List.of(lease), MINUTE)).containsExactly(lease.id());
        clock.forward(Duration.ofSeconds(50));

        assertThat(claim(1)).isEmpty();
    }

    @Test
    void a_lease_is_renewed_beside_an_older_one_on_the_same_letter() {
        captured(aLetter());
        Lease old = claim(1).get(0).lease();
        clock.forward(MINUTE);
        Lease held = claim(1).get(0).lease();

        assertThat(store.renew(List.of(held, old), MINUTE)).containsExactly(held.id());
    }

    @Test
    void one_letter_can_be_claimed_by_its_name() {
        LetterId id = captured(aLetter().due(clock.instant().plusSeconds(100)));

        ClaimResult first = ClaimedLetters.claim(store, id, "ann", MINUTE);
        ClaimResult second = ClaimedLetters.claim(store, id, "bob", MINUTE);

        assertThat(first).isInstanceOf(ClaimResult.Leased.class);
        assertThat(second)
                .isEqualTo(new ClaimResult.NotAllowed(
                        LetterStatus.RETRYING, clock.instant().plus(MINUTE)));
        assertThat(ClaimedLetters.claim(store, ids.next(), "ann", MINUTE)).isEqualTo(new ClaimResult.NoSuchLetter());
    }

    @Test
    void a_failed_letter_can_be_claimed_by_its_name() {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED).retries(5, 5));

        assertThat(ClaimedLetters.claim(store, id, "ann", MINUTE)).isInstanceOf(ClaimResult.Leased.class);
        assertThat(found(id).retryCount()).isEqualTo(6);
        assertThat(store.tallies().byStatus().of(LetterStatus.RETRYING)).isEqualTo(1);
        assertThat(store.tallies().byStatus().of(LetterStatus.FAILED)).isZero();
    }

    // Settle

    @Test
    void a_success_resolves() {
        LetterId id = captured(aLetter());
        Lease lease = claim(1).get(0).lease();

        List<SettleResult> answers = store.settle(List.of(succeeded(lease)));

        assertThat(answers).containsExactly(new SettleResult.To(id, LetterStatus.RESOLVED));
        DeadLetter letter = found(id);
        assertThat(letter.state().resolution())
                .isEqualTo(new Resolution(clock.instant(), Resolution.How.AUTOMATIC_RETRY, null, null));
        assertThat(letter.attempts())
                .containsExactly(new Attempt(
                        lease.token(),
                        clock.instant(),
                        Duration.ofMillis(12),
                        "worker-1",
                        "exponential",
                        Attempt.Result.SUCCEEDED,
                        null));
        assertThat(claim(1)).isEmpty();
    }

    @Test
    void a_failure_waits_for_its_next_try_and_the_letter_keeps_its_first_error() {
        LetterId id = captured(aLetter());
        Lease lease = claim(1).get(0).lease();

        store.settle(List.of(retryLater(lease, invalid())));

        DeadLetter letter = found(id);
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(letter.failure()).isEqualTo(timeout());
        assertThat(letter.cause()).isEqualTo(fingerprint(timeout()).id());
        assertThat(letter.lastFailure()).isEqualTo(invalid());
        assertThat(letter.lastCause()).isEqualTo(fingerprint(invalid()).id());
        assertThat(letter.attempts()).extracting(Attempt::failure).containsExactly(invalid());
        assertThat(claim(1)).isEmpty();
        clock.forward(Duration.ofSeconds(2));
        assertThat(claimedIds(1)).containsExactly(id);
    }

    @Test
    void attempts_are_appended_up_to_a_thousand() {
        LetterId id = captured(aLetter().retries(0, 2000));

        for (int i = 0; i < 1000; i++) {
            store.settle(List.of(retryLater(claim(1).get(0).lease(), timeout())));
            clock.forward(Duration.ofSeconds(2));
        }

        assertThat(found(id).retryCount()).isEqualTo(1000);
        assertThat(found(id).attempts()).hasSize(1000);
    }

    @Test
    void a_worker_that_lost_its_lease_cannot_settle() {
        LetterId id = captured(aLetter());
        Lease old = claim(1).get(0).lease();
        clock.forward(MINUTE);
        Lease current =
                store.claim(ClaimRequest.of("worker-2", 1, MINUTE)).get(0).lease();

        assertThat(store.settle(List.of(succeeded(old)))).containsExactly(new SettleResult.LeaseLost(id));
        assertThat(store.renew(List.of(old), MINUTE)).isEmpty();
        assertThat(found(id).status()).isEqualTo(LetterStatus.RETRYING);
        assertThat(store.settle(List.of(succeeded(current))))
                .containsExactly(new SettleResult.To(id, LetterStatus.RESOLVED));
        assertThat(store.settle(List.of(succeeded(current)))).containsExactly(new SettleResult.LeaseLost(id));
    }

    @Test
    void an_old_and_a_new_claim_in_one_batch_are_distinguished() {
        LetterId id = captured(aLetter());
        Lease old = claim(1).get(0).lease();
        clock.forward(MINUTE);
        Lease current = claim(1).get(0).lease();

        List<SettleResult> answers = store.settle(List.of(succeeded(old), succeeded(current), succeeded(old)));

        assertThat(answers)
                .containsExactly(
                        new SettleResult.LeaseLost(id),
                        new SettleResult.To(id, LetterStatus.RESOLVED),
                        new SettleResult.LeaseLost(id));
    }

    @Test
    void a_token_of_before_a_reset_is_of_no_use() {
        LetterId id = captured(aLetter());
        Lease old = claim(1).get(0).lease();
        store.settle(List.of(gaveUp(old, timeout())));
        store.move(id, ManualMove.reset(null));
        claim(1);

        assertThat(store.settle(List.of(succeeded(old)))).containsExactly(new SettleResult.LeaseLost(id));
    }

    @Test
    void a_released_letter_did_not_spend_a_retry() {
        LetterId id = captured(aLetter());
        Lease lease = claim(1).get(0).lease();
        Instant later = clock.instant().plusSeconds(30);

        store.settle(List.of(settlement(lease, new Settlement.Released(later))));

        assertThat(found(id).retryCount()).isZero();
        assertThat(found(id).attempts()).isEmpty();
        assertThat(found(id).state().nextRetryAt()).isEqualTo(later);
    }

    @Test
    void the_other_ends_of_an_attempt() {
        LetterId sent = captured(aLetter());
        LetterId failed = captured(aLetter());
        LetterId aside = captured(aLetter());
        List<LeasedLetter> claimed = claim(3);

        store.settle(List.of(
                settlement(claimed.get(0).lease(), new Settlement.Sent("orders-1@77")),
                gaveUp(claimed.get(1).lease(), invalid()),
                settlement(claimed.get(2).lease(), new Settlement.SetAside(timeout(), fingerprint(timeout())))));

        assertThat(found(sent).status()).isEqualTo(LetterStatus.REPLAYED);
        assertThat(found(failed).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(found(aside).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(store.move(sent, ManualMove.confirm("ann")))
                .isEqualTo(new MoveResult.To("orders", LetterStatus.REPLAYED, LetterStatus.RESOLVED));
    }
}
