package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.fingerprint;
import static dev.redrive.contract.LetterBuilder.invalid;
import static dev.redrive.contract.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.CaptureKey;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every store must hold when it takes in letters of another one. */
public abstract class ImportContract extends StoreContract {
    private final DeadLetterStore there = new InMemoryDeadLetterStore(clock);

    /** The letters are older than anything the store has seen. */
    protected ImportContract() {
        super(new SettableClock(Instant.parse("2024-11-30T23:59:00Z")));
    }

    protected LetterId thereIs(LetterBuilder letter) {
        return there.capture(List.of(letter.build())).get(0).id();
    }

    private Lease claimedThere(LetterId id) {
        return ClaimedLetters.leased(there, id, "worker there", MINUTE).lease();
    }

    private void settledThere(LetterId id, Settlement.Outcome outcome) {
        Lease lease = claimedThere(id);
        clock.forward(Duration.ofSeconds(5));
        there.settle(List.of(new Settlement(lease, Duration.ofMillis(77), "ladder", outcome)));
    }

    protected ImportedLetter imported(LetterId id, @Nullable CaptureKey key) {
        DeadLetter letter = there.find(id).orElseThrow();
        return new ImportedLetter(
                letter, fingerprint(letter.failure()), fingerprint(letter.lastFailure()), List.of(), key);
    }

    private List<CaptureResult> importAll(LetterId... letters) {
        List<ImportedLetter> batch = new ArrayList<>();
        for (LetterId id : letters) batch.add(imported(id, null));
        return store.importAll(batch);
    }

    /** One of each status, with what each can have. */
    private List<LetterId> allKinds() {
        LetterId waiting =
                thereIs(aLetter().due(clock.instant().plusSeconds(600)).priority(Priority.HIGH));
        LetterId tried = thereIs(aLetter().tagged("a", "b").event("e-1", "p.x"));
        settledThere(
                tried,
                new Settlement.Retry(
                        invalid(), fingerprint(invalid()), clock.instant().plusSeconds(60)));
        LetterId failed = thereIs(aLetter().keyed("k"));
        settledThere(failed, new Settlement.GaveUp(invalid(), fingerprint(invalid())));
        LetterId manual = thereIs(aLetter().status(LetterStatus.MANUAL));
        LetterId sent = thereIs(aLetter());
        settledThere(sent, new Settlement.Sent("orders-1@7"));
        LetterId resolved = thereIs(aLetter());
        settledThere(resolved, new Settlement.SetAside(timeout(), fingerprint(timeout())));
        settledThere(resolved, new Settlement.Succeeded(Resolution.How.MANUAL_RETRY, "ann"));
        LetterId archived = thereIs(aLetter().status(LetterStatus.FAILED));
        there.move(archived, ManualMove.discard("bob", "not wanted"));
        return List.of(waiting, tried, failed, manual, sent, resolved, archived);
    }

    @Test
    void letters_are_here_as_they_are_there() {
        List<LetterId> letters = allKinds();
        List<LetterId> mixed = new ArrayList<>(letters);
        Collections.reverse(mixed);

        List<CaptureResult> answers = importAll(mixed.toArray(LetterId[]::new));

        assertThat(answers)
                .containsExactlyElementsOf(
                        mixed.stream().map(id -> new CaptureResult(id, true)).toList());
        for (LetterId id : letters)
            assertThat(found(id)).isEqualTo(there.find(id).orElseThrow());
        assertThat(new HashSet<>(store.tallies().list()))
                .isEqualTo(new HashSet<>(there.tallies().list()));
        assertThat(store.sent(null, 9)).isEqualTo(there.sent(null, 9));
        assertThat(store.search(Query.newest(Filter.builder().tag("a").build(), 9)))
                .isEqualTo(there.search(Query.newest(Filter.builder().tag("a").build(), 9)));
        assertThat(store.search(Query.newest(Filter.builder().pattern("p.*").build(), 9)))
                .isEqualTo(there.search(
                        Query.newest(Filter.builder().pattern("p.*").build(), 9)));
    }

