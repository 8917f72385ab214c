package dev.redrive.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import dev.redrive.letter.SystemState;
import dev.redrive.store.captures.NewLetter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LetterCodecTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    private LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    private static NewLetter roundTrip(NewLetter letter) throws IOException {
        return LetterCodec.decode(LetterCodec.encode(letter));
    }

    @Test
    void a_letter_with_everything_comes_back_as_it_was() throws IOException {
        Message message = new Message(
                Payload.of(new byte[] {0, -1, 7}),
                new Headers(
                        List.of(Header.of("a", "1"), new Header("ü", Payload.of(new byte[] {-1})), Header.of("a", ""))),
                new OriginalEvent(
                        "e-1",
                        "inside-1",
                        "payment.failed",
                        "1.2",
                        new OriginalEvent.Sender("workflow", "wf-1", "checkout 💥"),
                        clock.instant(),
                        Json.of("{\"n\": 9007199254740993, \"r\": 0.1000}")),
                new Origin("payments", 3, Long.MAX_VALUE, Payload.of("k"), clock.instant(), "group", "billing"),
                "sub-1",
                new SenderDetails(Json.of("{\"tenant\": 7.10}"), new SystemState(0.75, 0.6), 2),
                Completeness.WHOLE);
        Failure failure = new Failure(
                "com.acme.Boom",
                "E42",
                "it went 💥",
                StackTrace.ofText("com.acme.Boom: it went 💥\n\tat com.acme.Pay.run(Pay.java:1)\n"),
                Json.of("{\"timeoutMs\":5000}"),
                Category.RATE_LIMIT,
                Retryability.PERMANENT);
        NewLetter letter = aLetter()
                .from("payments")
                .message(message)
                .failedWith(failure)
                .inOrder("customer-7")
                .idempotent("key")
                .priority(Priority.CRITICAL)
                .tagged("a", "b")
                .retries(3, 1000)
                .due(clock.instant().plusSeconds(5))
                .triedBefore(
                        new Attempt(
                                -1, clock.instant(), Duration.ofMillis(12), "w", "s", Attempt.Result.FAILED, failure),
                        new Attempt(0, clock.instant(), Duration.ZERO, "", "", Attempt.Result.LEASE_LOST, null))
                .build();

        NewLetter read = roundTrip(letter);

        assertThat(read).isEqualTo(letter);
    }

    @Test
    void a_letter_with_nothing_comes_back_as_it_was() throws IOException {
        Failure failure =
                new Failure("", null, "", StackTrace.none(), Json.EMPTY_OBJECT, Category.UNKNOWN, Retryability.UNKNOWN);
        NewLetter letter = aLetter()
                .message(Message.of(Payload.absent())
                        .with(new Headers(
                                List.of(new Header("none", Payload.absent()), new Header("empty", Payload.empty())))))
                .failedWith(failure)
                .status(LetterStatus.MANUAL)
                .build();

        NewLetter read = roundTrip(letter);

        assertThat(read).isEqualTo(letter);
        assertThat(read.key()).isNull();
        assertThat(read.start().dueAt()).isNull();
        assertThat(read.message().subscriberId()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void every_category_comes_back(Category category) throws IOException {
        NewLetter letter = aLetter()
                .failedWith(LetterBuilder.failure("com.acme.Boom", "boom", category))
                .build();

        assertThat(roundTrip(letter)).isEqualTo(letter);
    }

    @Test
    void bytes_of_another_format_are_refused() throws IOException {
        byte[] bytes = LetterCodec.encode(aLetter().build());
        bytes[0] = 99;

        assertThatThrownBy(() -> LetterCodec.decode(bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("99");
    }
}
