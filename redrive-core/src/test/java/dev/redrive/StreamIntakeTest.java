package dev.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.StreamRecord;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.SettableClock;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.event.RedriveEvent;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.PositionConflict;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.streams.ReadRange;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamIntakeTest {
    private static final String RECEIPT = "orders-3@99";
    private static final String STREAM = "id-1/orders.dlq";

    private final SettableClock clock = SettableClock.standing();
    private final DeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final List<RedriveEvent> events = new ArrayList<>();
    private final UnavailableStore away = new UnavailableStore(store);
    private final RedriveBuilder choices = Redrive.on(away).listen(events::add);
    private @Nullable Redrive redrive;
    private long next;

    @AfterEach
    void close() {
        if (redrive != null) redrive.close();
    }

    private StreamIntake intake() {
        if (redrive == null) redrive = choices.open();
        return redrive.intake();
    }

    private List<Optional<StreamIntake.Begin>> take(StreamRecord... arrivals) {
        List<Optional<StreamIntake.Begin>> begins =
                intake().take(List.of(arrivals), List.of(new ReadRange(STREAM, 0, next, next + arrivals.length)));
        next += arrivals.length;
        return begins;
    }

    private static Message message() {
        return Message.of("{\"order\":1}").with(Origin.of("orders", 3, 42));
    }

    private static FailedMessage timedOut() {
        return FailedMessage.of("orders", message(), new SocketTimeoutException("Read timed out"));
    }

    private static FailedMessage refused() {
        return FailedMessage.of("orders", message(), new IllegalArgumentException("order has no lines"));
    }

    private static StreamRecord back(LetterId id, int sentAs, FailedMessage failed) {
        return new StreamRecord.Back(id, sentAs, RECEIPT::equals, failed);
    }

    private List<DeadLetter> kept() {
        return store.search(Query.newest(Filter.all(), 500)).items().stream()
                .map(summary -> store.find(summary.id()).orElseThrow())
                .toList();
    }

    private LetterId onlyLetter() {
        assertThat(kept()).hasSize(1);
        return kept().get(0).id();
    }

    private int sent(LetterId id) {
        Lease lease =
                ClaimedLetters.leased(store, id, "w", Duration.ofMinutes(1)).lease();
        store.settle(List.of(new Settlement(lease, Duration.ofMillis(1), "exponential", new Settlement.Sent(RECEIPT))));
        return lease.token();
    }

    /** Without what was noted here when it came in. */
    private static Message asSent(DeadLetter letter) {
        return letter.message().with(SenderDetails.none());
    }

    // Fresh

    @Test
    void what_failed_too_long_ago_waits_for_a_person_unless_it_would_not_be_sent_anyway() {
        FailedMessage invalid = FailedMessage.of("orders", Message.of("{}"), new NumberFormatException("bad"));

        List<Optional<StreamIntake.Begin>> begins = take(
                new StreamRecord.Fresh(timedOut(), StreamRecord.Handling.TOO_OLD),
                new StreamRecord.Fresh(timedOut()),
                new StreamRecord.Fresh(invalid, StreamRecord.Handling.TOO_OLD));

        assertThat(begins)
                .containsExactly(
                        Optional.of(new StreamIntake.Begin(LetterStatus.MANUAL, true)),
                        Optional.of(new StreamIntake.Begin(LetterStatus.PENDING, false)),
                        Optional.of(new StreamIntake.Begin(LetterStatus.FAILED, false)));
        assertThat(kept())
                .extracting(DeadLetter::tags)
                .containsExactlyInAnyOrder(List.of(StreamIntake.TOO_OLD_TAG), List.of(), List.of());
    }

    @Test
    void what_was_parked_is_one_letter_with_its_record_and_waits_for_a_person() {
        take(new StreamRecord.Fresh(timedOut().withIdempotencyKey("orders.dlq/0/7/1")));

        take(new StreamRecord.Fresh(timedOut().withIdempotencyKey("orders.dlq/0/7/1"), StreamRecord.Handling.PARKED));
        take(new StreamRecord.Fresh(timedOut().withIdempotencyKey("orders.dlq/0/8/1"), StreamRecord.Handling.PARKED));

        assertThat(kept()).hasSize(2).allSatisfy(letter -> {
            assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
            assertThat(letter.retryCount()).isZero();
            assertThat(letter.tags()).contains("parked");
            assertThat(letter.attempts()).isEmpty();
        });
    }

    // Sent back by another retry service

    private static FailedMessage ofEvent(String id, int retries, String error) {
        Message message = message().with(OriginalEvent.unknown().withId(id));
        FailedMessage.ReportedError reported = new FailedMessage.ReportedError(
                "java.net.SocketTimeoutException", null, error, StackTrace.none(), Json.EMPTY_OBJECT);
        return FailedMessage.of("orders", message, reported)
                .withIdempotencyKey("message " + id)
                .afterRetries(retries);
    }

    private static StreamRecord first(String id) {
        return new StreamRecord.Fresh(ofEvent(id, 0, "first"));
    }

    private static StreamRecord.Again again(String id, int retries, StreamRecord.Handling handling) {
        return new StreamRecord.Again(id, "record " + id + retries, ofEvent(id, retries, "again"), handling);
    }

    private static StreamRecord.Again again(String id, int retries) {
        return again(id, retries, StreamRecord.Handling.AS_PLANNED);
    }

    @Test
    void round_trips_of_another_retry_service_are_one_letter_with_their_tries() {
        List<Optional<StreamIntake.Begin>> begins = take(first("a"), again("a", 1), again("a", 2));

        DeadLetter letter = kept().get(0);
        assertThat(kept()).hasSize(1);
        assertThat(begins)
                .containsExactly(
                        Optional.of(new StreamIntake.Begin(LetterStatus.PENDING, false)),
                        Optional.empty(),
                        Optional.empty());
        assertThat(letter.failure().message()).isEqualTo("first");
        assertThat(letter.retryCount()).isEqualTo(2);
        assertThat(letter.attempts())
                .extracting(attempt -> Objects.requireNonNull(attempt.failure()).message())
                .containsExactly("again", "again");
    }

    @Test
    void a_round_trip_that_is_read_later_is_one_more_failed_try() {
        take(first("a"));

        take(again("a", 1));

        DeadLetter letter = kept().get(0);
        assertThat(kept()).hasSize(1);
        assertThat(letter.retryCount()).isEqualTo(1);
        assertThat(letter.failure().message()).isEqualTo("first");
        assertThat(letter.lastFailure().message()).isEqualTo("again");
    }

    /** What is the same of a letter however the records of its message are read. */
    private record Life(
            LetterStatus status,
            int retryCount,
            int maxRetries,
            String error,
            String lastError,
            boolean failsWithItsCause,
            List<String> tries,
            List<String> tags) {
        static Life of(DeadLetter letter) {
            return new Life(
                    letter.status(),
                    letter.retryCount(),
                    letter.state().maxRetries(),
                    letter.failure().message(),
                    letter.lastFailure().message(),
                    letter.cause().equals(letter.lastCause()),
                    letter.attempts().stream()
                            .map(one -> Objects.requireNonNull(one.failure()).message())
                            .toList(),
                    letter.tags());
        }
    }

    /** The letter of these records, read at once and one after the other. */
    private List<Life> readAtOnceAndApart(List<StreamRecord> atOnce, List<StreamRecord> apart) {
        take(atOnce.toArray(StreamRecord[]::new));
        apart.forEach(this::take);
        assertThat(kept()).hasSize(2);
        return kept().stream().map(Life::of).toList();
    }

    private static StreamRecord.Again refusedAgain(String id, int retries) {
        FailedMessage.ReportedError reported = new FailedMessage.ReportedError(
                "java.lang.IllegalArgumentException", null, "no lines", StackTrace.none(), Json.EMPTY_OBJECT);
        FailedMessage failed = FailedMessage.of(
                        "orders", ofEvent(id, retries, "").message(), reported)
                .withIdempotencyKey("message " + id)
                .afterRetries(retries);
        return new StreamRecord.Again(id, "record " + id + retries, failed, StreamRecord.Handling.AS_PLANNED);
    }

    @Test
    void round_trips_make_the_same_letter_in_one_batch_as_in_several() {
        List<Life> lives = readAtOnceAndApart(
                List.of(first("a"), again("a", 1), again("a", 2)), List.of(first("b"), again("b", 1), again("b", 2)));

        assertThat(lives.get(0)).isEqualTo(lives.get(1));
        assertThat(lives.get(0).lastError()).isEqualTo("again");
        assertThat(lives.get(0).retryCount()).isEqualTo(2);
    }

    @Test
    void a_round_trip_that_failed_for_good_decides_in_one_batch_as_in_several() {
        List<Life> lives = readAtOnceAndApart(
                List.of(first("a"), again("a", 1), refusedAgain("a", 2)),
                List.of(first("b"), again("b", 1), refusedAgain("b", 2)));

        assertThat(lives.get(0)).isEqualTo(lives.get(1));
        assertThat(lives.get(0).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(lives.get(0).lastError()).isEqualTo("no lines");
        assertThat(lives.get(0).failsWithItsCause()).isFalse();
    }

    @Test
    void a_message_that_was_parked_is_the_same_letter_in_one_batch_as_in_several_and_in_either_order() {
        List<Life> lives = readAtOnceAndApart(
                List.of(first("a"), again("a", 1, StreamRecord.Handling.PARKED), again("a", 1)),
                List.of(first("b"), again("b", 1), again("b", 1, StreamRecord.Handling.PARKED)));

        assertThat(lives.get(0)).isEqualTo(lives.get(1));
        assertThat(lives.get(0).retryCount()).isEqualTo(1);
    }

    @Test
    void a_letter_that_waits_for_a_person_counts_round_trips_and_goes_on_waiting() {
        take(first("a").withHandling(StreamRecord.Handling.TOO_OLD), refusedAgain("b", 0));

        take(again("a", 1), again("b", 1));

        assertThat(kept())
                .extracting(
                        DeadLetter::status,
                        DeadLetter::retryCount,
                        letter -> letter.lastFailure().message())
                .containsExactlyInAnyOrder(
                        tuple(LetterStatus.MANUAL, 1, "again"), tuple(LetterStatus.FAILED, 1, "again"));
    }

    @Test
    void what_another_retry_service_parked_after_round_trips_waits_for_a_person_in_whatever_order_it_is_read() {
        StreamRecord parkedA = again("a", 1, StreamRecord.Handling.PARKED);
        StreamRecord parkedB = again("b", 1, StreamRecord.Handling.PARKED);
        StreamRecord parkedC = again("c", 1, StreamRecord.Handling.PARKED);

        take(first("a"), again("a", 1), parkedA);
        take(first("b"));
        take(again("b", 1), parkedB);
        take(parkedC);
        take(first("c"), again("c", 1));
        take(again("d", 1, StreamRecord.Handling.PARKED), first("d"), again("d", 1));

        assertThat(kept()).hasSize(4).allSatisfy(letter -> {
            assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
            assertThat(letter.tags()).contains("parked");
        });
    }

    @Test
    void a_message_that_fails_again_after_its_letter_was_closed_is_a_new_letter() {
        take(first("a"));
        store.move(onlyLetter(), ManualMove.archive("ann", null));

        take(again("a", 1));
        take(again("a", 1));

        assertThat(kept())
                .extracting(DeadLetter::status)
                .containsExactlyInAnyOrder(LetterStatus.ARCHIVED, LetterStatus.PENDING);
    }

    @Test
    void another_message_with_the_same_event_id_is_a_letter_of_its_own() {
        take(first("a"));
        FailedMessage other = FailedMessage.of(
                "orders",
                Message.of("other").with(OriginalEvent.unknown().withId("a")),
                new SocketTimeoutException("Read timed out"));

        take(new StreamRecord.Again("a", "record", other, StreamRecord.Handling.AS_PLANNED));

        assertThat(kept()).hasSize(2);
    }

    @Test
    void a_letter_that_waits_for_a_person_is_not_started_by_a_round_trip() {
        take(first("a").withHandling(StreamRecord.Handling.TOO_OLD));

        take(again("a", 1));

        assertThat(kept()).extracting(DeadLetter::status).containsExactly(LetterStatus.MANUAL);
    }

    // Fresh

    @Test
    void a_fresh_record_becomes_a_letter_and_its_position_is_kept() {
        take(new StreamRecord.Fresh(timedOut()));

        DeadLetter letter = kept().get(0);
        assertThat(asSent(letter)).isEqualTo(message());
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(intake().positions(STREAM)).isEqualTo(Map.of(0, 1L));
        assertThat(events)
                .containsExactly(new RedriveEvent.Captured(
                        letter.id(),
                        "orders",
                        letter.failure().type(),
                        letter.failure().category(),
                        letter.cause(),
                        LetterStatus.PENDING,
                        true));
    }

    @Test
    void two_records_with_the_same_coordinates_are_two_letters() {
        take(new StreamRecord.Fresh(timedOut()), new StreamRecord.Fresh(timedOut()));

        assertThat(kept()).hasSize(2);
    }

    @Test
    void a_key_that_was_given_makes_one_letter_of_two_records() {
        List<Optional<StreamIntake.Begin>> begins = take(
                new StreamRecord.Fresh(timedOut().withIdempotencyKey("k")),
                new StreamRecord.Fresh(timedOut().withIdempotencyKey("k")));

        assertThat(kept()).hasSize(1);
        assertThat(begins.get(0)).isPresent();
        assertThat(begins.get(1)).isEmpty();
    }

    @Test
    void a_reader_behind_the_stored_position_gets_a_conflict_and_no_event_is_published() {
        take(new StreamRecord.Fresh(timedOut()));
        events.clear();

        next = 0;
        assertThatThrownBy(() -> take(new StreamRecord.Fresh(timedOut()))).isInstanceOf(PositionConflict.class);

        assertThat(kept()).hasSize(1);
        assertThat(events).isEmpty();
    }

    @Test
    void while_the_store_is_away_the_reader_gets_an_error() {
        away.goAway();

        assertThatThrownBy(() -> take(new StreamRecord.Fresh(timedOut()))).isInstanceOf(StoreUnavailable.class);
        assertThat(events).containsExactly(new RedriveEvent.StoreFailed("ingest"));

        assertThat(kept()).isEmpty();
        away.comeBack();
        take(new StreamRecord.Fresh(timedOut()));
        assertThat(kept()).hasSize(1);
    }

    // What does not fit

    @Test
    void what_is_hidden_at_capture_is_hidden_here_too_also_in_a_payload_that_is_cut() {
        choices.redact(Redaction.hiding("$.card", "authorization")).maxPayloadBytes(100);
        String payload = "{\"card\":\"4111111111111111\",\"lines\":\"" + "x".repeat(200) + "\"}";
        Message secret = Message.of(payload).with(Headers.of(Map.of("authorization", "Bearer abc")));

        take(new StreamRecord.Fresh(FailedMessage.of("orders", secret, new SocketTimeoutException("slow"))));

        DeadLetter letter = kept().get(0);
        assertThat(letter.payload().text()).doesNotContain("4111").hasSize(100);
        assertThat(letter.message().headers().text("authorization")).isNotEqualTo("Bearer abc");
    }

    @Test
    void a_payload_that_is_too_large_is_cut_and_waits_for_a_person() {
        choices.maxPayloadBytes(10);

        take(
                new StreamRecord.Fresh(timedOut()),
                new StreamRecord.Fresh(
                        FailedMessage.of("orders", Message.of("tiny"), new SocketTimeoutException("slow"))));

        DeadLetter cut = kept().get(1);
        DeadLetter whole = kept().get(0);
        assertThat(cut.payload()).isEqualTo(Payload.of("{\"order\":1"));
        assertThat(cut.status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(cut.tags()).containsExactly("redrive-cut");
        assertThat(whole.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(whole.tags()).isEmpty();
    }

    @Test
    void a_record_full_of_nonsense_is_still_a_letter() {
        String[] tags = IntStream.range(0, 100).mapToObj(i -> "tag " + i).toArray(String[]::new);
        tags[0] = " ";
        tags[1] = "two\nlines";
        tags[2] = "t".repeat(999);
        Message odd = Message.of("x")
                .with(dev.redrive.letter.OriginalEvent.of("e", "p".repeat(9999)))
                .with(new Origin("orders", 1, 2L, Payload.of("k".repeat(5000)), Instant.MAX, "g\u0000", null))
                .withSubscriber("s".repeat(9999));
        FailedMessage.ReportedError reported = new FailedMessage.ReportedError(
                "T".repeat(9999), null, "m".repeat(99_999), StackTrace.ofText("no trace"), Json.EMPTY_OBJECT);

        take(new StreamRecord.Fresh(FailedMessage.of(" ", odd, reported)
                .afterRetries(-3)
                .tagged(tags)
                .firstFailedAt(Instant.MIN)));

        DeadLetter letter = kept().get(0);
        assertThat(letter.channel()).isEqualTo("unknown");
        assertThat(letter.tags())
                .hasSize(64)
                .startsWith("redrive-cut", "two lines")
                .anyMatch(tag -> tag.length() == 255 && tag.startsWith("t".repeat(238) + "…"));
        assertThat(letter.failure().type()).isEqualTo("T".repeat(254) + "…");
        assertThat(letter.failure().context().text())
                .isEqualTo("{\"redriveCut\":{\"type\":\"" + "T".repeat(9999) + "\"}}");
        assertThat(letter.message().additional().members().text())
                .contains("\"originalEvent.pattern\":\"" + "p".repeat(9999) + "\"")
                .contains("\"subscriberId\":\"" + "s".repeat(9999) + "\"")
                .contains("\"" + "t".repeat(999) + "\"");
        assertThat(letter.retryCount()).isZero();
        assertThat(letter.message().origin().key()).isNull();
        assertThat(letter.message().origin().timestamp()).isNull();
        assertThat(letter.message().headers().text("redrive-key")).contains("k".repeat(5000));
        assertThat(letter.message().subscriberId()).hasSize(255);
        assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
    }

    // Back

    @Test
    void a_letter_that_comes_back_is_judged_by_its_policy() {
        take(new StreamRecord.Fresh(timedOut()));
        LetterId id = onlyLetter();
        int token = sent(id);
        clock.forward(Duration.ofMinutes(1));
        events.clear();

        take(back(id, token, timedOut()));

        DeadLetter letter = store.find(id).orElseThrow();
        assertThat(onlyLetter()).isEqualTo(id);
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(letter.state().nextRetryAt()).isAfter(clock.instant());
        assertThat(events)
                .containsExactly(new RedriveEvent.Attempted(
                        id,
                        "orders",
                        Attempt.Result.CAME_BACK,
                        LetterStatus.PENDING,
                        1,
                        Duration.ZERO,
                        SocketTimeoutException.class.getName(),
                        letter.eventId()));
    }

    @Test
    void the_error_of_a_letter_that_comes_back_is_cut_and_kept_whole() {
        take(new StreamRecord.Fresh(timedOut()));
        LetterId id = onlyLetter();
        FailedMessage.ReportedError reported =
                new FailedMessage.ReportedError("T".repeat(300), null, "no", StackTrace.none(), Json.EMPTY_OBJECT);

        take(back(id, sent(id), FailedMessage.of("orders", Message.of("{\"order\":1}"), reported)));

        DeadLetter letter = store.find(id).orElseThrow();
        assertThat(letter.lastFailure().type()).isEqualTo("T".repeat(254) + "…");
        assertThat(letter.lastFailure().context().text()).contains("\"type\":\"" + "T".repeat(300) + "\"");
    }

    @Test
    void a_letter_that_comes_back_with_a_permanent_error_has_failed() {
        take(new StreamRecord.Fresh(timedOut()));
        LetterId id = onlyLetter();

        take(back(id, sent(id), refused()));

        DeadLetter letter = store.find(id).orElseThrow();
        assertThat(letter.status()).isEqualTo(LetterStatus.FAILED);
        assertThat(letter.failure().message()).isEqualTo("Read timed out");
        assertThat(letter.lastFailure().message()).isEqualTo("order has no lines");
    }

    @Test
    void the_same_error_again_is_the_same_cause() {
        take(new StreamRecord.Fresh(timedOut()));
        LetterId id = onlyLetter();
        var cause = store.find(id).orElseThrow().cause();

        take(back(
                id,
                sent(id),
                FailedMessage.of(
                        "orders",
                        message(),
                        new FailedMessage.ReportedError(
                                SocketTimeoutException.class.getName(),
                                null,
                                "Read timed out",
                                StackTrace.none(),
                                Json.EMPTY_OBJECT))));

        assertThat(store.find(id).orElseThrow().cause()).isEqualTo(cause);
    }

    @Test
    void a_letter_that_came_back_too_often_waits_for_a_person() {
        choices.maxRoundTrips(3);
        take(new StreamRecord.Fresh(timedOut()));
        LetterId id = onlyLetter();

        List<LetterStatus> after = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            take(back(id, sent(id), timedOut()));
            after.add(store.find(id).orElseThrow().status());
        }

        assertThat(after).containsExactly(LetterStatus.PENDING, LetterStatus.PENDING, LetterStatus.MANUAL);
    }

    @Test
    void a_return_with_an_old_token_publishes_no_event() {
        take(new StreamRecord.Fresh(timedOut()));
        LetterId id = onlyLetter();
        int token = sent(id);
        store.move(id, ManualMove.reset("ann"));
        events.clear();

        take(back(id, token, timedOut()));

        assertThat(kept()).hasSize(1);
        assertThat(events).isEmpty();
    }

    @Test
    void a_message_that_only_inherited_the_headers_of_a_letter_is_a_new_letter() {
        take(new StreamRecord.Fresh(timedOut()));
        LetterId id = onlyLetter();
        int token = sent(id);
        Message invoice = Message.of("{\"invoice\":1}").with(Origin.of("invoices", 0, 7));

        take(
                back(id, token, FailedMessage.of("invoices", invoice, new SocketTimeoutException("Read timed out"))),
                new StreamRecord.Back(id, token, receipt -> false, timedOut()));

        assertThat(kept()).hasSize(3);
        assertThat(store.find(id).orElseThrow().status()).isEqualTo(LetterStatus.REPLAYED);
    }

    @Test
    void a_message_of_another_topic_is_a_new_letter_also_after_the_first_was_resolved() {
        take(new StreamRecord.Fresh(timedOut()));
        LetterId id = onlyLetter();
        int token = sent(id);
        store.move(id, ManualMove.confirm("ann"));
        Message copy = message().with(Origin.of("invoices", 0, 7));

        take(back(id, token, FailedMessage.of("invoices", copy, new SocketTimeoutException("Read timed out"))));

        assertThat(kept()).hasSize(2);
        assertThat(store.find(id).orElseThrow().status()).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_letter_that_is_gone_is_a_new_one_when_it_comes_back() {
        LetterId gone = new LetterIds(clock).next();

        take(back(gone, 1, timedOut()));

        assertThat(onlyLetter()).isNotEqualTo(gone);
        assertThat(asSent(kept().get(0))).isEqualTo(message());
    }

    @Test
    void the_time_of_failure_is_limited_to_plausible_times() {
        take(new StreamRecord.Fresh(timedOut()), new StreamRecord.Fresh(timedOut()));
        LetterId one = kept().get(0).id();
        LetterId other = kept().get(1).id();
        int oneToken = sent(one);
        int otherToken = sent(other);
        Instant failed = clock.instant().plusSeconds(5);
        clock.forward(Duration.ofSeconds(9));

        take(
                back(one, oneToken, timedOut().firstFailedAt(failed)),
                back(other, otherToken, timedOut().firstFailedAt(Instant.MAX)));

        assertThat(store.find(one).orElseThrow().attempts().get(1).startedAt()).isEqualTo(failed);
        assertThat(store.find(other).orElseThrow().attempts().get(1).startedAt())
                .isEqualTo(clock.instant());
    }

    @Test
    void a_payload_that_is_whole_again_does_not_make_up_for_what_was_removed_from_a_header() {
        choices.redact(Redaction.none().removingLike("card-number"));
        Message cut = message()
                .with(new Headers(List.of(Header.of("note", "paid with 4111111111111111"))))
                .with(Completeness.CUT);
        take(new StreamRecord.Fresh(FailedMessage.of("orders", cut, new SocketTimeoutException("Read timed out"))));

        assertThat(intake().complete(kept().get(0), Payload.of("{\"order\":1,\"lines\":[]}"), "kafka"))
                .isTrue();

        assertThat(kept().get(0).message().completeness()).isEqualTo(Completeness.REMOVED);
    }

    @Test
    void less_than_one_round_trip_is_refused() {
        assertThatThrownBy(() -> choices.maxRoundTrips(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
