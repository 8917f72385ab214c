package dev.redrive.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Sealed;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ImporterTest {
    private static final SealKeys KEYS =
            SealKeys.of("a", Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES]));

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

    private static WholeLetter unedited(DeadLetter letter) {
        return new WholeLetter(letter, List.of());
    }

    @Test
    void a_letter_is_the_same_in_both_queues_and_known_the_second_time() {
        DeadLetter letter = captured(Message.of("{\"n\":1}"));
        var unused = from.letters().move(letter.id(), ManualMove.archive("anna", "done"));
        DeadLetter archived = from.letters().find(letter.id()).orElseThrow();

        List<CaptureResult> first = to.importAll(List.of(unedited(archived)));
        List<CaptureResult> second = to.importAll(List.of(unedited(letter)));

        assertThat(first).containsExactly(new CaptureResult(letter.id(), true));
        assertThat(second).containsExactly(new CaptureResult(letter.id(), false));
        assertThat(to.letters().find(letter.id())).isEqualTo(Optional.of(archived));
        assertThat(to.letters().cause(letter.cause())).isPresent();
    }

    @Test
    void what_must_never_be_stored_here_is_hidden_on_the_way_in() {
        DeadLetter letter = captured(Message.of("{\"card\":\"4711\",\"n\":1}")
                .with(Headers.of(Map.of("Authorization", "Bearer x", "a", "1"))));

        to.importAll(List.of(unedited(letter)));

        Message kept = to.letters().find(letter.id()).orElseThrow().message();
        assertThat(kept.payload().text()).isEqualTo("{\"card\":\"***\",\"n\":1}");
        assertThat(kept.headers().text("Authorization")).contains("***");
        assertThat(kept.headers().text("a")).contains("1");
    }

    @Test
    void a_capture_of_the_same_record_is_known_after_the_import() {
        Message record = Message.of("1").with(Origin.of("orders", 0, 7));
        DeadLetter letter = captured(record);

        to.importAll(List.of(unedited(letter)));
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

        to.importAll(List.of(unedited(due)));

        assertThat(due.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(tried.await(20, TimeUnit.SECONDS)).isTrue();
    }

    private static Version version(String payload, String notes) {
        return new Version(
                0,
                Instant.EPOCH,
                "anna",
                notes,
                Payload.of(payload),
                Headers.of(Map.of("Authorization", "Bearer x")),
                Completeness.WHOLE,
                Priority.NORMAL,
                List.of());
    }

    /** Imports as a store sees it. */
    private List<ImportedLetter> stored(Redaction redaction, WholeLetter letter) {
        List<ImportedLetter> stored = new ArrayList<>();
        DeadLetterStore store = new ForwardingStore(new InMemoryDeadLetterStore(clock)) {
            @Override
            public List<CaptureResult> importAll(List<ImportedLetter> letters) {
                stored.addAll(letters);
                return super.importAll(letters);
            }
        };
        try (Redrive redrive = Redrive.on(store).redact(redaction).open()) {
            redrive.importAll(List.of(letter));
        }
        return stored;
    }

    @Test
    void versions_come_along_and_what_must_never_be_stored_is_hidden_in_them_too() {
        DeadLetter letter = captured(Message.of("{\"card\":\"4711\"}"));
        WholeLetter edited = new WholeLetter(letter, List.of(version("{\"card\":\"0815\",\"n\":1}", "it was 0815")));

        List<ImportedLetter> stored = stored(Redaction.hiding("$.card", "authorization"), edited);

        assertThat(stored).hasSize(1);
        Version version = stored.get(0).versions().get(0);
        assertThat(version.payload().text()).isEqualTo("{\"card\":\"***\",\"n\":1}");
        assertThat(version.headers().text("Authorization")).contains("***");
        assertThat(version.notes()).isEqualTo("it was ***");
        assertThat(version.completeness()).isEqualTo(Completeness.REMOVED);
    }

    @Test
    void sealed_values_come_along_and_versions_with_their_masks_stay_as_they_are() {
        Redaction sealing = Redaction.none().sealing("$.card").with(KEYS);
        Redrive sealed =
                Redrive.on(new InMemoryDeadLetterStore(clock)).redact(sealing).open();
        LetterId id = sealed.capture(FailedMessage.of(
                        "orders", Message.of("{\"card\":\"4711\"}"), new IllegalStateException("broken")))
                .id();
        DeadLetter letter = sealed.letters().find(id).orElseThrow();
        WholeLetter edited = new WholeLetter(letter, List.of(version("{\"card\":\"***\",\"n\":1}", "typo")));
        sealed.close();

        List<ImportedLetter> stored = stored(sealing, edited);

        assertThat(stored.get(0).letter()).isEqualTo(letter);
        assertThat(stored.get(0).versions()).isEqualTo(edited.versions());
    }

    @Test
    void sealed_values_that_cannot_be_opened_here_are_not_imported() {
        DeadLetter letter = captured(Message.of("{\"card\":\"***\"}").with(Sealed.of(new byte[] {1, 2, 3})));
        Redaction sealing = Redaction.none().sealing("$.card").with(KEYS);

        assertThatThrownBy(() -> stored(sealing, unedited(letter))).isInstanceOf(CannotOpen.class);
    }
}
