package dev.redrive.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.capture.CaptureFailed;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.SettableClock;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.journal.LetterJournal;
import dev.redrive.json.Json;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.StackTrace;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.testing.Await;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Captures while the store is away. */
class JournalFallbackTest {
    private static final long ROOM = 10_000_000;

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.standing();
    private final UnavailableStore store = new UnavailableStore(new InMemoryDeadLetterStore(clock));
    private final List<RedriveEvent> published = new ArrayList<>();
    private Capturer capturer;

    @BeforeEach
    void open() {
        capturer = capturer(store, ROOM);
    }

    @AfterEach
    void close() {
        store.comeBack();
        capturer.close();
    }

    private Capturer capturer(DeadLetterStore into, long room) {
        Events events = new Events();
        events.listen(published::add);
        Optional<Capturer.SpillFile> spill = Optional.of(new Capturer.SpillFile(folder.resolve("spill"), room));
        return CaptureFixture.into(into, CaptureRules.defaults(), spill, events);
    }

    private static FailedMessage failed(int number) {
        return FailedMessage.of("orders", Message.of("order " + number), new SocketTimeoutException("Read timed out"));
    }

    private List<LetterId> capture(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> capturer.capture(failed(i)).id())
                .toList();
    }

    private void assertKeptOnce(List<LetterId> ids) {
        assertThat(CaptureFixture.kept(store)).isEqualTo(ids.size());
        assertThat(store.tallies().byStatus().total()).isEqualTo(ids.size());
        assertThat(ids).allSatisfy(id -> assertThat(store.find(id)).isPresent());
    }

    @Test
    void letters_captured_while_the_store_is_away_are_there_when_it_is_back() {
        store.goAway();
        List<LetterId> ids = capture(5);
        store.comeBack();

        int recovered = capturer.recover();

        assertThat(recovered).isEqualTo(5);
        assertKeptOnce(ids);
        assertThat(store.find(ids.get(3)).orElseThrow().payload().text()).isEqualTo("order 3");
        assertThat(capturer.recover()).isZero();
    }

    @Test
    void while_the_store_is_away_only_the_first_capture_of_two_seconds_waits_for_it() {
        store.goAway();

        capture(100);
        int calls = store.calls();
        clock.forward(Duration.ofSeconds(2));
        capture(100);

        assertThat(calls).isEqualTo(1);
        assertThat(store.calls()).isEqualTo(2);
    }

    /** A store that accepts captures and returns only when a test releases it. */
    private static final class HangingStore extends ForwardingStore {
        private final CountDownLatch goesOn = new CountDownLatch(1);
        private final AtomicInteger asked = new AtomicInteger();
        private final CountDownLatch answered = new CountDownLatch(1);

        HangingStore(DeadLetterStore store) {
            super(store);
        }

        @Override
        public List<CaptureResult> capture(List<NewLetter> letters) {
            asked.incrementAndGet();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                throw new StoreUnavailable("interrupted", e);
            }
            try {
                return super.capture(letters);
            } finally {
                answered.countDown();
            }
        }
    }

    @Test
    @Timeout(60)
    void a_store_that_hangs_is_waited_for_once_and_a_capture_that_it_keeps_in_the_end_is_one_letter() throws Exception {
        HangingStore hanging = new HangingStore(store);
        Optional<Capturer.SpillFile> spill = Optional.of(new Capturer.SpillFile(folder.resolve("hanging"), ROOM));
        Fallbacks fallbacks = new Fallbacks(spill, Optional.empty(), Duration.ofMillis(20));
        capturer = CaptureFixture.into(hanging, CaptureRules.defaults(), fallbacks, new Events());

        List<LetterId> ids = capture(50);
        clock.forward(Duration.ofMinutes(5));
        List<LetterId> later = capture(50);
        int recovered = capturer.recover();
        int asked = hanging.asked.get();
        hanging.goesOn.countDown();
        hanging.answered.await();
        Await.until(() -> capturer.recover() > 0);
        int before = hanging.asked.get();
        capturer.capture(failed(100));

        assertThat(asked).as("only the first waited").isEqualTo(1);
        assertThat(recovered).as("nothing is brought in while it hangs").isZero();
        assertThat(CaptureFixture.kept(store)).isEqualTo(101);
        assertThat(store.tallies().byStatus().total()).isEqualTo(101);
        assertThat(ids).allSatisfy(id -> assertThat(store.find(id)).isPresent());
        assertThat(later).allSatisfy(id -> assertThat(store.find(id)).isPresent());
        assertThat(hanging.asked.get()).as("what came when it was back").isEqualTo(before + 1);
    }

    @Test
    void a_recovery_while_the_store_is_away_changes_nothing() {
        store.goAway();
        List<LetterId> ids = capture(3);

        int recovered = capturer.recover();
        store.comeBack();
        capturer.recover();

        assertThat(recovered).isZero();
        assertKeptOnce(ids);
    }

    /** The recovery finds the journal empty while a capture is about to write into it. */
    @Test
    void a_letter_that_goes_to_the_journal_while_a_recovery_ends_is_not_forgotten() throws Exception {
        LetterJournal journal = Objects.requireNonNull(capturer.journal);
        store.goAway();
        Thread capture = new Thread(() -> capturer.capture(failed(1)));

        synchronized (journal) {
            capture.start();
            Await.until(() -> capture.getState() == Thread.State.BLOCKED);
            capturer.recover();
        }
        capture.join();
        store.comeBack();

        assertThat(capturer.recover()).isEqualTo(1);
    }

    @Test
    void a_recovery_that_breaks_off_in_the_middle_stores_nothing_twice() {
        store.goAway();
        List<LetterId> ids = capture(450);
        store.comeBack();

        store.goAwayAfter(1);
        capturer.recover();
        store.comeBack();
        int between = CaptureFixture.kept(store);
        capturer.recover();

        assertThat(between).isEqualTo(200);
        assertKeptOnce(ids);
    }

    @Test
    void a_recovery_that_a_crash_ended_is_finished_by_the_next_process() {
        store.goAway();
        List<LetterId> ids = capture(450);
        store.comeBack();
        store.goAwayAfter(2);
        capturer.recover();
        capturer.close();
        store.comeBack();

        capturer = capturer(store, ROOM);
        capturer.recover();

        assertKeptOnce(ids);
    }

    @Test
    void a_letter_of_the_journal_whose_message_was_captured_again_meanwhile_is_one_letter() {
        FailedMessage failed = FailedMessage.of(
                "orders", Message.of("{}").with(Origin.of("orders", 1, 7)), new SocketTimeoutException("slow"));
        store.goAway();
        capturer.capture(failed);
        capturer.capture(failed);
        store.comeBack();
        clock.forward(Duration.ofSeconds(2));
        CaptureResult direct = capturer.capture(failed);

        capturer.recover();

        assertThat(CaptureFixture.kept(store)).isEqualTo(1);
        assertThat(store.find(direct.id())).isPresent();
    }

    /** The store took the letters and the connection broke before it could say so. */
    @Test
    void a_capture_with_an_unknown_outcome_is_stored_once() {
        ForwardingStore inDoubt = new ForwardingStore(store) {
            private boolean broken;

            @Override
            public List<CaptureResult> capture(List<NewLetter> letters) {
                List<CaptureResult> captured = super.capture(letters);
                if (broken) return captured;
                broken = true;
                throw new StoreUnavailable("connection lost after commit", new Exception("reset"));
            }
        };
        Capturer doubting = CaptureFixture.into(
                inDoubt,
                CaptureRules.defaults(),
                Optional.of(new Capturer.SpillFile(folder.resolve("other"), ROOM)),
                new Events());

        LetterId id = doubting.capture(failed(1)).id();
        doubting.recover();
        doubting.close();

        assertKeptOnce(List.of(id));
    }

    @Test
    void a_full_journal_makes_captures_fail_loudly_and_keeps_what_was_answered() {
        capturer.close();
        capturer = capturer(store, 5000);
        store.goAway();
        List<LetterId> ids = new ArrayList<>();

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++)
                        ids.add(capturer.capture(failed(i)).id());
                })
                .isInstanceOf(CaptureFailed.class)
                .hasMessageContaining("full");
        store.comeBack();
        capturer.recover();

        assertThat(ids).isNotEmpty();
        assertKeptOnce(ids);
    }

    @Test
    void a_batch_goes_to_the_journal_as_a_whole_or_not_at_all() {
        capturer.close();
        capturer = capturer(store, 5000);
        store.goAway();
        List<FailedMessage> batch =
                IntStream.range(0, 100).mapToObj(JournalFallbackTest::failed).toList();

        assertThatThrownBy(() -> capturer.captureAll(batch)).hasMessageContaining("100 letters");
        store.comeBack();

        assertThat(capturer.recover()).isZero();
    }

    @Test
    void without_a_journal_a_capture_fails_while_the_store_is_away() {
        Capturer plain = CaptureFixture.into(store);
        store.goAway();

        assertThatThrownBy(() -> plain.capture(failed(1))).isInstanceOf(StoreUnavailable.class);
        assertThat(plain.recover()).isZero();
    }

    @Test
    void closing_brings_the_journal_in_when_the_store_is_there() {
        store.goAway();
        List<LetterId> ids = capture(3);
        store.comeBack();

        capturer.close();

        assertKeptOnce(ids);
    }

    @ParameterizedTest
    @ValueSource(strings = {"order 7 has no lines", "a\u0000b", "a\ud83db"})
    void the_way_through_the_journal_does_not_change_the_cause(String message) {
        FailedMessage.ReportedError reported = new FailedMessage.ReportedError(
                "com.acme.Boom", "E1", message.repeat(1000), StackTrace.none(), Json.EMPTY_OBJECT);
        FailedMessage failed = FailedMessage.of("orders", Message.of("{}"), reported);

        LetterId direct = capturer.capture(failed).id();
        store.goAway();
        LetterId spilled = capturer.capture(failed).id();
        store.comeBack();
        capturer.recover();

        assertThat(store.find(spilled).orElseThrow().cause())
                .isEqualTo(store.find(direct).orElseThrow().cause());
    }

    @Test
    void spilling_and_recovering_publish_events() {
        store.goAway();
        capturer.captureAll(List.of(failed(1), failed(2)));
        store.comeBack();
        capturer.recover();

        assertThat(published).contains(new RedriveEvent.Spilled(2)).endsWith(new RedriveEvent.Recovered(2));
        assertThat(published.stream().filter(RedriveEvent.Captured.class::isInstance))
                .hasSize(2);
    }
}
