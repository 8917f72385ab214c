package dev.redrive.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.capture.CaptureFailed;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.internal.capture.CaptureFixture;
import dev.redrive.internal.capture.CaptureRules;
import dev.redrive.internal.capture.Capturer;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.text.Glob;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LetterJournalTroubleTest {
    private static final long ROOM = 10_000_000;

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.standing();
    private final UnavailableStore store = new UnavailableStore(new InMemoryDeadLetterStore(clock));
    private final LetterIds ids = new LetterIds(clock);
    private Path file;

    @BeforeEach
    void choose() {
        file = folder.resolve("spill");
    }

    private Capturer capturer(CaptureRules rules) {
        return CaptureFixture.into(store, rules, Optional.of(new Capturer.SpillFile(file, ROOM)), new Events());
    }

    private static FailedMessage failed(String payload) {
        return FailedMessage.of("orders", Message.of(payload), new SocketTimeoutException("Read timed out"));
    }

    private List<NewLetter> letters(int count) {
        List<NewLetter> made = new ArrayList<>();
        for (int i = 0; i < count; i++) made.add(new LetterBuilder(ids).build());
        return made;
    }

    @Test
    void one_interrupted_capture_does_not_break_the_journal_for_the_others() {
        try (Capturer capturer = capturer(CaptureRules.defaults())) {
            store.goAway();
            capturer.capture(failed("1"));
            Thread.currentThread().interrupt();
            try {
                capturer.capture(failed("2"));
            } catch (CaptureFailed loud) {
                assertThat(loud).isNotNull();
            } finally {
                Thread.interrupted();
            }

            LetterId third = capturer.capture(failed("3")).id();
            store.comeBack();
            capturer.recover();

            assertThat(store.find(third)).isPresent();
        }
    }

    // Once only

    @Test
    void the_same_key_or_coordinates_are_the_same_letter_while_the_store_is_away() {
        FailedMessage keyed = failed("1").withIdempotencyKey("k");
        FailedMessage placed = FailedMessage.of(
                "orders", Message.of("2").with(Origin.of("orders", 3, 42)), new SocketTimeoutException("late"));
        try (Capturer capturer = capturer(CaptureRules.defaults())) {
            store.goAway();

            List<CaptureResult> first = capturer.captureAll(List.of(keyed, placed, keyed));
            List<CaptureResult> again = capturer.captureAll(List.of(placed, keyed, failed("3")));

            assertThat(first).extracting(CaptureResult::isNew).containsExactly(true, true, false);
            assertThat(first.get(2).id()).isEqualTo(first.get(0).id());
            assertThat(again).extracting(CaptureResult::isNew).containsExactly(false, false, true);
            assertThat(again.get(0).id()).isEqualTo(first.get(1).id());
            assertThat(again.get(1).id()).isEqualTo(first.get(0).id());
            store.comeBack();
            assertThat(capturer.recover()).isEqualTo(3);
            assertThat(store.find(first.get(0).id())).isPresent();
            assertThat(capturer.capture(keyed))
                    .isEqualTo(new CaptureResult(first.get(0).id(), false));
        }
    }

    @Test
    void what_is_in_the_journal_is_known_again_after_a_restart() {
        FailedMessage keyed = failed("1").withIdempotencyKey("k");
        store.goAway();
        LetterId first;
        try (Capturer before = capturer(CaptureRules.defaults())) {
            first = before.capture(keyed).id();
        }

        try (Capturer after = capturer(CaptureRules.defaults())) {
            assertThat(after.capture(keyed)).isEqualTo(new CaptureResult(first, false));
        }
    }

    /** Else the second, which the store would take at once, leaves the first without a letter. */
    @Test
    void a_letter_in_the_journal_comes_before_the_same_one_when_the_store_is_back() {
        FailedMessage keyed = failed("1").withIdempotencyKey("k");
        try (Capturer capturer = capturer(CaptureRules.defaults())) {
            store.goAway();
            LetterId first = capturer.capture(keyed).id();
            store.comeBack();
            clock.forward(Duration.ofMinutes(1));

            CaptureResult again = capturer.capture(keyed);
            capturer.recover();

            assertThat(again).isEqualTo(new CaptureResult(first, false));
            assertThat(store.find(first)).isPresent();
        }
    }

    /** Else the end of one drain deletes what the other has not stored yet. */
    @Test
    void two_processes_cannot_drain_one_journal_at_the_same_time() throws IOException {
        try (LetterJournal one = new LetterJournal(file, ROOM);
                LetterJournal two = new LetterJournal(file, ROOM)) {
            one.append(letters(1));

            one.drain(batch -> assertThatThrownBy(() -> two.drain(same -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another process"));
        }
    }

    @Test
    void a_damaged_letter_does_not_take_the_intact_ones_behind_it_away() throws IOException {
        List<NewLetter> drained = new ArrayList<>();
        List<NewLetter> letters = letters(2);
        try (LetterJournal journal = new LetterJournal(file, ROOM)) {
            journal.append(letters);
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[50] ^= 1;
        Files.write(file, bytes);

        try (LetterJournal journal = new LetterJournal(file, ROOM)) {
            journal.drain(drained::addAll);

            assertThat(drained.contains(letters.get(1)) || !journal.isEmpty()).isTrue();
        }
    }

    @Test
    void a_letter_captured_after_the_clock_went_back_is_due_soon_all_the_same() {
        Capturer capturer = CaptureFixture.into(store);
        capturer.capture(failed("1"));
        clock.forward(Duration.ofHours(-1));

        DeadLetter letter = store.find(capturer.capture(failed("2")).id()).orElseThrow();

        assertThat(letter.state().nextRetryAt()).isBefore(clock.instant().plusSeconds(10));
    }

    @Test
    void a_letter_does_not_go_before_an_earlier_one_of_its_sequence_that_is_still_in_the_journal() {
        CaptureRules ordered =
                new CaptureRules(Redaction.none(), List.of(new Glob("orders")), CaptureRules.DEFAULT_MAX_PAYLOAD);
        try (Capturer capturer = capturer(ordered)) {
            FailedMessage keyed = FailedMessage.of(
                    "orders", Message.of("{}").withKey("k"), new SocketTimeoutException("Read timed out"));
            store.goAway();
            LetterId first = capturer.capture(keyed).id();
            store.comeBack();
            clock.forward(Duration.ofSeconds(2));
            capturer.capture(keyed);
            capturer.recover();
            clock.forward(Duration.ofSeconds(10));

            var claimed = store.claim(ClaimRequest.of("w", 10, Duration.ofMinutes(1)));

            assertThat(claimed).hasSize(1);
            assertThat(claimed.get(0).letter().id()).isEqualTo(first);
        }
    }
}
