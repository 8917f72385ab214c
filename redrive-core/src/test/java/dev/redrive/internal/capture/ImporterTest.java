package dev.redrive.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ImporterTest {
    private final SettableClock clock = SettableClock.standing();
    private final Redrive from = Redrive.on(new InMemoryDeadLetterStore(clock)).open();
    private final Redrive to = Redrive.on(new InMemoryDeadLetterStore(clock))
            .redact(Redaction.hiding("$.card", "authorization"))
            .open();

    @AfterEach
    void close() {
        from.close();
        to.close();
    }

    private DeadLetter captured(Message message) {
        LetterId id = from.capture(FailedMessage.of("orders", message, new IllegalStateException("broken")))
                .id();
        return from.letters().find(id).orElseThrow();
    }

    @Test
    void a_letter_is_the_same_in_both_queues_and_known_the_second_time() {
        DeadLetter letter = captured(Message.of("{\"n\":1}"));
        var unused = from.letters().move(letter.id(), ManualMove.archive("anna", "done"));
        DeadLetter archived = from.letters().find(letter.id()).orElseThrow();

        List<CaptureResult> first = to.importAll(List.of(archived));
        List<CaptureResult> second = to.importAll(List.of(letter));

        assertThat(first).containsExactly(new CaptureResult(letter.id(), true));
        assertThat(second).containsExactly(new CaptureResult(letter.id(), false));
        assertThat(to.letters().find(letter.id())).isEqualTo(Optional.of(archived));
        assertThat(to.letters().cause(letter.cause())).isPresent();
    }

    @Test
    void what_must_never_be_stored_here_is_hidden_on_the_way_in() {
        DeadLetter letter = captured(Message.of("{\"card\":\"4711\",\"n\":1}")
                .with(Headers.of(Map.of("Authorization", "Bearer x", "a", "1"))));

        to.importAll(List.of(letter));

        Message kept = to.letters().find(letter.id()).orElseThrow().message();
        assertThat(kept.payload().text()).isEqualTo("{\"card\":\"***\",\"n\":1}");
        assertThat(kept.headers().text("Authorization")).contains("***");
        assertThat(kept.headers().text("a")).contains("1");
    }

    @Test
    void a_capture_of_the_same_record_is_known_after_the_import() {
        Message record = Message.of("1").with(Origin.of("orders", 0, 7));
        DeadLetter letter = captured(record);

        to.importAll(List.of(letter));
        CaptureResult again = to.capture(FailedMessage.of("orders", record, new IllegalStateException("broken")));

        assertThat(again).isEqualTo(new CaptureResult(letter.id(), false));
    }

    @Test
    void a_letter_that_is_due_is_tried_at_once() throws InterruptedException {
        CountDownLatch tried = new CountDownLatch(1);
        to.handle("orders", letter -> tried.countDown());
        LetterId id = captured(Message.of("1")).id();
        var unused = from.letters().move(id, ManualMove.reset("anna"));
        DeadLetter due = from.letters().find(id).orElseThrow();

        to.importAll(List.of(due));

        assertThat(due.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(tried.await(20, TimeUnit.SECONDS)).isTrue();
    }
}
