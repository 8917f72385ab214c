package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import dev.redrive.letter.SystemState;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every store must hold when letters are captured: they are kept whole, and once. */
public abstract class CaptureContract extends StoreContract {
    @Test
    void a_captured_letter_is_found_as_it_was() {
        Message message = Message.of("{\"amount\":9007199254740993,\"rate\":0.1000}")
                .with(new Headers(List.of(
                        Header.of("traceparent", "00-abc"),
                        new Header("binary", Payload.of(new byte[] {0, -1, 7})),
                        Header.of("traceparent", "00-def"))))
                .with(new dev.redrive.letter.OriginalEvent(
                        "e-1",
                        "inside-1",
                        "payment.failed",
                        "1.2",
                        new dev.redrive.letter.OriginalEvent.Sender("workflow", "wf-1", "checkout"),
                        clock.instant(),
                        Json.of("{\"tenant\": 7}")))
                .with(new dev.redrive.letter.Origin(
                        "payments", 3, 42L, Payload.of("k"), clock.instant(), "group", "billing"))
                .withSubscriber("sub-1")
                .with(new SenderDetails(Json.of("{\"shard\": 7.10}"), new SystemState(0.75, 0.6), 2));
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
        assertThat(found.state().nextRetryAt()).isEqualTo(letter.start().dueAt());
    }

    @Test
    void what_its_sender_tried_before_is_kept_and_our_own_tries_begin_with_1() {
        Failure before = LetterBuilder.failure("com.acme.Busy", "busy", Category.TIMEOUT);
        Attempt first = new Attempt(
                -1, clock.instant(), Duration.ofMillis(12), "node-2", "immediate", Attempt.Result.FAILED, before);
        Attempt second = new Attempt(0, clock.instant(), Duration.ZERO, "", "", Attempt.Result.FAILED, null);
        LetterId id = captured(aLetter().triedBefore(first, second).retries(2, 9));

        LeasedLetter claimed = claim(1).get(0);

        assertThat(found(id).attempts()).containsExactly(first, second);
        assertThat(claimed.letter().attempt()).isEqualTo(1);
        assertThat(found(id).lastFailure()).isEqualTo(found(id).failure());
    }

    @Test
    void the_same_coordinates_again_are_the_same_letter() {
        LetterId first = captured(aLetter().at("orders", 1, 7));

        CaptureResult again =
                store.capture(List.of(aLetter().at("orders", 1, 7).build())).get(0);
        CaptureResult other =
                store.capture(List.of(aLetter().at("orders", 1, 8).build())).get(0);

        assertThat(again).isEqualTo(new CaptureResult(first, false));
        assertThat(other.isNew()).isTrue();
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(2));
    }

    @Test
    void a_key_twice_in_one_batch_is_one_letter() {
        NewLetter a = aLetter().idempotent("k").build();
        NewLetter b = aLetter().idempotent("k").build();

        List<CaptureResult> answers = store.capture(List.of(a, b));

        assertThat(answers).containsExactly(new CaptureResult(a.id(), true), new CaptureResult(a.id(), false));
    }

    @Test
    void the_same_letter_again_after_an_answer_that_got_lost_is_stored_once() {
        NewLetter letter = aLetter().idempotent("k").build();
        store.capture(List.of(letter));

        List<CaptureResult> again = store.capture(List.of(letter));

        assertThat(again).containsExactly(new CaptureResult(letter.id(), false));
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(1));
    }

    @Test
    void odd_payloads_survive() {
        byte[] large = new byte[3_000_000];
        for (int i = 0; i < large.length; i++) large[i] = (byte) (i * 31);
        String repeated = "{\"text\":\"" + "ä€😀 ".repeat(20_000) + "\"}";
        List<Payload> payloads = List.of(
                Payload.empty(),
                Payload.absent(),
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
    void a_header_without_a_value_has_none_and_an_empty_one_is_empty() {
        List<Header> headers = List.of(
                new Header("none", Payload.absent()),
                new Header("empty", Payload.empty()),
                Header.of("some", "value"),
                new Header("none", Payload.absent()));

        LetterId id = captured(aLetter().message(Message.of("x").with(new Headers(headers))));

        assertThat(found(id).message().headers().list()).isEqualTo(headers);
    }

    @Test
    void an_empty_key_is_a_key() {
        Message message = Message.of("x").with(Origin.of("orders", 0, 7).withKey(""));

        LetterId empty = captured(aLetter().message(message));
        LetterId none = captured(aLetter().message(Message.of("x")));

        assertThat(found(empty).message().origin().key()).isEqualTo(Payload.empty());
        assertThat(found(none).message().origin().key()).isNull();
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
}
