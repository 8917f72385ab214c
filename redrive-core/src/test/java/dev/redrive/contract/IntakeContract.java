package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.fingerprint;
import static dev.redrive.contract.LetterBuilder.invalid;
import static dev.redrive.contract.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.StreamRecord;
import dev.redrive.cause.CauseState;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.StackTrace;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.PositionConflict;
import dev.redrive.store.StoreException;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.ReadRange;
import dev.redrive.store.streams.ReturnedLetter;
import dev.redrive.store.streams.SentLetter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every store must hold about letters that readers bring from streams, and about those that come back. */
public abstract class IntakeContract extends StoreContract {
    private static final String STREAM = "id-1/orders.dlq";

    private final Random random = new Random(7);

    private List<NewLetter> letters(int count) {
        return IntStream.range(0, count).mapToObj(i -> aLetter().build()).toList();
    }

    private static ReadRange range(int partition, long from, long next) {
        return new ReadRange(STREAM, partition, from, next);
    }

    private IntakeResult take(List<NewLetter> letters, ReadRange... read) {
        return store.ingest(new Intake(letters, List.of(), List.of(read)));
    }

    private Optional<LetterStatus> takeReturned(ReturnedLetter back) {
        return store.ingest(new Intake(List.of(), List.of(back), List.of()))
                .returned()
                .get(0);
    }

    private ReturnedLetter retried(LetterId id, int sentAs, Failure failure) {
        Instant at = clock.instant().plusSeconds(2);
        return new ReturnedLetter(id, sentAs, clock.instant(), new Settlement.Retry(failure, fingerprint(failure), at));
    }

    private ReturnedLetter gaveUp(LetterId id, int sentAs, Failure failure) {
        return new ReturnedLetter(id, sentAs, clock.instant(), new Settlement.GaveUp(failure, fingerprint(failure)));
    }

    private ReturnedLetter setAside(LetterId id, int sentAs, Failure failure) {
        return new ReturnedLetter(id, sentAs, clock.instant(), new Settlement.SetAside(failure, fingerprint(failure)));
    }

    private int sent(LetterId id) {
        ClaimResult.Leased leased = (ClaimResult.Leased) ClaimedLetters.claim(store, id, "worker-1", MINUTE);
        Lease lease = leased.claimed().lease();
        assertThat(leased.claimed().letter().attempt()).isEqualTo(lease.token());
        store.settle(List.of(settlement(lease, new Settlement.Sent("orders-0@" + lease.token()))));
        return lease.token();
    }

    private int resolved(LetterId id) {
        int token = sent(id);
        assertThat(store.move(id, ManualMove.confirm("ann"))).isInstanceOf(MoveResult.To.class);
        return token;
    }

    // Positions

    @Test
    void letters_and_position_are_kept_together() {
        List<NewLetter> letters = letters(3);

        IntakeResult taken = take(letters, range(0, 40, 43));

        assertThat(taken.captured())
                .containsExactlyElementsOf(letters.stream()
                        .map(l -> new CaptureResult(l.id(), true))
                        .toList());
        assertThat(store.positions(STREAM)).isEqualTo(Map.of(0, 43L));
        assertThat(store.claim(ClaimRequest.of("w", 10, MINUTE))).hasSize(3);
    }

    @Test
    void a_range_goes_on_where_the_last_one_ended() {
        take(letters(1), range(0, 0, 1), range(1, 7, 9));

        take(letters(1), range(1, 9, 9), range(0, 1, 12));

        assertThat(store.positions(STREAM)).isEqualTo(Map.of(0, 12L, 1, 9L));
        assertThat(store.positions("id-2/orders.dlq")).isEmpty();
    }

    @Test
    void two_ranges_of_one_partition_are_read_in_their_order() {
        take(letters(1), range(0, 5, 8), range(0, 8, 9));

        assertThat(store.positions(STREAM)).isEqualTo(Map.of(0, 9L));
    }