    @Test
    void a_letter_that_is_here_already_stays_as_it_is() {
        LetterId byId = thereIs(aLetter());
        importAll(byId);
        settledThere(byId, new Settlement.Succeeded(Resolution.How.MANUAL_RETRY, "ann"));
        NewLetter here = aLetter().idempotent("order-7").build();
        store.capture(List.of(here));
        LetterId byKey = thereIs(aLetter());
        LetterId fresh = thereIs(aLetter());

        List<CaptureResult> answers = store.importAll(
                List.of(imported(fresh, null), imported(byKey, CaptureKey.given("order-7")), imported(byId, null)));

        assertThat(answers)
                .containsExactly(
                        new CaptureResult(fresh, true),
                        new CaptureResult(here.id(), false),
                        new CaptureResult(byId, false));
        assertThat(found(byId).status()).isEqualTo(LetterStatus.PENDING);
        assertThat(store.find(byKey)).isEmpty();
        assertThat(store.tallies().byStatus().total()).isEqualTo(3);
    }

    @Test
    void the_same_letter_or_key_twice_is_kept_once() {
        LetterId one = thereIs(aLetter());
        LetterId other = thereIs(aLetter());
        CaptureKey key = CaptureKey.given("k");

        List<CaptureResult> answers =
                store.importAll(List.of(imported(other, key), imported(one, key), imported(one, key)));

        assertThat(answers)
                .containsExactly(
                        new CaptureResult(one, false), new CaptureResult(one, true), new CaptureResult(one, false));
        assertThat(store.tallies().byStatus().total()).isEqualTo(1);
    }

    @Test
    void a_later_capture_of_the_same_message_is_known() {
        LetterId id = thereIs(aLetter());
        store.importAll(List.of(imported(id, CaptureKey.given("order-7"))));

        assertThat(store.capture(List.of(aLetter().idempotent("order-7").build())))
                .containsExactly(new CaptureResult(id, false));
        store.delete(id);
        assertThat(store.capture(List.of(aLetter().idempotent("order-7").build()))
                        .get(0)
                        .isNew())
                .isTrue();
    }

    @Test
    void a_letter_that_is_being_tried_there_is_due_here() {
        LetterId id = thereIs(aLetter());
        claimedThere(id);
        clock.forward(Duration.ofSeconds(5));

        importAll(id);

        assertThat(found(id).status()).isEqualTo(LetterStatus.PENDING);
        assertThat(found(id).state().nextRetryAt()).isEqualTo(clock.instant());
        assertThat(found(id).state().lockedBy()).isNull();
        LeasedLetter claimed = store.claim(ClaimRequest.of("w", 9, MINUTE)).get(0);
        assertThat(claimed.letter().id()).isEqualTo(id);
        assertThat(claimed.lease().token()).isEqualTo(2);
    }

    @Test
    void an_imported_letter_lives_on() {
        LetterId id = thereIs(aLetter());
        settledThere(id, new Settlement.SetAside(invalid(), fingerprint(invalid())));
        settledThere(id, new Settlement.GaveUp(timeout(), fingerprint(timeout())));
        importAll(id);

        Lease lease = ClaimedLetters.leased(store, id, "w", MINUTE).lease();
        store.settle(List.of(new Settlement(
                lease, Duration.ZERO, "replay", new Settlement.Succeeded(Resolution.How.MANUAL_RETRY, "ann"))));

        assertThat(found(id).attempts()).extracting(Attempt::token).containsExactly(1, 2, 3);
        assertThat(found(id).attempts().get(0).failure()).isEqualTo(invalid());
        assertThat(found(id).failure()).isEqualTo(timeout());
        assertThat(found(id).status()).isEqualTo(LetterStatus.RESOLVED);
        assertThat(store.edit(id, 0, Edit.priority(Priority.HIGH, null)))
                .isEqualTo(new EditResult.NotAllowed(LetterStatus.RESOLVED));
        assertThat(store.delete(id)).isEqualTo(new DeleteResult.Gone());
        assertThat(store.tallies().byStatus().total()).isZero();
    }

