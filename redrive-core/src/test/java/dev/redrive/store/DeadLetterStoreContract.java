package dev.redrive.store;

import static dev.redrive.store.LetterBuilder.fingerprint;
import static dev.redrive.store.LetterBuilder.invalid;
import static dev.redrive.store.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.StackTrace;
import dev.redrive.letter.Summary;
import dev.redrive.text.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store must hold. A store passes all of it, without overrides and without skipped tests. */
public abstract class DeadLetterStoreContract {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    protected final SettableClock clock = SettableClock.standing();
    protected final LetterIds ids = new LetterIds(clock);
    protected DeadLetterStore store;

    protected abstract DeadLetterStore emptyStore(InstantSource time);

    @BeforeEach
    void open() {
        store = emptyStore(clock);
    }

    @AfterEach
    void close() {
        store.close();
    }

    protected LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    protected LetterId captured(LetterBuilder letter) {
        return store.capture(List.of(letter.build())).get(0).id();
    }

    private List<Claimed> claim(int limit) {
        return store.claim(ClaimRequest.of("worker-1", limit, MINUTE));
    }

    private List<LetterId> claimedIds(int limit) {
        return claim(limit).stream().map(c -> c.letter().id()).toList();
    }

    private DeadLetter found(LetterId id) {
        return store.find(id).orElseThrow();
    }

    private static Settlement settlement(Lease lease, Settlement.Outcome outcome) {
        return new Settlement(lease, Duration.ofMillis(12), "exponential", outcome);
    }

