package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.fingerprint;
import static dev.redrive.contract.LetterBuilder.invalid;
import static dev.redrive.contract.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.holds.LegalHolds;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What legal holds of every store must keep, whichever process placed them. */
public abstract class LegalHoldContract extends BookContract<DeadLetterStore> {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final ChannelTimes AT_ONCE = ChannelTimes.everywhere(Duration.ZERO);
    private static final CauseId TIMEOUTS = fingerprint(timeout()).id();
    private static final CauseId INVALIDS = fingerprint(invalid()).id();

    private final LetterIds ids = new LetterIds(SettableClock.standing());

    @Override
    protected DeadLetterStore bookOf(DeadLetterStore store) {
        return store;
    }

    private LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    private LetterId captured(LetterBuilder letter) {
        return book.capture(List.of(letter.build())).get(0).id();
    }

    private LetterId archived(LetterBuilder letter) {
        LetterId id = captured(letter);
        book.move(id, ManualMove.archive("ann", null));
        return id;
    }

    private static LegalHold hold(HoldSubject subject) {
        return new LegalHold(subject, "ann", "case 4711", T);
    }

    private static LegalHold holdSince(HoldSubject subject, long minute) {
        return new LegalHold(subject, "bob", "case " + minute, minutes(minute));
    }

    // The holds

    @Test
    void holds_are_listed_until_they_are_lifted() {
        LegalHold first = holdSince(HoldSubject.channel("orders"), 1);
        LegalHold second = holdSince(HoldSubject.cause(TIMEOUTS), 2);
        LegalHold third = holdSince(HoldSubject.letter(ids.next()), 3);
        for (LegalHold hold : List.of(second, third, first))
            assertThat(book.holds().place(hold)).isEqualTo(hold);

        assertThat(other.holds().list()).containsExactly(third, second, first);
        assertThat(other.holds().lift(second.subject())).contains(second);
        assertThat(book.holds().list()).containsExactly(third, first);
        assertThat(book.holds().lift(second.subject())).isEmpty();
    }

    @Test
    void a_second_hold_on_the_same_changes_nothing() {
        HoldSubject subject = HoldSubject.channel("orders");
        LegalHold first = holdSince(subject, 1);
        book.holds().place(first);

        assertThat(other.holds().place(holdSince(subject, 2))).isEqualTo(first);
        assertThat(book.holds().list()).containsExactly(first);
    }

    @Test
    void a_name_is_held_as_what_it_is() {
        book.holds().place(hold(HoldSubject.channel("orders*")));
        book.holds().place(hold(HoldSubject.channel(TIMEOUTS.toString())));

        assertThat(book.holds().on(ids.next(), "orders", TIMEOUTS, INVALIDS)).isEmpty();
        assertThat(book.holds().on(ids.next(), "orders*", TIMEOUTS, INVALIDS)).isPresent();
    }

    @Test
    void a_letter_is_held_by_its_id_its_causes_and_its_channel() {
        LetterId id = ids.next();
        LegalHolds holds = book.holds();
        for (HoldSubject subject : List.of(
                HoldSubject.letter(id),
                HoldSubject.cause(TIMEOUTS),
                HoldSubject.cause(INVALIDS),
                HoldSubject.channel("orders"))) {
            holds.place(hold(subject));

            assertThat(other.holds().on(id, "orders", TIMEOUTS, INVALIDS)).contains(hold(subject));
            holds.lift(subject);
            assertThat(other.holds().on(id, "orders", TIMEOUTS, INVALIDS)).isEmpty();
        }
    }

    @Test
    void of_several_holds_that_on_the_letter_is_named_then_that_on_a_cause() {
        LetterId id = ids.next();
        HoldSubject channel = HoldSubject.channel("orders");
        HoldSubject cause = HoldSubject.cause(INVALIDS);
        HoldSubject letter = HoldSubject.letter(id);

        for (HoldSubject subject : List.of(channel, cause, letter)) {
            book.holds().place(hold(subject));

            assertThat(book.holds().on(id, "orders", TIMEOUTS, INVALIDS)).contains(hold(subject));
        }
    }

    @Test
    void a_hold_placed_by_many_at_once_is_one_hold() throws Exception {
        HoldSubject subject = HoldSubject.channel("orders");
        List<LegalHold> answers = allAtOnce(store -> store.holds()
                .place(new LegalHold(subject, Thread.currentThread().getName(), "case", T)));

        assertThat(new HashSet<>(answers)).hasSize(1);
        assertThat(book.holds().list()).containsExactly(answers.get(0));
    }