    @Test
    void an_edited_letter_comes_with_its_versions() {
        LetterId id = thereIs(aLetter().saying("one").status(LetterStatus.FAILED));
        there.edit(id, 0, Edit.payload(Payload.of("two"), "ann").noted("because"));
        clock.forward(MINUTE);
        there.edit(id, 1, Edit.tags(List.of("t"), "bob"));
        DeadLetter letter = there.find(id).orElseThrow();

        store.importAll(List.of(withVersions(id)));

        assertThat(found(id)).isEqualTo(letter);
        assertThat(found(id).state().version()).isEqualTo(2);
        assertThat(store.versions(id)).isEqualTo(there.versions(id)).hasSize(3);
        assertThat(store.versionBytes(id)).isPositive();
        assertThat(store.edit(id, 2, Edit.priority(Priority.LOW, null))).isEqualTo(new EditResult.As(3));
        assertThat(store.versions(id)).extracting(Version::number).containsExactly(0, 1, 2, 3);
    }

    @Test
    void a_letter_that_is_here_already_gets_no_versions() {
        LetterId id = thereIs(aLetter().status(LetterStatus.FAILED));
        importAll(id);
        there.edit(id, 0, Edit.tags(List.of("t"), "bob"));

        store.importAll(List.of(withVersions(id)));

        assertThat(store.versions(id)).isEmpty();
        assertThat(found(id).state().version()).isZero();
    }

    private ImportedLetter withVersions(LetterId id) {
        ImportedLetter letter = imported(id, null);
        return new ImportedLetter(
                letter.letter(), letter.fingerprint(), letter.lastFingerprint(), there.versions(id), null);
    }

    @Test
    void an_edited_letter_without_versions_begins_anew_with_its_newest_one() {
        LetterId id = thereIs(aLetter().status(LetterStatus.FAILED));
        there.edit(id, 0, new Edit(null, null, null, null, Priority.HIGH, List.of("t"), null, "ann"));

        importAll(id);

        assertThat(found(id).priority()).isEqualTo(Priority.HIGH);
        assertThat(found(id).tags()).containsExactly("t");
        assertThat(found(id).state().version()).isZero();
        assertThat(store.versions(id)).isEmpty();
        assertThat(store.edit(id, 0, Edit.priority(Priority.LOW, null))).isEqualTo(new EditResult.As(1));
    }

    @Test
    void letters_of_a_sequence_go_in_the_order_of_their_ids() {
        LetterId closed = thereIs(aLetter().inOrder("k"));
        there.move(closed, ManualMove.archive("ann", null));
        LetterId first = thereIs(aLetter().inOrder("k").status(LetterStatus.FAILED));
        LetterId second = thereIs(aLetter().inOrder("k"));

        importAll(second, first, closed);

        assertThat(found(first).blockedBy()).isEmpty();
        assertThat(found(second).blockedBy()).contains(first);
        assertThat(store.claim(ClaimRequest.of("w", 9, MINUTE))).isEmpty();
        store.move(first, ManualMove.archive("ann", null));
        assertThat(store.claim(ClaimRequest.of("w", 9, MINUTE)))
                .extracting(c -> c.letter().id())
                .containsExactly(second);
    }

    @Test
    void an_imported_letter_lines_up_behind_those_that_are_here() {
        LetterId older = thereIs(aLetter().inOrder("k"));
        LetterId here =
                store.capture(List.of(aLetter().inOrder("k").build())).get(0).id();

        importAll(older);

        assertThat(found(older).blockedBy()).contains(here);
    }

    @Test
    void a_cause_comes_along_and_a_known_one_keeps_its_state() {
        CauseId timeouts = fingerprint(timeout()).id();
        store.capture(List.of(aLetter().build()));
        store.setCause(timeouts, CauseState.RESOLVED, "ann");
        clock.forward(MINUTE);
        LetterId known = thereIs(aLetter());
        LetterId unknown = thereIs(aLetter().failedWith(invalid()).status(LetterStatus.FAILED));

        importAll(known, unknown);

        Cause resolved = cause(timeouts).orElseThrow();
        assertThat(resolved.state()).isEqualTo(CauseState.RESOLVED);
        assertThat(resolved.stateBy()).isEqualTo("ann");
        assertThat(resolved.lastSeen()).isEqualTo(clock.instant());
        assertThat(resolved.counts().of(LetterStatus.PENDING)).isEqualTo(2);
        Cause fresh = cause(fingerprint(invalid()).id()).orElseThrow();
        assertThat(fresh.state()).isEqualTo(CauseState.OPEN);
        assertThat(fresh.firstSeen()).isEqualTo(unknown.createdAt());
        assertThat(fresh.counts().of(LetterStatus.FAILED)).isEqualTo(1);
        store.capture(List.of(aLetter().build()));
        assertThat(cause(timeouts).orElseThrow().state()).isEqualTo(CauseState.REGRESSED);
    }