    private static Settlement succeeded(Lease lease) {
        return settlement(lease, new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null));
    }

    private Settlement retryLater(Lease lease, Failure failure) {
        return settlement(
                lease,
                new Settlement.Retry(
                        failure, fingerprint(failure), clock.instant().plusSeconds(2)));
    }

    private static Settlement gaveUp(Lease lease, Failure failure) {
        return settlement(lease, new Settlement.GaveUp(failure, fingerprint(failure)));
    }

    // Capture

    @Test
    void a_captured_letter_is_found_as_it_was() {
        Message message = Message.of("{\"amount\":9007199254740993,\"rate\":0.1000}")
                .with(new Headers(List.of(
                        Header.of("traceparent", "00-abc"),
                        new Header("binary", Payload.of(new byte[] {0, -1, 7})),
                        Header.of("traceparent", "00-def"))))
                .with(new dev.redrive.letter.Event(
                        "e-1",
                        "payment.failed",
                        "1.2",
                        new dev.redrive.letter.Event.Sender("workflow", "wf-1", "checkout"),
                        clock.instant(),
                        Json.of("{\"tenant\": 7}")))
                .with(new dev.redrive.letter.Origin(
                        "payments", 3, 42L, Payload.of("k"), clock.instant(), "group", "billing"))
                .withSubscriber("sub-1");
        Failure failure = new Failure(
                "com.acme.Boom",
                "E42",
                "it went 💥",
                StackTrace.ofText("com.acme.Boom: it went 💥\n\tat com.acme.Pay.run(Pay.java:1)\n"),
                Json.of("{\"timeoutMs\":5000}"),
                Category.UNKNOWN,
                Category.UNKNOWN.retryability());
        NewLetter letter =
                aLetter().message(message).failedWith(failure).tagged("a", "b").build();

        store.capture(List.of(letter));

        DeadLetter found = found(letter.id());
        assertThat(found.message()).isEqualTo(message);
        assertThat(found.failure()).isEqualTo(failure);
        assertThat(found.tags()).containsExactly("a", "b");
        assertThat(found.cause()).isEqualTo(letter.fingerprint().id());
        assertThat(found.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(found.standing().nextRetryAt()).isEqualTo(letter.start().dueAt());
    }

    @Test
    void the_same_coordinates_again_are_the_same_letter() {
        LetterId first = captured(aLetter().at("orders", 1, 7));

        Captured again =
                store.capture(List.of(aLetter().at("orders", 1, 7).build())).get(0);
        Captured other =
                store.capture(List.of(aLetter().at("orders", 1, 8).build())).get(0);

        assertThat(again).isEqualTo(new Captured(first, false));
        assertThat(other.isNew()).isTrue();
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(2));
    }

    @Test
    void a_key_twice_in_one_batch_is_one_letter() {
        NewLetter a = aLetter().idempotent("k").build();
        NewLetter b = aLetter().idempotent("k").build();

        List<Captured> answers = store.capture(List.of(a, b));

        assertThat(answers).containsExactly(new Captured(a.id(), true), new Captured(a.id(), false));
    }

    @Test
    void the_same_letter_again_after_an_answer_that_got_lost_is_stored_once() {
        NewLetter letter = aLetter().idempotent("k").build();
        store.capture(List.of(letter));

        List<Captured> again = store.capture(List.of(letter));

        assertThat(again).containsExactly(new Captured(letter.id(), false));
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(1));
    }

    @Test
    void odd_payloads_survive() {
        byte[] large = new byte[3_000_000];
        for (int i = 0; i < large.length; i++) large[i] = (byte) (i * 31);
        String repeated = "{\"text\":\"" + "ä€😀 ".repeat(20_000) + "\"}";
        List<Payload> payloads = List.of(
                Payload.empty(),
                Payload.of(new byte[] {0, 0, 0}),
                Payload.of(new byte[] {(byte) 0xC3, (byte) 0x28}),
                Payload.of(large),
                Payload.of(repeated));

        for (Payload payload : payloads) {
            LetterId id = captured(aLetter().message(Message.of(payload)));
            assertThat(found(id).payload()).isEqualTo(payload);
        }
        assertThat(claim(10)).extracting(c -> c.letter().payload()).containsExactlyInAnyOrderElementsOf(payloads);
    }

    @Test
    void ten_thousand_headers_survive() {
        List<Header> many = IntStream.range(0, 10_000)
                .mapToObj(i -> Header.of("h" + i, "v" + i))
                .toList();

        LetterId id = captured(aLetter().message(Message.of("x").with(new Headers(many))));

        assertThat(found(id).message().headers().list()).isEqualTo(many);
    }

    @Test
    void stack_traces_that_differ_in_messages_only_come_back_whole() {
        Failure one = LetterBuilder.failure("com.acme.Boom", "order 1 failed", Category.UNKNOWN);
        Failure two = LetterBuilder.failure("com.acme.Boom", "order 2 failed", Category.UNKNOWN);

        LetterId first = captured(aLetter().failedWith(one));
        LetterId second = captured(aLetter().failedWith(two));

        assertThat(found(first).failure().stackTrace()).isEqualTo(one.stackTrace());
        assertThat(found(second).failure().stackTrace()).isEqualTo(two.stackTrace());
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
    void the_oldest_get_their_share_whatever_their_priority() {
        LetterId low = captured(aLetter().priority(Priority.LOW));
        LetterId first = captured(aLetter().priority(Priority.HIGH));
        captured(aLetter().priority(Priority.HIGH));

        List<Claimed> claimed = store.claim(new ClaimRequest("worker-1", 2, 1, MINUTE, Optional.empty()));

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

        List<Claimed> claimed = store.claim(
                new ClaimRequest("worker-1", 10, 0, MINUTE, Optional.of(Set.of("orders", "invoices", "none"))));

        assertThat(claimed).extracting(c -> c.letter().id()).containsExactly(order, invoice);
        assertThat(store.claim(new ClaimRequest("worker-1", 10, 0, MINUTE, Optional.of(Set.of()))))
                .isEmpty();
    }

    @Test
    void an_attempt_counts_when_it_starts() {
        LetterId id = captured(aLetter());

        Claimed claimed = claim(1).get(0);

        assertThat(claimed.letter().retryCount()).isEqualTo(1);
        assertThat(found(id).status()).isEqualTo(LetterStatus.RETRYING);
        assertThat(found(id).retryCount()).isEqualTo(1);
        assertThat(found(id).standing().lockedBy()).isEqualTo("worker-1");
        assertThat(found(id).standing().lockedUntil()).isEqualTo(clock.instant().plus(MINUTE));
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
        List<Claimed> again = store.claim(ClaimRequest.of("worker-2", 1, MINUTE));

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

        ClaimResult first = store.claim(id, "ann", MINUTE);
        ClaimResult second = store.claim(id, "bob", MINUTE);

        assertThat(first).isInstanceOf(ClaimResult.Leased.class);
        assertThat(second)
                .isEqualTo(new ClaimResult.NotAllowed(
                        LetterStatus.RETRYING, clock.instant().plus(MINUTE)));
        assertThat(store.claim(ids.next(), "ann", MINUTE)).isEqualTo(new ClaimResult.NoSuchLetter());
    }

    @Test
    void a_failed_letter_can_be_claimed_by_its_name() {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED).retries(5, 5));

        assertThat(store.claim(id, "ann", MINUTE)).isInstanceOf(ClaimResult.Leased.class);
        assertThat(found(id).retryCount()).isEqualTo(6);
        assertThat(store.tallies().byStatus().of(LetterStatus.RETRYING)).isEqualTo(1);
        assertThat(store.tallies().byStatus().of(LetterStatus.FAILED)).isZero();
    }

    // Settle

    @Test
    void a_success_resolves() {
        LetterId id = captured(aLetter());
        Lease lease = claim(1).get(0).lease();

        List<Settled> answers = store.settle(List.of(succeeded(lease)));

        assertThat(answers).containsExactly(new Settled.To(id, LetterStatus.RESOLVED));
        DeadLetter letter = found(id);
        assertThat(letter.standing().resolution())
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
    void a_failure_waits_for_its_next_try_and_shows_the_newest_error() {
        LetterId id = captured(aLetter());
        Lease lease = claim(1).get(0).lease();

        store.settle(List.of(retryLater(lease, invalid())));

        DeadLetter letter = found(id);
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(letter.failure()).isEqualTo(invalid());
        assertThat(letter.cause()).isEqualTo(fingerprint(invalid()).id());
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

        assertThat(store.settle(List.of(succeeded(old)))).containsExactly(new Settled.LeaseLost(id));
        assertThat(store.renew(List.of(old), MINUTE)).isEmpty();
        assertThat(found(id).status()).isEqualTo(LetterStatus.RETRYING);
        assertThat(store.settle(List.of(succeeded(current))))
                .containsExactly(new Settled.To(id, LetterStatus.RESOLVED));
        assertThat(store.settle(List.of(succeeded(current)))).containsExactly(new Settled.LeaseLost(id));
    }

    @Test
    void an_old_and_a_new_claim_in_one_batch_are_told_apart() {
        LetterId id = captured(aLetter());
        Lease old = claim(1).get(0).lease();
        clock.forward(MINUTE);
        Lease current = claim(1).get(0).lease();

        List<Settled> answers = store.settle(List.of(succeeded(old), succeeded(current), succeeded(old)));

        assertThat(answers)
                .containsExactly(
                        new Settled.LeaseLost(id),
                        new Settled.To(id, LetterStatus.RESOLVED),
                        new Settled.LeaseLost(id));
    }

    @Test
    void a_token_of_before_a_reset_is_of_no_use() {
        LetterId id = captured(aLetter());
        Lease old = claim(1).get(0).lease();
        store.settle(List.of(gaveUp(old, timeout())));
        store.move(id, Order.reset(null));
        claim(1);

        assertThat(store.settle(List.of(succeeded(old)))).containsExactly(new Settled.LeaseLost(id));
    }

    @Test
    void a_released_letter_did_not_spend_a_retry() {
        LetterId id = captured(aLetter());
        Lease lease = claim(1).get(0).lease();
        Instant later = clock.instant().plusSeconds(30);

        store.settle(List.of(settlement(lease, new Settlement.Released(later))));

        assertThat(found(id).retryCount()).isZero();
        assertThat(found(id).attempts()).isEmpty();
        assertThat(found(id).standing().nextRetryAt()).isEqualTo(later);
    }

    @Test
    void the_other_ends_of_an_attempt() {
        LetterId sent = captured(aLetter());
        LetterId failed = captured(aLetter());
        LetterId aside = captured(aLetter());
        List<Claimed> claimed = claim(3);

        store.settle(List.of(
                settlement(claimed.get(0).lease(), new Settlement.Sent("orders-1@77")),
                gaveUp(claimed.get(1).lease(), invalid()),
                settlement(claimed.get(2).lease(), new Settlement.SetAside(timeout(), fingerprint(timeout())))));

        assertThat(found(sent).status()).isEqualTo(LetterStatus.REPLAYED);
        assertThat(found(failed).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(found(aside).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(store.move(sent, Order.confirm("ann")))
                .isEqualTo(new Moved.To("orders", LetterStatus.REPLAYED, LetterStatus.RESOLVED));
    }

    // Order

    @Test
    void in_an_ordered_channel_a_letter_waits_behind_the_oldest_open_one() {
        LetterId first = captured(aLetter().inOrder("customer-1"));
        LetterId second = captured(aLetter().inOrder("customer-1").priority(Priority.CRITICAL));
        LetterId other = captured(aLetter().inOrder("customer-2"));

        List<Claimed> claimed = claim(10);

        assertThat(claimed).extracting(c -> c.letter().id()).containsExactly(first, other);
        assertThat(found(second).blockedBy()).contains(first);
        assertThat(found(first).blockedBy()).isEmpty();
        assertThat(store.claim(second, "ann", MINUTE)).isEqualTo(new ClaimResult.Blocked(first));
        store.settle(List.of(succeeded(claimed.get(0).lease())));
        assertThat(claimedIds(10)).containsExactly(second);
    }

    @Test
    void a_permanent_failure_holds_its_sequence_until_a_person_decides() {
        LetterId first = captured(aLetter().inOrder("k"));
        LetterId second = captured(aLetter().inOrder("k"));
        store.settle(List.of(gaveUp(claim(1).get(0).lease(), invalid())));

        assertThat(claimedIds(10)).isEmpty();
        assertThat(found(second).blockedBy()).contains(first);
        store.move(first, Order.discard("ann", "broken"));
        assertThat(claimedIds(10)).containsExactly(second);
    }

    @Test
    void a_deleted_letter_lets_the_next_one_go() {
        LetterId first = captured(aLetter().inOrder("k"));
        LetterId second = captured(aLetter().inOrder("k"));

        store.delete(first);

        assertThat(claimedIds(10)).containsExactly(second);
    }

    @Test
    void a_restored_letter_lines_up_again() {
        LetterId first = captured(aLetter().inOrder("k"));
        LetterId second = captured(aLetter().inOrder("k"));
        store.move(first, Order.archive("ann", null));

        store.move(first, Order.restore("ann"));
        store.move(first, Order.reset("ann"));

        assertThat(found(first).blockedBy()).contains(second);
        assertThat(claimedIds(10)).containsExactly(second);
    }

    @Test
    void the_order_of_a_long_sequence_is_kept() {
        List<LetterId> captured = IntStream.range(0, 50)
                .mapToObj(i -> captured(aLetter().inOrder("k")))
                .toList();

        List<LetterId> processed = new ArrayList<>();
        for (List<Claimed> next = claim(10); !next.isEmpty(); next = claim(10)) {
            next.forEach(c -> processed.add(c.letter().id()));
            store.settle(next.stream().map(c -> succeeded(c.lease())).toList());
        }

        assertThat(processed).isEqualTo(captured);
    }

    // Orders of people

    @Test
    void an_illegal_move_names_the_state_it_found() {
        LetterId id = captured(aLetter());

        assertThat(store.move(id, Order.restore("ann"))).isEqualTo(new Moved.NotAllowed(LetterStatus.PENDING, null));
        claim(1);
        assertThat(store.move(id, Order.archive("ann", null)))
                .isEqualTo(new Moved.NotAllowed(
                        LetterStatus.RETRYING, clock.instant().plus(MINUTE)));
        assertThat(store.move(ids.next(), Order.reset("ann"))).isEqualTo(new Moved.NoSuchLetter());
    }

    @Test
    void archive_says_who_and_why_and_restore_brings_it_back() {
        LetterId id = captured(aLetter());

        store.move(id, Order.discard("ann", "duplicate of 7"));

        assertThat(found(id).standing().resolution())
                .isEqualTo(new Resolution(clock.instant(), Resolution.How.DISCARD, "ann", "duplicate of 7"));
        assertThat(store.move(id, Order.restore("bob")))
                .isEqualTo(new Moved.To("orders", LetterStatus.ARCHIVED, LetterStatus.MANUAL));
        assertThat(found(id).standing().resolution()).isNull();
    }

    @Test
    void reset_takes_the_count_back_to_zero() {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED).retries(5, 5));

        store.move(id, Order.reset("ann"));

        assertThat(found(id).retryCount()).isZero();
        assertThat(claimedIds(1)).containsExactly(id);
    }

    @Test
    void requeue_gives_an_exhausted_letter_one_more_try() {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED).retries(5, 5));

        store.move(id, Order.requeue("ann"));

        assertThat(found(id).standing().maxRetries()).isEqualTo(6);
        assertThat(claimedIds(1)).containsExactly(id);
    }

    @Test
    void a_bulk_order_goes_in_bounded_batches() {
        List<LetterId> failed = IntStream.range(0, 5)
                .mapToObj(i -> captured(aLetter().status(LetterStatus.FAILED)))
                .toList();
        captured(aLetter());
        Filter filter = Filter.builder().status(LetterStatus.FAILED).build();

        BulkMoved first = store.moveAll(filter, Order.archive("ann", null), 3, null);
        BulkMoved second = store.moveAll(filter, Order.archive("ann", null), 3, first.next());

        assertThat(first.moved()).isEqualTo(Map.of("orders", failed.subList(0, 3)));
        assertThat(first.next()).isEqualTo(failed.get(2));
        assertThat(second).isEqualTo(new BulkMoved(Map.of("orders", failed.subList(3, 5)), 0, null));
    }

    @Test
    void a_bulk_order_says_what_it_moved_in_each_channel() {
        LetterId first = captured(aLetter().from("orders"));
        LetterId second = captured(aLetter().from("payments"));
        LetterId third = captured(aLetter().from("orders"));

        BulkMoved moved = store.moveAll(Filter.all(), Order.archive("ann", null), 10, null);

        assertThat(moved.moved()).isEqualTo(Map.of("orders", List.of(first, third), "payments", List.of(second)));
        assertThat(moved.count()).isEqualTo(3);
    }

    @Test
    void a_bulk_order_skips_what_it_may_not_move() {
        captured(aLetter());
        claim(1);

        BulkMoved moved = store.moveAll(Filter.all(), Order.archive("ann", null), 10, null);

        assertThat(moved).isEqualTo(new BulkMoved(Map.of(), 1, null));
    }

    @Test
    void edits_are_versions_and_the_original_stays() {
        LetterId id = captured(aLetter().saying("one"));

        assertThat(store.edit(id, 0, Edit.payload(Payload.of("two"), "ann"))).isEqualTo(new Edited.As(1));
        assertThat(store.edit(id, 0, Edit.payload(Payload.of("three"), "bob"))).isEqualTo(new Edited.Outdated(1));
        assertThat(store.edit(id, 1, Edit.payload(Payload.of("four"), "bob"))).isEqualTo(new Edited.As(2));

        assertThat(found(id).payload().text()).isEqualTo("four");
        assertThat(store.versions(id)).extracting(v -> v.payload().text()).containsExactly("one", "two", "four");
        assertThat(store.versions(id)).extracting(Version::by).containsExactly(null, "ann", "bob");
        assertThat(claim(1).get(0).letter().payload().text()).isEqualTo("four");
    }

    @Test
    void an_edited_priority_changes_the_order_and_an_edited_tag_is_found() {
        captured(aLetter());
        LetterId second = captured(aLetter().tagged("old"));

        store.edit(second, 0, Edit.priority(Priority.CRITICAL, "ann"));
        store.edit(second, 1, Edit.tags(List.of("new"), "ann"));

        assertThat(idsOf(Filter.builder().tag("old").build())).isEmpty();
        assertThat(idsOf(Filter.builder().tag("new").build())).containsExactly(second);
        assertThat(claimedIds(1)).containsExactly(second);
    }

    @Test
    void a_letter_in_work_cannot_be_edited_or_deleted() {
        LetterId id = captured(aLetter());
        claim(1);

        assertThat(store.edit(id, 0, Edit.priority(Priority.LOW, null)))
                .isEqualTo(new Edited.NotAllowed(LetterStatus.RETRYING));
        assertThat(store.delete(id))
                .isEqualTo(new Removed.Leased(clock.instant().plus(MINUTE)));
    }

    @Test
    void a_deleted_letter_is_gone_and_can_be_captured_again() {
        LetterId id = captured(aLetter().idempotent("k").tagged("t"));

        assertThat(store.delete(id)).isEqualTo(new Removed.Gone());

        assertThat(store.find(id)).isEmpty();
        assertThat(store.delete(id)).isEqualTo(new Removed.NoSuchLetter());
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(0));
        assertThat(store.capture(List.of(aLetter().idempotent("k").build()))
                        .get(0)
                        .isNew())
                .isTrue();
    }

    // Questions

    private List<LetterId> idsOf(Filter filter) {
        return store.search(Query.newest(filter, 100)).items().stream()
                .map(Summary::id)
                .toList();
    }

    @Test
    void every_filter_finds_its_letters_newest_first() {
        LetterId a = captured(aLetter()
                .from("payment.eu")
                .event("e-a", "payment.failed")
                .subscriber("s1")
                .keyed("k1")
                .tagged("vip")
                .priority(Priority.HIGH)
                .failedWith(invalid())
                .retries(3, 9)
                .status(LetterStatus.FAILED)
                .saying("{\"hello\":\"World\"}"));
        clock.forward(MINUTE);
        Instant between = clock.instant();
        LetterId b = captured(aLetter().from("payment.us").event("e-b", "payment.captured"));
        LetterId c = captured(aLetter().from("orders").event("e-c", "order.created"));

        assertThat(idsOf(Filter.all())).containsExactly(c, b, a);
        assertThat(idsOf(Filter.builder().status(LetterStatus.FAILED).build())).containsExactly(a);
        assertThat(idsOf(Filter.builder()
                        .status(LetterStatus.PENDING, LetterStatus.FAILED)
                        .build()))
                .containsExactly(c, b, a);
        assertThat(idsOf(Filter.builder().channel("orders").build())).containsExactly(c);
        assertThat(idsOf(Filter.builder().channel("payment.*").build())).containsExactly(b, a);
        assertThat(idsOf(Filter.builder().channel("nothing.*").build())).isEmpty();
        assertThat(idsOf(Filter.builder().errorType("com.acme.InvalidOrder").build()))
                .containsExactly(a);
        assertThat(idsOf(Filter.builder().category(Category.TIMEOUT).build())).containsExactly(c, b);
        assertThat(idsOf(Filter.builder().cause(fingerprint(invalid()).id()).build()))
                .containsExactly(a);
        assertThat(idsOf(Filter.builder().pattern("payment.*").build())).containsExactly(b, a);
        assertThat(idsOf(Filter.builder().pattern("order.created").build())).containsExactly(c);
        assertThat(idsOf(Filter.builder().subscriberId("s1").build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().eventId("e-b").build())).containsExactly(b);
        assertThat(idsOf(Filter.builder().key("k1").build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().tag("vip").build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().priority(Priority.HIGH).build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().minRetryCount(1).build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().maxRetryCount(0).build())).containsExactly(c, b);
        assertThat(idsOf(Filter.builder().from(between).build())).containsExactly(c, b);
        assertThat(idsOf(Filter.builder().to(between).build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().text("wORLD").build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().text("Read timed").build())).containsExactly(c, b);
        assertThat(idsOf(Filter.builder()
                        .channel("payment.*")
                        .status(LetterStatus.PENDING)
                        .maxRetryCount(2)
                        .build()))
                .containsExactly(b);
    }

    @Test
    void pages_by_cursor_and_by_number_show_every_letter_once() {
        List<LetterId> all = new ArrayList<>();
        for (int i = 0; i < 25; i++)
            all.add(0, captured(aLetter().from("c" + i % 3).retries(i % 4, 9)));
        for (Query.Sort sort : Query.Sort.values()) {
            Query query = Query.newest(Filter.all(), 7).sorted(sort, Query.Direction.DESC);
            List<LetterId> byCursor = new ArrayList<>();
            Page page = store.search(query);
            for (; page.next() != null; page = store.search(query.after(page.next())))
                page.items().forEach(s -> byCursor.add(s.id()));
            page.items().forEach(s -> byCursor.add(s.id()));
            List<LetterId> byNumber = new ArrayList<>();
            for (int skip = 0; skip < 25; skip += 7)
                store.search(query.skipping(skip)).items().forEach(s -> byNumber.add(s.id()));

            assertThat(byCursor).as(sort.name()).containsExactlyInAnyOrderElementsOf(all);
            assertThat(byNumber).as(sort.name()).isEqualTo(byCursor);
        }
    }

    @Test
    void counters_are_kept_through_a_letters_life() {
        LetterId one = captured(aLetter().from("orders"));
        captured(aLetter().from("orders").failedWith(invalid()).status(LetterStatus.FAILED));
        captured(aLetter().from("payments"));

        List<Claimed> claimed = claim(10);
        assertThat(store.tallies().byStatus().byStatus())
                .containsOnly(
                        java.util.Map.entry(LetterStatus.RETRYING, 2L), java.util.Map.entry(LetterStatus.FAILED, 1L));
        store.settle(
                List.of(succeeded(claimed.get(0).lease()), gaveUp(claimed.get(1).lease(), invalid())));

        Tallies tallies = store.tallies();
        assertThat(claimed.get(0).letter().id()).isEqualTo(one);
        assertThat(tallies.byChannel()
                        .getOrDefault("orders", StatusCounts.none())
                        .of(LetterStatus.RESOLVED))
                .isEqualTo(1);
        assertThat(tallies.byErrorType()
                        .getOrDefault("com.acme.InvalidOrder", StatusCounts.none())
                        .of(LetterStatus.FAILED))
                .isEqualTo(2);
        assertThat(tallies.byCategory()
                        .getOrDefault(Category.TIMEOUT, StatusCounts.none())
                        .total())
                .isEqualTo(1);
        assertThat(store.count(Filter.builder().channel("orders").build())).isEqualTo(Total.exactly(2));
        assertThat(store.count(Filter.builder().subscriberId("nobody").build())).isEqualTo(Total.exactly(0));
    }

    // Causes

    @Test
    void a_cause_knows_its_letters_and_why_they_were_grouped() {
        captured(aLetter());
        clock.forward(MINUTE);
        captured(aLetter());
        captured(aLetter().failedWith(invalid()).status(LetterStatus.FAILED));

        List<Cause> causes = store.causes(CauseQuery.top(10));

        assertThat(causes).hasSize(2);
        Cause first = causes.get(0);
        assertThat(first.fingerprint()).isEqualTo(fingerprint(timeout()));
        assertThat(first.counts().of(LetterStatus.PENDING)).isEqualTo(2);
        assertThat(Duration.between(first.firstSeen(), first.lastSeen())).isEqualTo(MINUTE);
    }

    @Test
    void a_resolved_cause_that_comes_back_has_regressed() {
        captured(aLetter());
        var id = fingerprint(timeout()).id();
        assertThat(store.setCause(id, CauseState.RESOLVED, "ann")).isTrue();
        assertThat(store.causes(new CauseQuery(Set.of(CauseState.RESOLVED), 10)))
                .hasSize(1);

        captured(aLetter());

        assertThat(store.cause(id).orElseThrow().state()).isEqualTo(CauseState.REGRESSED);
        assertThat(store.setCause(fingerprint(invalid()).id(), CauseState.IGNORED, null))
                .isFalse();
        assertThat(store.cause(fingerprint(invalid()).id())).isEmpty();
    }

    @Test
    void an_ignored_cause_stays_ignored() {
        captured(aLetter());
        var id = fingerprint(timeout()).id();
        store.setCause(id, CauseState.IGNORED, "ann");

        captured(aLetter());

        assertThat(store.cause(id).orElseThrow().state()).isEqualTo(CauseState.IGNORED);
    }

    // Retention

    @Test
    void open_letters_never_expire_and_closed_ones_do() {
        LetterId pending = captured(aLetter().due(clock.instant().plus(Duration.ofDays(9000))));
        LetterId manual = captured(aLetter().status(LetterStatus.MANUAL));
        LetterId failed = captured(aLetter().status(LetterStatus.FAILED));
        LetterId archived = captured(aLetter());
        store.move(archived, Order.archive("ann", null));

        clock.forward(Duration.ofDays(89));
        assertThat(store.expire(Retention.defaults(), 100)).isZero();
        clock.forward(Duration.ofDays(1));
        assertThat(store.expire(Retention.defaults(), 100)).isEqualTo(1);
        assertThat(store.find(failed)).isEmpty();
        clock.forward(Duration.ofDays(3650));
        assertThat(store.expire(Retention.defaults(), 100)).isEqualTo(1);

        assertThat(idsOf(Filter.all())).containsExactly(manual, pending);
        assertThat(store.tallies().byStatus().total()).isEqualTo(2);
    }

    // Together

    @Test
    void many_workers_never_hold_the_same_letter() throws Exception {
        int letters = 600;
        List<NewLetter> batch = IntStream.range(0, letters)
                .mapToObj(i -> aLetter().from("c" + i % 4).build())
                .toList();
        store.capture(batch);
        Set<LetterId> seen = ConcurrentHashMap.newKeySet();
        List<LetterId> twice = new java.util.concurrent.CopyOnWriteArrayList<>();

        together(6, worker -> {
            Optional<Set<String>> channels =
                    worker % 2 == 0 ? Optional.empty() : Optional.of(Set.of("c0", "c1", "c2", "c3"));
            while (seen.size() < letters) {
                List<Claimed> claimed =
                        store.claim(new ClaimRequest("worker-" + worker, 17, worker % 3, MINUTE, channels));
                for (Claimed c : claimed)
                    if (!seen.add(c.letter().id())) twice.add(c.letter().id());
                store.settle(claimed.stream().map(c -> succeeded(c.lease())).toList());
            }
        });

        assertThat(twice).isEmpty();
        assertThat(store.tallies().byStatus().of(LetterStatus.RESOLVED)).isEqualTo(letters);
    }

    @Test
    void captures_orders_and_settlements_at_the_same_time_keep_sequences_and_counters_right() throws Exception {
        int perWorker = 40;
        together(6, worker -> {
            for (int i = 0; i < perWorker; i++) {
                if (worker < 3) captured(aLetter().inOrder("key-" + i % 3).from("ledger"));
                else {
                    List<Claimed> claimed = store.claim(ClaimRequest.of("worker-" + worker, 5, MINUTE));
                    store.settle(claimed.stream().map(c -> succeeded(c.lease())).toList());
                }
            }
        });

        for (List<Claimed> rest = claim(50); !rest.isEmpty(); rest = claim(50))
            store.settle(rest.stream().map(c -> succeeded(c.lease())).toList());
        assertThat(store.tallies().byStatus().byStatus())
                .containsOnly(java.util.Map.entry(LetterStatus.RESOLVED, 3L * perWorker));
    }

    @Test
    void one_key_captured_by_many_at_once_is_one_letter() throws Exception {
        Set<LetterId> seen = ConcurrentHashMap.newKeySet();

        together(8, worker -> {
            for (int i = 0; i < 20; i++) seen.add(captured(aLetter().idempotent("key-" + i)));
        });

        assertThat(seen).hasSize(20);
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(20));
    }

    protected interface WorkerTask {
        void run(int worker) throws Exception;
    }

    protected static void together(int workers, WorkerTask task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                int worker = i;
                running.add(pool.submit(() -> {
                    task.run(worker);
                    return null;
                }));
            }
            for (Future<?> future : running) future.get();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void random_histories_look_the_same_as_in_memory() {
        for (long seed = 1; seed <= 12; seed++) {
            store.close();
            store = emptyStore(clock);
            new RandomHistory(seed, clock, store).play(250);
        }
    }
}