    @Test
    void more_holds_than_can_be_looked_through_are_refused() {
        IntStream.range(0, LegalHolds.MOST)
                .parallel()
                .forEach(i -> book.holds().place(hold(HoldSubject.channel("channel-" + i))));

        assertThatThrownBy(() -> book.holds().place(hold(HoldSubject.channel("one more"))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("hold");
        assertThat(book.holds().place(holdSince(HoldSubject.channel("channel-0"), 9)))
                .isEqualTo(hold(HoldSubject.channel("channel-0")));
        assertThat(book.holds().list()).hasSize(LegalHolds.MOST);
    }

    // What they keep

    @Test
    void a_held_letter_is_not_deleted_until_the_hold_is_lifted() {
        LetterId id = captured(aLetter());
        HoldSubject subject = HoldSubject.letter(id);
        book.holds().place(hold(subject));

        assertThat(other.delete(id)).isEqualTo(new DeleteResult.Held(hold(subject)));

        assertThat(book.find(id)).isPresent();
        other.holds().lift(subject);
        assertThat(book.delete(id)).isEqualTo(new DeleteResult.Gone());
    }

    @Test
    void a_hold_is_named_before_a_worker() {
        LetterId id = captured(aLetter());
        ClaimedLetters.leased(book, id, "w", MINUTE);
        book.holds().place(hold(HoldSubject.letter(id)));
        WholeLetter letter = book.whole(List.of(id), Long.MAX_VALUE).get(0);

        assertThat(book.delete(id)).isEqualTo(new DeleteResult.Held(hold(HoldSubject.letter(id))));
        assertThat(book.rewrite(letter)).isEqualTo(new RewriteResult.Held(hold(HoldSubject.letter(id))));
    }

    @Test
    void all_letters_of_a_held_cause_are_kept_those_that_failed_with_it_first_and_those_that_do_now() {
        LetterId first = captured(aLetter().failedWith(invalid()));
        LetterId now = captured(aLetter());
        Settlement again = new Settlement(
                ClaimedLetters.leased(book, now, "w", MINUTE).lease(),
                Duration.ZERO,
                "ladder",
                new Settlement.GaveUp(invalid(), fingerprint(invalid())));
        book.settle(List.of(again));
        LetterId neither = captured(aLetter());
        LegalHold hold = hold(HoldSubject.cause(INVALIDS));
        other.holds().place(hold);

        assertThat(book.delete(first)).isEqualTo(new DeleteResult.Held(hold));
        assertThat(book.delete(now)).isEqualTo(new DeleteResult.Held(hold));
        assertThat(book.delete(neither)).isEqualTo(new DeleteResult.Gone());
    }

    @Test
    void a_held_letter_that_is_past_its_time_is_counted_and_stays() {
        LetterId held = archived(aLetter().from("ledger"));
        LetterId heldToo = archived(aLetter());
        LetterId free = archived(aLetter());
        other.holds().place(hold(HoldSubject.channel("ledger")));
        other.holds().place(hold(HoldSubject.letter(heldToo)));

        DuePage due = DuePages.all(book, LetterStatus.ARCHIVED, AT_ONCE, 2);

        assertThat(due.letters()).extracting(DueLetter::id).containsExactly(free);
        assertThat(due.held()).isEqualTo(2);
        assertThat(book.find(held)).isPresent();
    }

    @Test
    void a_letter_that_is_held_after_it_was_seen_is_neither_removed_nor_closed() {
        LetterId archived = archived(aLetter());
        LetterId failed = captured(aLetter().status(LetterStatus.FAILED));
        List<DueLetter> due = new ArrayList<>();
        due.addAll(DuePages.all(book, LetterStatus.ARCHIVED, AT_ONCE, 9).letters());
        due.addAll(DuePages.all(book, LetterStatus.FAILED, AT_ONCE, 9).letters());
        other.holds().place(hold(HoldSubject.channel("orders")));

        assertThat(book.remove(due)).isEmpty();
        assertThat(book.close(due, ManualMove.archive("retention", null))).isEmpty();

        assertThat(due).hasSize(2);
        assertThat(book.find(archived)).isPresent();
        assertThat(book.find(failed).orElseThrow().status()).isEqualTo(LetterStatus.FAILED);
    }

    @Test
    void a_held_letter_is_not_rewritten() {
        LetterId id = captured(aLetter());
        WholeLetter letter = book.whole(List.of(id), Long.MAX_VALUE).get(0);
        other.holds().place(hold(HoldSubject.channel("orders")));
        WholeLetter empty = new WholeLetter(
                letter.letter().with(letter.letter().message().with(Payload.empty())), letter.versions());

        assertThat(book.rewrite(empty)).isEqualTo(new RewriteResult.Held(hold(HoldSubject.channel("orders"))));

        assertThat(book.find(id)).contains(letter.letter());
    }

    @Test
    void a_held_letter_is_worked_on_as_any_other() {
        LetterId id = captured(aLetter());
        book.holds().place(hold(HoldSubject.letter(id)));

        assertThat(book.edit(id, 0, Edit.tags(List.of("t"), "ann"))).isEqualTo(new EditResult.As(1));
        assertThat(book.move(id, ManualMove.archive("ann", null))).isInstanceOf(MoveResult.To.class);
        assertThat(book.move(id, ManualMove.restore("ann"))).isInstanceOf(MoveResult.To.class);
        assertThat(ClaimedLetters.leased(book, id, "w", MINUTE).letter().id()).isEqualTo(id);
    }

    @Test
    void a_letter_outlives_every_hold_that_was_placed_while_it_was_there() throws Exception {
        List<LetterId> letters =
                IntStream.range(0, 60).mapToObj(i -> archived(aLetter())).toList();
        List<DueLetter> due =
                DuePages.all(book, LetterStatus.ARCHIVED, AT_ONCE, 100).letters();
        Set<LetterId> mustStay = ConcurrentHashMap.newKeySet();
        CyclicBarrier start = new CyclicBarrier(2);

        DeadLetterStoreContract.together(2, worker -> {
            start.await();
            for (int i = 0; i < letters.size(); i++) {
                if (worker == 0) book.remove(due.subList(i, i + 1));
                else {
                    LetterId id = letters.get(letters.size() - 1 - i);
                    other.holds().place(hold(HoldSubject.letter(id)));
                    if (other.find(id).isPresent()) mustStay.add(id);
                }
            }
        });

        assertThat(mustStay).allSatisfy(id -> assertThat(book.find(id)).isPresent());
        assertThat(book.tallies().byStatus().total()).isEqualTo(mustStay.size());
    }
}
