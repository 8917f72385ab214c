package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.fingerprint;
import static dev.redrive.contract.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.cause.Fingerprint;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Summary;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Version;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.IntakeResult;
import dev.redrive.store.streams.ReturnedLetter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every store must hold about letters of which part is missing: they are never claimed. */
public abstract class CompletenessContract extends StoreContract {
    private static final Message CUT = Message.of("{\"half\":").with(Completeness.CUT);

    private LetterId cut() {
        return captured(aLetter().message(CUT).status(LetterStatus.MANUAL));
    }

    private static Edit notWhole(Completeness why) {
        return new Edit(Payload.of("half"), null, why, null, null, null, null, "ann");
    }

    private ExpectedLetter asItIs(LetterId id) {
        DeadLetter letter = found(id);
        return new ExpectedLetter.AsSeen(
                id, letter.status(), letter.attempt(), letter.state().version());
    }

    @Test
    void completeness_is_stored_with_a_letter() {
        LetterId cut = cut();
        LetterId whole = captured(aLetter());

        assertThat(found(cut).message().completeness()).isEqualTo(Completeness.CUT);
        assertThat(found(whole).message().completeness()).isEqualTo(Completeness.WHOLE);
        assertThat(store.search(Query.newest(Filter.all(), 10)).items())
                .extracting(Summary::completeness)
                .containsExactly(Completeness.WHOLE, Completeness.CUT);
    }

    @Test
    void a_letter_that_is_not_whole_does_not_begin_in_the_queue() {
        assertThatThrownBy(() -> aLetter().message(CUT).build()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void it_cannot_be_claimed() {
        LetterId id = cut();

        assertThat(ClaimedLetters.claim(store, id, "ann", MINUTE))
                .isEqualTo(new ClaimResult.NotWhole(Completeness.CUT));
        assertThat(store.claimExpected(List.of(asItIs(id)), "replay-1@a", MINUTE, Long.MAX_VALUE))
                .containsExactly(new ClaimResult.NotWhole(Completeness.CUT));
        assertThat(found(id).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(found(id).attempt()).isZero();
    }

    @Test
    void no_order_brings_it_into_the_queue() {
        LetterId id = cut();

        assertThat(store.move(id, ManualMove.reset("ann"))).isEqualTo(new MoveResult.NotWhole(Completeness.CUT));
        assertThat(store.move(id, ManualMove.requeue("ann"))).isEqualTo(new MoveResult.NotWhole(Completeness.CUT));
        BulkMoveResult all = store.moveAll(Filter.all(), ManualMove.reset("ann"), 10, null);

        assertThat(all.count()).isZero();
        assertThat(all.skipped()).isEqualTo(1);
        assertThat(store.move(id, ManualMove.archive("ann", null))).isInstanceOf(MoveResult.To.class);
        assertThat(store.move(id, ManualMove.restore("ann"))).isInstanceOf(MoveResult.To.class);
    }

    @Test
    void an_edit_makes_it_whole_and_the_versions_say_when() {
        LetterId id = cut();

        EditResult edited = store.edit(id, 0, Edit.payload(Payload.of("{\"all\":1}"), "ann"));

        assertThat(edited).isEqualTo(new EditResult.As(1));
        assertThat(store.versions(id))
                .extracting(Version::completeness)
                .containsExactly(Completeness.CUT, Completeness.WHOLE);
        assertThat(found(id).message()).isEqualTo(Message.of("{\"all\":1}"));
        assertThat(found(id).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(ClaimedLetters.claim(store, id, "ann", MINUTE)).isInstanceOf(ClaimResult.Leased.class);
    }

    @Test
    void an_edit_of_something_else_leaves_it_as_it_is() {
        LetterId id = cut();

        store.edit(id, 0, Edit.tags(List.of("looked-at"), "ann"));

        assertThat(found(id).message()).isEqualTo(CUT);
    }

    @Test
    void a_letter_that_waits_and_is_not_whole_any_more_waits_for_a_person() {
        LetterId ready = captured(aLetter());
        LetterId later = captured(aLetter().due(clock.instant().plus(MINUTE)));

        store.edit(ready, 0, notWhole(Completeness.REMOVED));
        store.edit(later, 0, notWhole(Completeness.REMOVED));

        assertThat(found(ready).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(found(later).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(store.tallies().byStatus().of(LetterStatus.MANUAL)).isEqualTo(2);
        assertThat(store.tallies().byStatus().of(LetterStatus.PENDING)).isZero();
        clock.forward(MINUTE);
        assertThat(claim(10)).isEmpty();
    }

    @Test
    void a_letter_that_comes_back_and_is_not_whole_any_more_waits_for_a_person() {
        LetterId id = captured(aLetter());
        Lease lease = claim(1).get(0).lease();
        store.settle(List.of(settlement(lease, new Settlement.Sent("orders-0@1"))));
        store.edit(id, 0, notWhole(Completeness.REMOVED));
        Failure failure = timeout();
        Settlement.Retry again = new Settlement.Retry(failure, fingerprint(failure), clock.instant());

        IntakeResult taken = store.ingest(
                new Intake(List.of(), List.of(new ReturnedLetter(id, 1, clock.instant(), again)), List.of()));

        assertThat(taken.returned()).containsExactly(Optional.of(LetterStatus.MANUAL));
        assertThat(found(id).status()).isEqualTo(LetterStatus.MANUAL);
    }

    @Test
    void a_letter_of_another_store_that_is_not_whole_waits_for_a_person() {
        InMemoryDeadLetterStore there = new InMemoryDeadLetterStore(clock);
        LetterId id = there.capture(List.of(aLetter().build())).get(0).id();
        DeadLetter whole = there.find(id).orElseThrow();
        DeadLetter cut = new DeadLetter(
                whole.id(),
                whole.channel(),
                CUT,
                whole.failure(),
                whole.cause(),
                whole.lastFailure(),
                whole.lastCause(),
                whole.priority(),
                whole.tags(),
                whole.ordered(),
                whole.state(),
                whole.attempts());

        Fingerprint cause = fingerprint(whole.failure());
        store.importAll(List.of(new ImportedLetter(cut, cause, cause, List.of(), null)));

        assertThat(found(id).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(found(id).message()).isEqualTo(CUT);
        assertThat(claim(10)).isEmpty();
    }
}
