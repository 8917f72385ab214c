package dev.redrive.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.capture.CaptureFailed;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.SettableClock;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.capture.Capturer.SpillFile;
import dev.redrive.internal.capture.Fallbacks.LastResortArchive;
import dev.redrive.internal.event.Events;
import dev.redrive.json.Json;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreRefused;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.testing.Await;
import dev.redrive.testing.InMemoryArchive;
import dev.redrive.text.Glob;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Captures while both the store and the local journal are unable to take them. */
class LastResortTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.standing();
    private final UnavailableStore store = new UnavailableStore(new InMemoryDeadLetterStore(clock));
    private final InMemoryArchive archive = new InMemoryArchive();
    private final List<RedriveEvent> published = new ArrayList<>();
    private final List<Capturer> open = new ArrayList<>();

    @AfterEach
    void close() {
        archive.beforeEachCall(() -> {});
        store.comeBack();
        archive.comeBack();
        open.forEach(Capturer::close);
    }

    /** Without a journal. */
    private Capturer capturer(DeadLetterStore into, String node, Duration patience) {
        return capturer(into, Optional.empty(), node, patience, CaptureRules.defaults());
    }

    private Capturer capturer(String node) {
        return capturer(store, node, PATIENCE);
    }

    private Capturer withJournal(long room, CaptureRules rules) {
        return capturer(store, Optional.of(new SpillFile(folder.resolve("spill"), room)), "node-1", PATIENCE, rules);
    }

    private Capturer capturer(
            DeadLetterStore into, Optional<SpillFile> journal, String node, Duration patience, CaptureRules rules) {
        Events events = new Events();
        events.listen(published::add);
        return capturer(into, journal, new LastResortArchive(archive, true, node, patience), rules, events);
    }

    private Capturer capturer(
            DeadLetterStore into,
            Optional<SpillFile> journal,
            LastResortArchive last,
            CaptureRules rules,
            Events events) {
        Fallbacks fallbacks = new Fallbacks(journal, Optional.of(last), Duration.ofSeconds(2));
        Capturer capturer = CaptureFixture.into(into, rules, fallbacks, events);
        open.add(capturer);
        return capturer;
    }

    private static FailedMessage failed(int number) {
        return failed(Message.of("order " + number));
    }

    private static FailedMessage failed(Message message) {
        return FailedMessage.of("orders", message, new SocketTimeoutException("Read timed out"));
    }

    private static List<LetterId> capture(Capturer capturer, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> capturer.capture(failed(i)).id())
                .toList();
    }

    private void assertKeptOnce(List<LetterId> ids) {
        assertThat(CaptureFixture.kept(store)).isEqualTo(ids.size());
        assertThat(ids).allSatisfy(id -> assertThat(store.find(id)).isPresent());
        assertThat(archive.objects()).isEmpty();
    }

    @Test
    void letters_that_went_to_the_archive_are_in_the_store_when_it_is_back() {
        Capturer capturer = capturer("node-1");
        store.goAway();
        List<LetterId> ids = capture(capturer, 3);
        List<String> keys = List.copyOf(archive.objects().keySet());
        long waiting = capturer.waitingInArchive();
        store.comeBack();

        int recovered = capturer.recover();

        assertThat(keys).hasSize(3).isSorted().allSatisfy(key -> assertThat(key).startsWith("pending/node-1/"));
        assertThat(waiting).isEqualTo(3);
        assertThat(recovered).isEqualTo(3);
        assertKeptOnce(ids);
        assertThat(capturer.waitingInArchive()).isZero();
        assertThat(published).contains(new RedriveEvent.CapturedToArchive(1)).endsWith(new RedriveEvent.Recovered(3));
    }

    @Test
    void letters_of_one_call_are_one_object() {
        Capturer capturer = capturer("node-1");
        store.goAway();

        List<CaptureResult> captured = capturer.captureAll(
                IntStream.range(0, 450).mapToObj(LastResortTest::failed).toList());
        int objects = archive.objects().size();
        store.comeBack();
        capturer.recover();

        assertThat(objects).isEqualTo(1);
        assertKeptOnce(captured.stream().map(CaptureResult::id).toList());
        assertThat(published).contains(new RedriveEvent.CapturedToArchive(450));
    }

    @Test
    void a_capture_goes_to_the_archive_only_when_the_journal_is_full() {
        Capturer capturer = withJournal(5000, CaptureRules.defaults());
        store.goAway();
        List<LetterId> ids = new ArrayList<>(capture(capturer, 1));
        boolean early = !archive.objects().isEmpty();

        ids.addAll(capture(capturer, 20));
        int objects = archive.objects().size();
        store.comeBack();
        capturer.recover();

        assertThat(early).isFalse();
        assertThat(objects).isPositive();
        assertKeptOnce(ids);
    }

    @Test
    void what_a_letter_lost_to_redaction_is_not_in_the_archive_either() {
        Redaction redaction = Redaction.none().removing("$.card");
        Capturer capturer =
                capturer(store, Optional.empty(), "node-1", PATIENCE, new CaptureRules(redaction, List.of(), 1000));
        store.goAway();

        capturer.capture(failed(Message.of("{\"card\":\"4111\",\"note\":\"kept\"}")));

        assertThat(archive.objects().values())
                .singleElement()
                .satisfies(object -> assertThat(new String(object, StandardCharsets.UTF_8))
                        .contains("kept")
                        .doesNotContain("4111"));
    }

    @Test
    void when_the_archive_fails_too_the_capture_fails_with_all_reasons() {
        Capturer capturer = withJournal(10, CaptureRules.defaults());
        store.goAway();
        archive.goAway();

        assertThatThrownBy(() -> capturer.capture(failed(1)))
                .isInstanceOf(CaptureFailed.class)
                .hasMessageContaining("the store is away")
                .hasMessageContaining("is full")
                .hasMessageContaining("the archive is away")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(2));
        assertThat(published).contains(new RedriveEvent.NotCaptured("orders", "java.net.SocketTimeoutException"));
        store.comeBack();
        archive.comeBack();
        assertThat(capturer.recover()).isZero();
    }

    @Test
    void without_the_last_resort_nothing_goes_to_an_archive() {
        Capturer capturer = CaptureFixture.into(
                store, CaptureRules.defaults(), Optional.of(new SpillFile(folder.resolve("plain"), 10)), new Events());
        open.add(capturer);
        store.goAway();

        assertThatThrownBy(() -> capturer.capture(failed(1))).isInstanceOf(CaptureFailed.class);
    }

    @Test
    void once_it_is_switched_off_none_goes_there_and_those_that_wait_there_come_back() {
        store.goAway();
        List<LetterId> ids = capture(capturer("node-1"), 2);
        Capturer off = capturer(
                store,
                Optional.empty(),
                new LastResortArchive(archive, false, "node-1", PATIENCE),
                CaptureRules.defaults(),
                new Events());

        assertThatThrownBy(() -> off.capture(failed(7))).isInstanceOf(StoreUnavailable.class);
        store.comeBack();
        assertThat(off.recover()).isEqualTo(2);
        assertKeptOnce(ids);
    }

    @Test
    @Timeout(60)
    void an_archive_that_hangs_is_waited_for_a_bounded_time() throws Exception {
        Capturer capturer = capturer(store, "node-1", Duration.ofMillis(20));
        CountDownLatch goesOn = new CountDownLatch(1);
        archive.beforeEachCall(() -> Await.countedDown(goesOn));
        store.goAway();

        for (int i = 0; i < 20; i++) {
            FailedMessage failed = failed(i);
            assertThatThrownBy(() -> capturer.capture(failed))
                    .isInstanceOf(CaptureFailed.class)
                    .hasMessageContaining("the archive ha");
        }
        goesOn.countDown();
        Await.until(() -> archive.objects().size() == 16);
        store.comeBack();

        assertThat(capturer.recover())
                .as("what got there in the end is not lost")
                .isEqualTo(16);
    }

    @Test
    void a_process_that_dies_between_storing_and_deleting_stores_nothing_twice() {
        store.goAway();
        List<LetterId> ids = capture(capturer("node-1"), 3);
        store.comeBack();
        ForwardingStore dying = new ForwardingStore(store) {
            @Override
            public List<CaptureResult> capture(List<NewLetter> letters) {
                List<CaptureResult> captured = super.capture(letters);
                archive.goAway();
                return captured;
            }
        };
        capturer(dying, "node-2", PATIENCE).recover();
        archive.comeBack();
        int left = archive.objects().size();

        capturer("node-3").recover();

        assertThat(left).isEqualTo(3);
        assertKeptOnce(ids);
    }

    @Test
    void a_recovery_that_the_store_breaks_off_goes_on_when_it_is_back() {
        Capturer capturer = capturer("node-1");
        store.goAway();
        List<LetterId> ids = capture(capturer, 5);
        store.comeBack();
        store.goAwayAfter(2);
        capturer.recover();
        store.comeBack();

        capturer.recover();

        assertKeptOnce(ids);
    }

    @Test
    void letters_of_another_node_come_back_at_the_start_and_then_within_half_a_minute() {
        Capturer here = capturer("node-1");
        store.goAway();
        List<LetterId> ids = new ArrayList<>(capture(capturer("another.node/*"), 1));
        store.comeBack();
        int first = here.recover();
        store.goAway();
        ids.addAll(capture(capturer("another.node/*"), 2));
        store.comeBack();

        int atOnce = here.recover();
        clock.forward(LOOK_EVERY);
        int later = here.recover();

        assertThat(first).isEqualTo(1);
        assertThat(atOnce).isZero();
        assertThat(later).isEqualTo(2);
        assertKeptOnce(ids);
    }

    @Test
    void a_damaged_object_stays_and_holds_up_no_other() {
        Capturer capturer = capturer("node-1");
        store.goAway();
        capturer.captureAll(List.of(failed(1), failed(2)));
        String damaged = archive.objects().keySet().iterator().next();
        byte[] bytes = Objects.requireNonNull(archive.objects().get(damaged)).clone();
        bytes[bytes.length - 1] ^= 1;
        archive.objects().put(damaged, bytes);
        archive.objects().put("pending/a/foreign", "not a letter at all".getBytes(StandardCharsets.UTF_8));
        archive.objects().put("pending/a/cut-7", new byte[5]);
        LetterId whole = capturer.capture(failed(3)).id();
        store.comeBack();

        int recovered = capturer.recover();
        clock.forward(LOOK_EVERY);
        int again = capturer.recover();

        assertThat(recovered).as("one of the damaged object, and the whole one").isEqualTo(2);
        assertThat(again).isZero();
        assertThat(store.find(whole)).isPresent();
        assertThat(archive.objects()).containsOnlyKeys(damaged, "pending/a/foreign", "pending/a/cut-7");
        assertThat(capturer.waitingInArchive())
                .as("by the names of the objects")
                .isEqualTo(9);
    }

    @Test
    void a_letter_that_the_store_refuses_stays_in_the_archive_and_the_others_do_not_wait_for_it() {
        UnavailableStore refusing = new UnavailableStore(new ForwardingStore(store) {
            @Override
            public List<CaptureResult> capture(List<NewLetter> letters) {
                if (letters.stream()
                        .anyMatch(letter -> letter.message().payload().text().equals("order 1")))
                    throw new StoreRefused("no", new Exception());
                return super.capture(letters);
            }
        });
        Capturer capturer = capturer(refusing, "node-1", PATIENCE);
        refusing.goAway();
        capturer.captureAll(List.of(failed(0), failed(1), failed(2)));
        refusing.comeBack();

        int recovered = capturer.recover();

        assertThat(recovered).isEqualTo(2);
        assertThat(archive.objects()).hasSize(1);
        assertThat(capturer.waitingInArchive()).isEqualTo(3);
    }

    @Test
    void a_message_that_is_captured_again_is_answered_with_the_letter_in_the_archive() {
        Capturer capturer = capturer("node-1");
        FailedMessage failed = failed(Message.of("{}").with(Origin.of("orders", 1, 7)));
        store.goAway();
        CaptureResult first = capturer.capture(failed);
        CaptureResult second = capturer.capture(failed);
        store.comeBack();
        clock.forward(Duration.ofSeconds(2));
        CaptureResult third = capturer.capture(failed);

        capturer.recover();

        assertThat(List.of(second, third)).containsOnly(new CaptureResult(first.id(), false));
        assertKeptOnce(List.of(first.id()));
    }

    @Test
    void a_letter_does_not_overtake_an_earlier_one_of_its_sequence_that_is_in_the_archive() {
        CaptureRules ordered = new CaptureRules(Redaction.none(), List.of(new Glob("orders")), 10_000);
        List<LetterId> stored = new ArrayList<>();
        ForwardingStore noting = new ForwardingStore(store) {
            @Override
            public List<CaptureResult> capture(List<NewLetter> letters) {
                List<CaptureResult> captured = super.capture(letters);
                captured.forEach(letter -> stored.add(letter.id()));
                return captured;
            }
        };
        Optional<SpillFile> journal = Optional.of(new SpillFile(folder.resolve("spill"), 5000));
        Capturer capturer = capturer(noting, journal, "node-1", PATIENCE, ordered);
        store.goAway();
        List<LetterId> ids = new ArrayList<>();
        while (archive.objects().isEmpty())
            ids.add(capturer.capture(inOrder("a")).id());
        store.comeBack();
        clock.forward(Duration.ofSeconds(2));

        ids.add(capturer.capture(inOrder("a")).id());
        int before = CaptureFixture.kept(store);
        archive.goAway();
        capturer.recover();
        assertThatThrownBy(() -> capturer.capture(inOrder("a")))
                .as("the journal has room again, but not for one behind those of the archive")
                .isInstanceOf(CaptureFailed.class);
        archive.comeBack();
        clock.forward(LOOK_EVERY);
        capturer.recover();
        ids.add(capturer.capture(inOrder("a")).id());

        assertThat(before)
                .as("the later ones wait behind those of the journal and of the archive")
                .isZero();
        assertKeptOnce(ids);
        assertThat(stored).isEqualTo(ids).hasSizeGreaterThan(3);
    }

    private static FailedMessage inOrder(String key) {
        return failed(Message.of(Json.quote("x".repeat(500))).withKey(key));
    }

    @Test
    void letters_of_other_sequences_do_not_wait_for_the_archive() {
        CaptureRules ordered = new CaptureRules(Redaction.none(), List.of(new Glob("orders")), 10_000);
        Capturer capturer = capturer(store, Optional.empty(), "node-1", PATIENCE, ordered);
        store.goAway();
        capturer.capture(inOrder("a"));
        store.comeBack();
        clock.forward(Duration.ofSeconds(2));
        archive.goAway();

        CaptureResult other = capturer.capture(inOrder("b"));

        assertThat(store.find(other.id())).isPresent();
        assertThatThrownBy(() -> capturer.capture(inOrder("a"))).isInstanceOf(CaptureFailed.class);
    }
}
