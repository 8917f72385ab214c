package dev.redrive.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.InvalidLetter;
import dev.redrive.contract.SettableClock;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.json.Json;
import dev.redrive.letter.Category;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.StackTrace;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.text.Glob;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapturerTest {
    private static final int MEGABYTE = 1024 * 1024;
    private final Exception timeout = new SocketTimeoutException("Read timed out");

    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final Capturer capturer = CaptureFixture.into(store);

    private static FailedMessage failed(Throwable thrown) {
        return failed(Message.of("{\"order\":1}"), thrown);
    }

    private static FailedMessage failed(Message message, Throwable thrown) {
        return FailedMessage.of("orders", message, thrown);
    }

    private DeadLetter captured(FailedMessage failed) {
        return found(capturer.capture(failed).id());
    }

    private DeadLetter found(LetterId id) {
        return store.find(id).orElseThrow();
    }

    // What kind it is and what is planned

    @Test
    void a_transient_failure_waits_for_its_first_retry() {
        DeadLetter letter = captured(failed(timeout));

        assertThat(letter.failure().category()).isEqualTo(Category.TIMEOUT);
        assertThat(letter.failure().retryability()).isEqualTo(Retryability.TRANSIENT);
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(letter.state().nextRetryAt()).isEqualTo(clock.instant().plusSeconds(1));
        assertThat(letter.state().maxRetries()).isEqualTo(5);
        assertThat(letter.priority()).isEqualTo(Priority.NORMAL);
    }

    @Test
    void a_permanent_failure_is_final() {
        DeadLetter letter = captured(failed(new IllegalArgumentException("order has no lines")));

        assertThat(letter.failure().category()).isEqualTo(Category.VALIDATION);
        assertThat(letter.status()).isEqualTo(LetterStatus.FAILED);
        assertThat(letter.state().nextRetryAt()).isNull();
    }

    @Test
    void an_unknown_failure_waits_for_a_person() {
        DeadLetter letter = captured(failed(new IllegalStateException("what is this?")));

        assertThat(letter.failure().category()).isEqualTo(Category.UNKNOWN);
        assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
    }

    @Test
    void retries_before_the_capture_make_the_pause_longer_and_take_no_retry_away() {
        DeadLetter letter = captured(failed(timeout).afterRetries(3));

        assertThat(letter.retryCount()).isEqualTo(3);
        assertThat(letter.state().maxRetries()).isEqualTo(8);
        assertThat(letter.state().nextRetryAt()).isEqualTo(clock.instant().plusSeconds(8));
    }

    @Test
    void what_the_caller_says_is_kept() {
        DeadLetter letter = captured(failed(timeout)
                .with(Priority.CRITICAL)
                .tagged("vip", "vip", "eu")
                .firstFailedAt(clock.instant().minusSeconds(9)));

        assertThat(letter.priority()).isEqualTo(Priority.CRITICAL);
        assertThat(letter.tags()).containsExactly("vip", "eu");
        assertThat(letter.state().firstFailedAt()).isEqualTo(clock.instant().minusSeconds(9));
    }

    @Test
    void a_failure_given_as_text_is_classified_like_a_thrown_one() {
        FailedMessage.ReportedError reported = new FailedMessage.ReportedError(
                "requests.exceptions.ReadTimeout",
                "HTTP_504",
                "gateway timeout",
                StackTrace.ofText("Traceback (most recent call last):\n"),
                Json.of("{\"timeoutMs\": 5000}"));

        DeadLetter letter = captured(FailedMessage.of("orders", Message.of("{}"), reported));

        assertThat(letter.failure().category()).isEqualTo(Category.TIMEOUT);
        assertThat(letter.failure().code()).isEqualTo("HTTP_504");
        assertThat(letter.failure().context().text()).isEqualTo("{\"timeoutMs\": 5000}");
    }

    @Test
    void a_letter_that_is_said_to_be_cut_is_found_by_whoever_has_the_original() {
        Message cut = Message.of("{\"order\":").with(Completeness.CUT);
        String[] full = IntStream.range(0, 64).mapToObj(i -> "t" + i).toArray(String[]::new);

        DeadLetter letter = captured(failed(cut, timeout).tagged("vip"));
        DeadLetter tagged = captured(failed(cut, timeout).tagged("vip", LetterMaker.CUT_TAG));
        DeadLetter crowded = captured(failed(cut, timeout).tagged(full));
        DeadLetter removed = captured(failed(cut.with(Completeness.REMOVED), timeout));

        assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(letter.tags()).containsExactly(LetterMaker.CUT_TAG, "vip");
        assertThat(tagged.tags()).containsExactly(LetterMaker.CUT_TAG, "vip");
        assertThat(crowded.tags()).hasSize(64).startsWith(LetterMaker.CUT_TAG, "t0");
        assertThat(removed.tags()).isEmpty();
    }

    @Test
    void only_letters_of_ordered_channels_are_ordered() {
        CaptureRules rules =
                new CaptureRules(Redaction.none(), List.of(new Glob("payment.*")), CaptureRules.DEFAULT_MAX_PAYLOAD);
        Capturer ordering = CaptureFixture.into(store, rules);

        CaptureResult payment = ordering.capture(FailedMessage.of("payment.card", Message.of("{}"), timeout));
        CaptureResult order = ordering.capture(failed(timeout));

        assertThat(found(payment.id()).ordered()).isTrue();
        assertThat(found(order.id()).ordered()).isFalse();
    }

    @Test
    void every_capture_publishes_an_event() {
        Events events = new Events();
        List<RedriveEvent> published = new ArrayList<>();
        events.listen(published::add);
        Capturer telling = CaptureFixture.into(store, CaptureRules.defaults(), Optional.empty(), events);

        telling.capture(failed(timeout).withIdempotencyKey("k"));
        LetterId id = telling.capture(failed(timeout).withIdempotencyKey("k")).id();

        DeadLetter letter = found(id);
        assertThat(published).containsExactly(capturedEvent(letter, true), capturedEvent(letter, false));
    }

    private static RedriveEvent capturedEvent(DeadLetter letter, boolean isNew) {
        return new RedriveEvent.Captured(
                letter.id(),
                "orders",
                "java.net.SocketTimeoutException",
                Category.TIMEOUT,
                letter.cause(),
                LetterStatus.PENDING,
                isNew);
    }

    // Once only

    @Test
    void the_same_coordinates_are_the_same_letter() {
        Message message = Message.of("{}").with(Origin.of("orders", 3, 42)).withSubscriber("billing");

        CaptureResult first = capturer.capture(failed(message, timeout));
        CaptureResult again = capturer.capture(failed(message, new IllegalStateException("another error")));

        assertThat(first.isNew()).isTrue();
        assertThat(again).isEqualTo(new CaptureResult(first.id(), false));
        assertThat(CaptureFixture.kept(store)).isEqualTo(1);
    }

    @Test
    void another_offset_partition_topic_or_subscriber_is_another_letter() {
        Message message = Message.of("{}").with(Origin.of("orders", 3, 42)).withSubscriber("billing");

        List<CaptureResult> all = capturer.captureAll(List.of(
                failed(message, timeout),
                failed(message.with(Origin.of("orders", 3, 43)), timeout),
                failed(message.with(Origin.of("orders", 4, 42)), timeout),
                failed(message.with(Origin.of("returns", 3, 42)), timeout),
                failed(message.withSubscriber("mailing"), timeout)));

        assertThat(all).allMatch(CaptureResult::isNew);
    }

    @Test
    void the_same_key_is_the_same_letter_and_goes_before_the_coordinates() {
        Message message = Message.of("{}").with(Origin.of("orders", 3, 42));

        CaptureResult first = capturer.capture(failed(message, timeout).withIdempotencyKey("k-1"));
        CaptureResult again = capturer.capture(
                failed(message.with(Origin.of("orders", 3, 43)), timeout).withIdempotencyKey("k-1"));
        CaptureResult other = capturer.capture(failed(message, timeout).withIdempotencyKey("k-2"));

        assertThat(again).isEqualTo(new CaptureResult(first.id(), false));
        assertThat(other.isNew()).isTrue();
    }

    @Test
    void without_key_and_coordinates_every_capture_is_a_new_letter() {
        capturer.capture(failed(timeout));
        capturer.capture(failed(timeout));

        assertThat(CaptureFixture.kept(store)).isEqualTo(2);
    }

    // What must not be stored

    @Test
    void secrets_are_hidden_before_anything_is_stored() {
        Redaction redaction = Redaction.hiding("$.card", "authorization");
        Capturer hiding =
                CaptureFixture.into(store, new CaptureRules(redaction, List.of(), CaptureRules.DEFAULT_MAX_PAYLOAD));
        Message message = Message.of("{\"card\":\"4111\",\"id\":9007199254740993}")
                .with(new Headers(List.of(Header.of("Authorization", "Bearer x"), Header.of("trace", "7"))));

        DeadLetter letter = found(hiding.capture(failed(message, timeout)).id());

        assertThat(letter.payload().text()).isEqualTo("{\"card\":\"***\",\"id\":9007199254740993}");
        assertThat(letter.message().headers().list())
                .containsExactly(Header.of("Authorization", "***"), Header.of("trace", "7"));
    }

    // Bad input

    @Test
    void a_payload_over_the_limit_is_refused_by_place_and_limit_and_nothing_is_stored() {
        Message large = Message.of(Payload.of(new byte[20 * MEGABYTE]));

        assertThatThrownBy(() -> capturer.captureAll(List.of(failed(timeout), failed(large, timeout), failed(timeout))))
                .isInstanceOf(InvalidLetter.class)
                .hasMessageContaining("20971520")
                .hasMessageContaining("16777216")
                .satisfies(e -> assertThat(((InvalidLetter) e).index()).isEqualTo(1));
        assertThat(CaptureFixture.kept(store)).isZero();
    }

    @Test
    void with_a_higher_limit_a_large_payload_is_captured() {
        Capturer roomy = CaptureFixture.into(store, new CaptureRules(Redaction.none(), List.of(), 20 * MEGABYTE));
        byte[] bytes = new byte[20 * MEGABYTE];
        Arrays.fill(bytes, (byte) 7);

        LetterId id =
                roomy.capture(failed(Message.of(Payload.of(bytes)), timeout)).id();

        assertThat(found(id).payload().bytes()).isEqualTo(bytes);
    }

    @Test
    void an_empty_payload_is_a_payload() {
        DeadLetter letter = captured(failed(Message.of(Payload.empty()), timeout));

        assertThat(letter.payload().size()).isZero();
    }

    @Test
    void bytes_that_are_no_text_are_kept_as_they_are() {
        byte[] bytes = {(byte) 0xff, 0, (byte) 0xc3};

        DeadLetter letter = captured(failed(Message.of(Payload.of(bytes)), timeout));

        assertThat(letter.payload().bytes()).isEqualTo(bytes);
    }

    @Test
    void ten_thousand_headers_are_kept_in_their_order() {
        Headers headers = new Headers(IntStream.range(0, 10_000)
                .mapToObj(i -> Header.of("h" + i % 10, "v" + i))
                .toList());

        DeadLetter letter = captured(failed(Message.of("{}").with(headers), timeout));

        assertThat(letter.message().headers()).isEqualTo(headers);
    }

    @Test
    void nul_and_halves_of_surrogate_pairs_do_not_reach_the_store() {
        String broken = "a\u0000b\ud83dc\udca5d💥";
        String clean = "a\ufffdb\ufffdc\ufffdd💥";
        Message message = Message.of(broken)
                .with(OriginalEvent.of(broken, broken))
                .with(new Origin(broken, 1, 2L, null, null, broken, broken))
                .withSubscriber(broken);

        DeadLetter letter = found(capturer.capture(FailedMessage.of(broken, message, new IllegalStateException(broken))
                        .tagged(broken))
                .id());

        assertThat(letter.channel()).isEqualTo(clean);
        assertThat(letter.tags()).containsExactly(clean);
        assertThat(letter.failure().message()).isEqualTo(clean);
        assertThat(letter.failure().stackTrace().text()).contains(clean).doesNotContain("\u0000");
        assertThat(letter.message().event()).isEqualTo(OriginalEvent.of(clean, clean));
        assertThat(letter.message().origin()).isEqualTo(new Origin(clean, 1, 2L, null, null, clean, clean));
        assertThat(letter.message().subscriberId()).isEqualTo(clean);
        assertThat(letter.payload()).isEqualTo(Payload.of(broken));
    }

    @Test
    void a_stack_trace_of_a_megabyte_is_cut_to_4_kb_and_keeps_its_root_cause() {
        StackTrace huge = StackTrace.ofText("com.acme.Outer: it failed\n"
                + "\tat com.acme.Deep.call(Deep.java:1)\n".repeat(30_000)
                + "Caused by: com.acme.RootOfAll: disk full\n\tat com.acme.Disk.write(Disk.java:7)\n");
        FailedMessage.ReportedError reported =
                new FailedMessage.ReportedError("com.acme.Outer", null, "it failed", huge, Json.EMPTY_OBJECT);

        DeadLetter letter = captured(FailedMessage.of("orders", Message.of("{}"), reported));

        assertThat(huge.text().length()).isGreaterThan(MEGABYTE);
        assertThat(letter.failure().stackTrace().text())
                .hasSizeLessThanOrEqualTo(4096)
                .startsWith("com.acme.Outer: it failed")
                .contains("Caused by: com.acme.RootOfAll: disk full")
                .contains("com.acme.Disk.write");
    }

    @Test
    void a_chain_of_causes_that_turns_in_a_circle_is_captured() {
        IllegalStateException outer = new IllegalStateException("outer");
        SocketTimeoutException inner = new SocketTimeoutException("inner");
        outer.initCause(inner);
        inner.initCause(outer);

        DeadLetter letter = captured(failed(outer));

        assertThat(letter.failure().category()).isEqualTo(Category.TIMEOUT);
        assertThat(letter.failure().stackTrace().text()).contains("outer", "inner");
    }

    private static final class Rude extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message for you");
        }
    }

    @Test
    void an_exception_that_fails_to_speak_is_captured() {
        DeadLetter letter = captured(failed(new Rude()));

        assertThat(letter.failure().type()).isEqualTo(Rude.class.getName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   "})
    void a_channel_without_a_name_is_refused(String channel) {
        FailedMessage nameless = FailedMessage.of(channel, Message.of("{}"), timeout);

        assertThatThrownBy(() -> capturer.capture(nameless))
                .isInstanceOf(InvalidLetter.class)
                .hasMessageContaining("channel");
    }

    @Test
    void more_beside_the_payload_than_a_letter_keeps_is_refused() {
        String half = "x".repeat(512 * 1024);
        Message message = Message.of("{}").with(Headers.of(Map.of("h", half)));
        FailedMessage.ReportedError told = new FailedMessage.ReportedError(
                "Busy", null, "no", StackTrace.none(), Json.of("{\"c\":\"" + half + "\"}"));

        assertThat(captured(failed(message, timeout)).message().headers()).isEqualTo(message.headers());
        assertThatThrownBy(() -> capturer.capture(FailedMessage.of("orders", message, told)))
                .isInstanceOf(InvalidLetter.class)
                .hasMessageContaining("1048585 bytes")
                .hasMessageContaining("the limit is 1048576");
    }

    @Test
    void tags_and_counts_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> capturer.capture(failed(timeout).tagged("two\nlines")))
                .hasMessageContaining("tag");
        assertThatThrownBy(() -> capturer.capture(failed(timeout).tagged(" "))).hasMessageContaining("tag");
        assertThatThrownBy(() -> capturer.capture(failed(timeout).afterRetries(-1)))
                .hasMessageContaining("-1");
        assertThat(CaptureFixture.kept(store)).isZero();
    }

    @Test
    void letters_keep_their_order_when_the_clock_goes_back() {
        LetterId first = capturer.capture(failed(timeout)).id();
        clock.forward(Duration.ofHours(-1));
        LetterId second = capturer.capture(failed(timeout)).id();

        assertThat(second).isGreaterThan(first);
        assertThat(CaptureFixture.kept(store)).isEqualTo(2);
    }

    @Test
    void capturing_nothing_does_nothing() {
        assertThat(capturer.captureAll(List.of())).isEmpty();
    }
}