    @Test
    void nothing_is_stored_of_a_reader_behind_the_stored_position() {
        take(letters(1), range(0, 0, 5));
        LetterId id = captured(aLetter());
        int token = sent(id);
        Intake late =
                new Intake(letters(2), List.of(gaveUp(id, token, invalid())), List.of(range(1, 0, 4), range(0, 0, 3)));

        assertThatThrownBy(() -> store.ingest(late))
                .isInstanceOf(PositionConflict.class)
                .hasMessageContaining("up to 5");

        assertThat(store.positions(STREAM)).isEqualTo(Map.of(0, 5L));
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(2));
        assertThat(found(id).status()).isEqualTo(LetterStatus.REPLAYED);
    }

    @Test
    void a_reader_that_leaves_something_out_is_refused() {
        take(letters(1), range(0, 0, 5));

        assertThatThrownBy(() -> take(letters(1), range(0, 6, 7))).isInstanceOf(PositionConflict.class);

        assertThat(store.positions(STREAM)).isEqualTo(Map.of(0, 5L));
    }

    @Test
    void a_letter_that_cannot_be_stored_leaves_the_position_where_it_was() {
        take(letters(1), range(0, 0, 1));
        NewLetter there = aLetter().failedWith(invalid()).build();
        store.capture(List.of(there));
        Failure fresh = LetterBuilder.failure("com.acme.New", "never seen", Category.UNKNOWN);

        assertThatThrownBy(
                        () -> take(List.of(aLetter().failedWith(fresh).build(), there), range(0, 1, 3), range(5, 0, 1)))
                .isInstanceOf(StoreException.class);

        assertThat(store.positions(STREAM)).isEqualTo(Map.of(0, 1L));
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(2));
        take(List.of(aLetter().failedWith(fresh).build()), range(0, 1, 3));
        assertThat(cause(fingerprint(fresh).id()).orElseThrow().counts().total())
                .isEqualTo(1);
    }

    @Test
    void a_key_that_was_given_still_makes_one_letter() {
        LetterId first = captured(aLetter().idempotent("k"));

        IntakeResult taken = take(List.of(aLetter().idempotent("k").build()), range(0, 0, 1));

        assertThat(taken.captured()).containsExactly(new CaptureResult(first, false));
    }

    @Test
    void of_two_readers_of_one_range_one_wins() throws Exception {
        int rounds = 12;
        ExecutorService readers = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < rounds; round++) {
                long from = round * 2L;
                CountDownLatch together = new CountDownLatch(4);
                List<Future<Boolean>> answers = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    boolean turned = i % 2 == 1;
                    answers.add(readers.submit(() -> race(together, from, turned)));
                }
                int winners = 0;
                for (Future<Boolean> answer : answers) if (answer.get()) winners++;
                assertThat(winners).isEqualTo(1);
            }
        } finally {
            readers.shutdownNow();
        }

        assertThat(store.positions(STREAM)).isEqualTo(Map.of(0, rounds * 2L, 1, rounds * 2L));
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(rounds * 4L));
    }

    private boolean race(CountDownLatch together, long from, boolean turned) throws InterruptedException {
        List<NewLetter> letters = letters(4);
        ReadRange one = range(0, from, from + 2);
        ReadRange other = range(1, from, from + 2);
        together.countDown();
        together.await();
        try {
            take(letters, turned ? other : one, turned ? one : other);
            return true;
        } catch (PositionConflict e) {
            return false;
        }
    }

    @Test
    void many_letters_at_once_are_whole() {
        List<NewLetter> letters = IntStream.range(0, 1000)
                .mapToObj(i -> aLetter().saying("payload " + i).build())
                .toList();

        take(letters, range(0, 0, 1000));

        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(1000));
        for (int i = 0; i < 1000; i += 111)
            assertThat(found(letters.get(i).id()).payload()).isEqualTo(Payload.of("payload " + i));
    }

    /** A record that no store can keep would stop its reader for ever. */
    @Test
    void a_record_full_of_nonsense_is_kept() {
        FailedMessage.ReportedError reported = new FailedMessage.ReportedError(
                noise(9999), noise(9999), noise(99_999), StackTrace.ofText(noise(99_999)), Json.EMPTY_OBJECT);
        Message odd = Message.of(noise(99))
                .with(OriginalEvent.of(noise(9999), noise(9999)))
                .with(new Origin(noise(999), 1, 2L, Payload.of(noise(9999)), Instant.MAX, noise(9999), noise(9999)))
                .withSubscriber(noise(9999));
        FailedMessage failed = FailedMessage.of(noise(9999), odd, reported)
                .tagged(noise(9999), "\u0000\n")
                .withIdempotencyKey(noise(9999))
                .firstFailedAt(Instant.MIN);
        Message keyed = Message.of("x").withKey(noise(300));
        List<StreamRecord> arrivals = List.of(
                new StreamRecord.Fresh(failed),
                new StreamRecord.Fresh(FailedMessage.of(noise(255), keyed, new IOException(noise(99)))));

        try (Redrive redrive = Redrive.on(keptOpen()).ordered("*").open()) {
            redrive.intake().take(arrivals, List.of(range(0, 0, 2)));
        }

        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(2));
        assertThat(store.positions(STREAM)).isEqualTo(Map.of(0, 2L));
    }

    private DeadLetterStore keptOpen() {
        return new ForwardingStore(store) {
            @Override
            public void close() {
                // The test looks into it afterwards.
            }
        };
    }

    /** Text of which no database makes less: letters of three bytes, halves of pairs and NUL among them. */
    private String noise(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) text.append((char) random.nextInt(Character.MAX_VALUE));
        return text.toString();
    }

    // Come-backs

    @Test
    void a_replayed_letter_that_comes_back_waits_for_its_next_retry() {
        LetterId id = captured(aLetter());
        int token = sent(id);
        assertThat(found(id).receipt()).contains("orders-0@" + token);
        clock.forward(MINUTE);

        Optional<LetterStatus> status = takeReturned(retried(id, token, invalid()));

        assertThat(status).contains(LetterStatus.PENDING);
        DeadLetter letter = found(id);
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(letter.failure()).isEqualTo(timeout());
        assertThat(letter.cause()).isEqualTo(fingerprint(timeout()).id());
        assertThat(letter.lastFailure()).isEqualTo(invalid());
        assertThat(letter.lastCause()).isEqualTo(fingerprint(invalid()).id());
        assertThat(letter.retryCount()).isEqualTo(1);
        assertThat(letter.receipt()).isEmpty();
        assertThat(letter.state().nextRetryAt()).isEqualTo(clock.instant().plusSeconds(2));
        assertThat(letter.state().lastFailedAt()).isEqualTo(clock.instant());
        assertThat(letter.attempts())
                .extracting(Attempt::result)
                .containsExactly(Attempt.Result.SENT, Attempt.Result.CAME_BACK);
        assertThat(letter.attempts().get(1).failure()).isEqualTo(invalid());
        assertThat(store.claim(ClaimRequest.of("w", 1, MINUTE))).isEmpty();
        clock.forward(Duration.ofSeconds(2));
        assertThat(store.claim(ClaimRequest.of("w", 1, MINUTE))).hasSize(1);
    }

    @Test
    void a_replayed_letter_may_come_back_as_failed_or_as_manual() {
        LetterId lost = captured(aLetter());
        LetterId odd = captured(aLetter());

        assertThat(takeReturned(gaveUp(lost, sent(lost), invalid()))).contains(LetterStatus.FAILED);
        assertThat(takeReturned(setAside(odd, sent(odd), invalid()))).contains(LetterStatus.MANUAL);

        assertThat(found(lost).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(found(odd).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(store.sent(null, 10)).isEmpty();
    }

    @Test
    void a_resolved_letter_that_comes_back_is_open_again() {
        LetterId again = captured(aLetter());
        LetterId lost = captured(aLetter());
        LetterId odd = captured(aLetter());

        assertThat(takeReturned(retried(again, resolved(again), invalid()))).contains(LetterStatus.PENDING);
        assertThat(takeReturned(gaveUp(lost, resolved(lost), invalid()))).contains(LetterStatus.FAILED);
        assertThat(takeReturned(setAside(odd, resolved(odd), invalid()))).contains(LetterStatus.MANUAL);

        for (LetterId id : List.of(again, lost, odd)) {
            assertThat(found(id).state().resolution()).isNull();
            assertThat(found(id).attempts())
                    .extracting(Attempt::result)
                    .containsExactly(Attempt.Result.SENT, Attempt.Result.CAME_BACK);
        }
    }

    @Test
    void a_letter_that_a_worker_resolved_keeps_that_attempt_when_it_comes_back() {
        LetterId id = captured(aLetter());
        Lease lease = store.claim(ClaimRequest.of("w", 1, MINUTE)).get(0).lease();
        store.settle(List.of(succeeded(lease)));

        takeReturned(gaveUp(id, lease.token(), invalid()));

        assertThat(found(id).attempts())
                .extracting(Attempt::result)
                .containsExactly(Attempt.Result.SUCCEEDED, Attempt.Result.CAME_BACK);
    }

    @Test
    void a_letter_that_waits_for_no_news_stays_as_it_is() {
        LetterId pending = captured(aLetter());
        int sentBefore = sent(pending);
        store.move(pending, ManualMove.reset("ann"));
        LetterId archived = captured(aLetter());
        int archivedToken = resolved(archived);
        store.move(archived, ManualMove.archive("ann", null));
        LetterId failed = captured(aLetter().status(LetterStatus.FAILED));
        LetterId manual = captured(aLetter().status(LetterStatus.MANUAL));
        LetterId retrying = captured(aLetter());
        int lease = ClaimedLetters.leased(store, retrying, "w", MINUTE).lease().token();
        List<ReturnedLetter> news = List.of(
                retried(pending, sentBefore, invalid()),
                gaveUp(archived, archivedToken, invalid()),
                gaveUp(failed, 0, invalid()),
                retried(manual, 0, invalid()),
                retried(retrying, lease - 1, invalid()),
                retried(ids.next(), 1, invalid()));
        List<LetterId> all = List.of(pending, archived, failed, manual, retrying);
        List<DeadLetter> before = all.stream().map(this::found).toList();

        IntakeResult taken = store.ingest(new Intake(List.of(), news, List.of()));

        assertThat(taken.returned()).hasSize(6).allMatch(Optional::isEmpty);
        assertThat(all.stream().map(this::found).toList()).isEqualTo(before);
    }

    @Test
    void a_confirmation_that_is_faster_than_the_sending_worker_ends_its_lease() {
        LetterId id = captured(aLetter());
        Lease lease = ClaimedLetters.leased(store, id, "w", MINUTE).lease();

        Optional<LetterStatus> status = takeReturned(retried(id, lease.token(), invalid()));
        List<SettleResult> late = store.settle(List.of(settlement(lease, new Settlement.Sent("orders-0@1"))));

        assertThat(status).contains(LetterStatus.PENDING);
        assertThat(late).containsExactly(new SettleResult.LeaseLost(id));
        assertThat(found(id).status()).isEqualTo(LetterStatus.PENDING);
        assertThat(found(id).attempts())
                .extracting(Attempt::result)
                .containsExactly(Attempt.Result.SENT, Attempt.Result.CAME_BACK);
        assertThat(store.tallies().byStatus().of(LetterStatus.PENDING)).isEqualTo(1);
    }

    @Test
    void news_of_an_older_send_changes_nothing() {
        LetterId id = captured(aLetter());
        int first = sent(id);
        takeReturned(retried(id, first, invalid()));
        clock.forward(MINUTE);
        int second = sent(id);

        assertThat(takeReturned(gaveUp(id, first, invalid()))).isEmpty();
        assertThat(found(id).status()).isEqualTo(LetterStatus.REPLAYED);
        assertThat(takeReturned(gaveUp(id, second, invalid()))).contains(LetterStatus.FAILED);
    }

    @Test
    void the_same_news_twice_counts_once() {
        LetterId id = captured(aLetter());
        int token = sent(id);

        IntakeResult taken = store.ingest(
                new Intake(List.of(), List.of(retried(id, token, invalid()), gaveUp(id, token, invalid())), List.of()));

        assertThat(taken.returned()).containsExactly(Optional.of(LetterStatus.PENDING), Optional.empty());
        assertThat(found(id).attempts()).hasSize(2);
    }

    @Test
    void a_thousand_round_trips_count_to_a_thousand() {
        LetterId id = captured(aLetter().retries(0, 5000));

        for (int i = 0; i < 1000; i++) {
            int token = sent(id);
            assertThat(takeReturned(retried(id, token, invalid()))).contains(LetterStatus.PENDING);
        }

        assertThat(found(id).retryCount()).isEqualTo(1000);
        assertThat(found(id).attempts())
                .filteredOn(a -> a.result() == Attempt.Result.CAME_BACK)
                .hasSize(1000);
    }

    @Test
    void counters_and_causes_follow_a_letter_that_comes_back() {
        LetterId id = captured(aLetter().failedWith(timeout()));
        captured(aLetter().failedWith(invalid()));
        store.setCause(fingerprint(invalid()).id(), CauseState.RESOLVED, "ann");
        int token = resolved(id);

        takeReturned(gaveUp(id, token, invalid()));

        assertThat(store.tallies().byStatus().of(LetterStatus.RESOLVED)).isZero();
        assertThat(store.tallies().byStatus().of(LetterStatus.FAILED)).isEqualTo(1);
        assertThat(store.count(Filter.builder()
                        .errorType(timeout().type())
                        .lastErrorType(invalid().type())
                        .status(LetterStatus.FAILED)
                        .build()))
                .isEqualTo(Total.exactly(1));
        assertThat(cause(fingerprint(timeout()).id()).orElseThrow().counts().total())
                .isEqualTo(1);
        assertThat(cause(fingerprint(invalid()).id()).orElseThrow().counts().total())
                .isEqualTo(1);
        assertThat(cause(fingerprint(invalid()).id()).orElseThrow().failingNow())
                .isEqualTo(2);
        assertThat(cause(fingerprint(invalid()).id()).orElseThrow().state()).isEqualTo(CauseState.REGRESSED);
    }

    @Test
    void a_letter_that_comes_back_holds_its_successors_again() {
        LetterId first = captured(aLetter().inOrder("k"));
        int token = resolved(first);
        NewLetter second = aLetter().inOrder("k").build();

        store.ingest(new Intake(List.of(second), List.of(setAside(first, token, invalid())), List.of(range(0, 0, 2))));

        assertThat(found(second.id()).blockedBy()).contains(first);
        assertThat(store.claim(ClaimRequest.of("w", 5, MINUTE))).isEmpty();
        store.move(first, ManualMove.discard("ann", null));
        assertThat(store.claim(ClaimRequest.of("w", 5, MINUTE)))
                .extracting(c -> c.letter().id())
                .containsExactly(second.id());
    }

    @Test
    void a_letter_that_comes_back_late_waits_behind_the_one_that_went_on() {
        LetterId first = captured(aLetter().inOrder("k"));
        int token = resolved(first);
        LetterId second = captured(aLetter().inOrder("k"));
        LetterId third = captured(aLetter().inOrder("k"));

        takeReturned(retried(first, token, invalid()));

        assertThat(found(first).blockedBy()).contains(second);
        resolved(second);
        assertThat(found(first).blockedBy()).isEmpty();
        assertThat(found(third).blockedBy()).contains(first);
    }

    @Test
    void a_letter_that_was_sent_again_is_not_confirmed_by_its_old_receipt() {
        LetterId id = captured(aLetter());
        int first = sent(id);
        takeReturned(retried(id, first, invalid()));
        clock.forward(MINUTE);
        int second = sent(id);

        MoveResult old = store.move(id, ManualMove.confirmSent("orders-0@" + first, "kafka"));
        LetterStatus between = found(id).status();
        MoveResult now = store.move(id, ManualMove.confirmSent("orders-0@" + second, "kafka"));

        assertThat(old).isEqualTo(new MoveResult.NotAllowed(LetterStatus.REPLAYED, null));
        assertThat(between).isEqualTo(LetterStatus.REPLAYED);
        assertThat(now).isInstanceOf(MoveResult.To.class);
    }

    @Test
    void a_letter_that_comes_back_while_it_is_being_confirmed_is_open_in_the_end() throws Exception {
        ExecutorService people = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < 20; i++) {
                LetterId id = captured(aLetter());
                int token = sent(id);
                Future<MoveResult> confirmed = people.submit(() -> store.move(id, ManualMove.confirm("ann")));

                assertThat(takeReturned(gaveUp(id, token, invalid()))).contains(LetterStatus.FAILED);
                confirmed.get();
                assertThat(found(id).status()).isEqualTo(LetterStatus.FAILED);
            }
        } finally {
            people.shutdownNow();
        }

        assertThat(store.tallies().byStatus().of(LetterStatus.FAILED)).isEqualTo(20);
        assertThat(store.tallies().byStatus().of(LetterStatus.RESOLVED)).isZero();
        assertThat(store.tallies().byStatus().of(LetterStatus.REPLAYED)).isZero();
    }

    // Sent letters

    @Test
    void sent_letters_are_listed_with_their_receipts_in_the_order_of_their_ids() {
        LetterId one = captured(aLetter().from("orders"));
        LetterId two = captured(aLetter().from("payments"));
        LetterId three = captured(aLetter());
        captured(aLetter());
        sent(two);
        Instant before = clock.instant();
        clock.forward(MINUTE);
        sent(one);
        sent(three);
        resolved(captured(aLetter()));

        List<SentLetter> first = store.sent(null, 2);
        List<SentLetter> rest = store.sent(two, 2);

        assertThat(first)
                .containsExactly(
                        new SentLetter(one, "orders", "orders-0@1", clock.instant()),
                        new SentLetter(two, "payments", "orders-0@1", before));
        assertThat(rest).extracting(SentLetter::id).containsExactly(three);
    }
}