    @Test
    void a_whole_batch_is_imported_at_once_and_again_without_effect() {
        List<ImportedLetter> batch = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            LetterBuilder letter = aLetter().saying("{\"n\":" + i + "}");
            if (i % 2 == 0) letter.status(LetterStatus.FAILED);
            if (i % 7 == 0) clock.forward(Duration.ofSeconds(1));
            batch.add(imported(thereIs(letter), CaptureKey.given("k-" + i)));
        }

        List<CaptureResult> first = store.importAll(batch);
        List<CaptureResult> second = store.importAll(batch);

        assertThat(first).allMatch(CaptureResult::isNew);
        assertThat(second).noneMatch(CaptureResult::isNew);
        assertThat(store.importAll(List.of())).isEmpty();
        assertThat(store.tallies().byStatus().of(LetterStatus.FAILED)).isEqualTo(250);
        assertThat(store.tallies().byStatus().of(LetterStatus.PENDING)).isEqualTo(250);
    }

    @Test
    void imports_of_the_same_letters_at_the_same_time_keep_each_once() throws Exception {
        List<ImportedLetter> batch = new ArrayList<>();
        for (int i = 0; i < 50; i++) batch.add(imported(thereIs(aLetter().inOrder("k-" + i % 5)), null));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<List<CaptureResult>>> running = new ArrayList<>();
            for (int i = 0; i < 4; i++) running.add(threads.submit(() -> store.importAll(batch)));
            long fresh = 0;
            for (Future<List<CaptureResult>> one : running)
                fresh += one.get().stream().filter(CaptureResult::isNew).count();

            assertThat(fresh).isEqualTo(50);
        } finally {
            threads.shutdownNow();
        }
        assertThat(store.tallies().byStatus().of(LetterStatus.PENDING)).isEqualTo(50);
        assertThat(store.claim(ClaimRequest.of("w", 99, MINUTE))).hasSize(5);
    }

    @Test
    void a_letter_that_contradicts_itself_is_refused() {
        LetterId id = thereIs(aLetter());
        settledThere(id, new Settlement.Sent("orders-1@7"));
        DeadLetter letter = there.find(id).orElseThrow();
        LetterState s = letter.state();
        LetterState withoutReceipt = new LetterState(
                s.status(),
                s.retryCount(),
                s.maxRetries(),
                s.attempt(),
                null,
                null,
                null,
                null,
                s.firstFailedAt(),
                s.lastFailedAt(),
                s.updatedAt(),
                null,
                null,
                null,
                0);
        Attempt attempt = letter.attempts().get(0);

        assertThatThrownBy(() -> imported(with(letter, withoutReceipt, letter.attempts())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(id.toString());
        assertThatThrownBy(() -> imported(with(letter, s, List.of(attempt, attempt))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(id.toString());
        there.edit(id, 0, Edit.tags(List.of("t"), "ann"));
        List<Version> versions = new ArrayList<>(there.versions(id));
        Collections.reverse(versions);
        ImportedLetter right = withVersions(id);
        assertThatThrownBy(() -> new ImportedLetter(
                        right.letter(), right.fingerprint(), right.lastFingerprint(), versions, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(id.toString());
    }

    private static ImportedLetter imported(DeadLetter letter) {
        return new ImportedLetter(
                letter, fingerprint(letter.failure()), fingerprint(letter.lastFailure()), List.of(), null);
    }

    private static DeadLetter with(DeadLetter letter, LetterState state, List<Attempt> attempts) {
        return new DeadLetter(
                letter.id(),
                letter.channel(),
                letter.message(),
                letter.failure(),
                letter.cause(),
                letter.lastFailure(),
                letter.lastCause(),
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                state,
                attempts);
    }
}
