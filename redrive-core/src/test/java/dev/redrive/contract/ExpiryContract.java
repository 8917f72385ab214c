package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.fingerprint;
import static dev.redrive.contract.LetterBuilder.invalid;
import static dev.redrive.contract.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.SettledCount;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How letters leave every store when their retention is over. */
public abstract class ExpiryContract extends StoreContract {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final ChannelTimes A_MONTH = ChannelTimes.everywhere(MONTH);
    private static final ManualMove CLOSING = Retention.defaults().archiving();
    private static final int MANY_STEPS = 10_000;

    private LetterId settled(LetterStatus status) {
        return settled(status, aLetter());
    }

    private LetterId settled(LetterStatus status, LetterBuilder letter) {
        if (status == LetterStatus.FAILED) return captured(letter.status(LetterStatus.FAILED));
        LetterId id = captured(letter);
        if (status == LetterStatus.ARCHIVED) store.move(id, ManualMove.archive("ann", null));
        else
            store.settle(List.of(
                    succeeded(ClaimedLetters.leased(store, id, "w", MINUTE).lease())));
        assertThat(found(id).status()).isEqualTo(status);
        return id;
    }

    private List<DueLetter> due(LetterStatus status) {
        return due(status, A_MONTH);
    }

    private List<DueLetter> due(LetterStatus status, ChannelTimes times) {
        return DuePages.all(store, status, times, 3).letters();
    }

    private List<LetterId> dueIds(LetterStatus status, ChannelTimes times) {
        return due(status, times).stream().map(DueLetter::id).toList();
    }

    // What is due

    @ParameterizedTest
    @EnumSource(names = {"RESOLVED", "FAILED", "ARCHIVED"})
    void a_letter_is_due_when_its_time_is_over_and_not_before(LetterStatus status) {
        LetterId id = settled(status);

        clock.forward(MONTH.minusMillis(1));
        assertThat(due(status)).isEmpty();
        clock.forward(Duration.ofMillis(1));

        assertThat(due(status)).extracting(DueLetter::id).containsExactly(id);
        for (LetterStatus other : EnumSet.complementOf(EnumSet.of(status, LetterStatus.PENDING, LetterStatus.RETRYING)))
            if (other != LetterStatus.MANUAL && other != LetterStatus.REPLAYED)
                assertThat(due(other)).isEmpty();
    }

    @Test
    void a_due_letter_is_described_as_it_is() {
        LetterId id = captured(aLetter().from("ledger"));
        store.edit(id, 0, Edit.payload(Payload.of("edited"), "ann"));
        store.settle(List.of(gaveUp(claim(1).get(0).lease(), invalid())));
        Instant failed = clock.instant();

        clock.forward(MONTH);

        assertThat(due(LetterStatus.FAILED))
                .containsExactly(new DueLetter(id, "ledger", timeout().type(), LetterStatus.FAILED, 1, failed, 1));
    }

    @Test
    void open_letters_never_expire() {
        captured(aLetter().due(clock.instant().plus(Duration.ofDays(9000))));
        captured(aLetter().status(LetterStatus.MANUAL));
        LetterId sent = captured(aLetter());
        store.settle(List.of(settlement(
                ClaimedLetters.leased(store, sent, "w", MINUTE).lease(), new Settlement.Sent("orders-0@1"))));
        ClaimedLetters.leased(store, captured(aLetter()), "w", Duration.ofDays(9000));

        clock.forward(Duration.ofDays(3650));

        for (LetterStatus status : List.of(LetterStatus.RESOLVED, LetterStatus.FAILED, LetterStatus.ARCHIVED))
            assertThat(due(status)).isEmpty();
        assertThat(store.tallies().byStatus().total()).isEqualTo(4);
    }

    @Test
    void a_channel_may_have_a_time_of_its_own() {
        LetterId usual = settled(LetterStatus.RESOLVED, aLetter().from("orders"));
        LetterId shorter = settled(LetterStatus.RESOLVED, aLetter().from("clicks"));
        LetterId longer = settled(LetterStatus.RESOLVED, aLetter().from("ledger"));
        ChannelTimes times = new ChannelTimes(
                MONTH, Map.of("clicks", Duration.ofDays(1), "ledger", Duration.ofDays(3650), "unknown", MINUTE));

        clock.forward(Duration.ofDays(1));
        assertThat(dueIds(LetterStatus.RESOLVED, times)).containsExactly(shorter);
        clock.forward(Duration.ofDays(29));
        assertThat(dueIds(LetterStatus.RESOLVED, times)).containsExactly(usual, shorter);
        clock.forward(Duration.ofDays(3620));
        assertThat(dueIds(LetterStatus.RESOLVED, times)).containsExactly(usual, shorter, longer);
    }

    @Test
    void due_letters_come_in_pages_in_the_order_of_their_ids() {
        List<LetterId> letters = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            letters.add(settled(LetterStatus.RESOLVED));
            settled(LetterStatus.ARCHIVED);
            captured(aLetter());
        }
        clock.forward(MONTH);

        DuePage first = store.due(LetterStatus.RESOLVED, A_MONTH, null, 3);

        assertThat(first.letters()).hasSizeLessThanOrEqualTo(3);
        assertThat(first.next()).isNotNull();
        for (int limit : new int[] {1, 2, 7, 100})
            assertThat(DuePages.all(store, LetterStatus.RESOLVED, A_MONTH, limit)
                            .letters())
                    .extracting(DueLetter::id)
                    .isEqualTo(letters);
    }

    @Test
    void the_order_of_changes_is_not_the_order_of_ids() {
        LetterId first = captured(aLetter());
        LetterId second = settled(LetterStatus.ARCHIVED);
        clock.forward(MONTH);
        store.move(first, ManualMove.archive("ann", null));

        assertThat(due(LetterStatus.ARCHIVED)).extracting(DueLetter::id).containsExactly(second);
        clock.forward(MONTH);

        assertThat(due(LetterStatus.ARCHIVED)).extracting(DueLetter::id).containsExactly(first, second);
    }

    // Removal

    @ParameterizedTest
    @EnumSource(names = {"RESOLVED", "ARCHIVED"})
    void a_removed_letter_is_gone_with_all_that_belongs_to_it(LetterStatus status) {
        LetterBuilder letter =
                aLetter().idempotent("k").tagged("t").keyed("customer-1").event("e-1", "p.x");
        LetterId id = captured(letter);
        store.edit(id, 0, Edit.payload(Payload.of("needle"), "ann"));
        store.settle(List.of(
                settlement(claim(1).get(0).lease(), new Settlement.SetAside(invalid(), fingerprint(invalid())))));
        if (status == LetterStatus.ARCHIVED) store.move(id, ManualMove.archive("ann", null));
        else
            store.settle(List.of(
                    succeeded(ClaimedLetters.leased(store, id, "w", MINUTE).lease())));
        LetterId other = settled(status);
        clock.forward(MONTH);
        List<DueLetter> due = due(status).subList(0, 1);

        assertThat(store.remove(due)).containsExactly(id);

        assertThat(store.find(id)).isEmpty();
        assertThat(store.versions(id)).isEmpty();
        assertThat(store.states(List.of(id))).isEmpty();
        assertThat(idsOf(Filter.all())).containsExactly(other);
        assertThat(idsOf(Filter.builder().tag("t").build())).isEmpty();
        assertThat(idsOf(Filter.builder().eventId("e-1").build())).isEmpty();
        assertThat(idsOf(Filter.builder().text("needle").build())).isEmpty();
        assertThat(store.tallies().byStatus().byStatus()).containsOnly(Map.entry(status, 1L));
        assertThat(cause(fingerprint(timeout()).id()).orElseThrow().counts().total())
                .isEqualTo(1);
        assertThat(store.capture(List.of(aLetter().idempotent("k").build()))
                        .get(0)
                        .isNew())
                .isTrue();
    }

    @Test
    void what_was_removed_is_not_removed_again() {
        settled(LetterStatus.RESOLVED);
        clock.forward(MONTH);
        List<DueLetter> due = due(LetterStatus.RESOLVED);
        store.remove(due);

        assertThat(store.remove(due)).isEmpty();
        assertThat(store.remove(List.of())).isEmpty();
        assertThat(due(LetterStatus.RESOLVED)).isEmpty();
    }

    @Test
    void a_letter_that_changed_since_it_was_seen_is_not_removed() {
        LetterId restored = settled(LetterStatus.ARCHIVED);
        LetterId closedAgain = settled(LetterStatus.ARCHIVED);
        LetterId asItWas = settled(LetterStatus.ARCHIVED);
        clock.forward(MONTH);
        List<DueLetter> due = due(LetterStatus.ARCHIVED);
        store.move(restored, ManualMove.restore("bob"));
        store.move(closedAgain, ManualMove.restore("bob"));
        store.move(closedAgain, ManualMove.archive("bob", null));

        assertThat(store.remove(due)).containsExactly(asItWas);

        assertThat(idsOf(Filter.all())).containsExactly(closedAgain, restored);
    }

    @Test
    void a_letter_that_was_tried_edited_and_closed_again_in_the_same_moment_is_not_removed() {
        LetterId id = settled(LetterStatus.ARCHIVED);
        List<DueLetter> due = due(LetterStatus.ARCHIVED, ChannelTimes.everywhere(Duration.ZERO));
        store.move(id, ManualMove.restore("bob"));
        store.edit(id, 0, Edit.priority(Priority.HIGH, "bob"));
        store.move(id, ManualMove.archive("bob", null));

        assertThat(store.remove(due)).isEmpty();

        assertThat(found(id).priority()).isEqualTo(Priority.HIGH);
    }

    @Test
    void an_open_letter_is_never_removed() {
        LetterId failed = settled(LetterStatus.FAILED);
        clock.forward(MONTH);

        assertThat(store.remove(due(LetterStatus.FAILED))).isEmpty();

        assertThat(found(failed).status()).isEqualTo(LetterStatus.FAILED);
    }

    @Test
    void hundreds_of_letters_are_removed_at_once_and_by_one_of_many() throws Exception {
        store.capture(IntStream.range(0, 600)
                .mapToObj(i -> aLetter().tagged("t-" + i % 3).build())
                .toList());
        store.settle(claim(600).stream().map(c -> succeeded(c.lease())).toList());
        clock.forward(MONTH);
        List<DueLetter> due =
                store.due(LetterStatus.RESOLVED, A_MONTH, null, 1000).letters();
        ConcurrentLinkedQueue<LetterId> gone = new ConcurrentLinkedQueue<>();

        DeadLetterStoreContract.together(4, worker -> {
            List<DueLetter> mine = new ArrayList<>(due);
            if (worker % 2 == 1) Collections.reverse(mine);
            gone.addAll(store.remove(mine));
        });

        assertThat(due).hasSize(600);
        assertThat(gone).hasSize(600).doesNotHaveDuplicates();
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(0));
        assertThat(idsOf(Filter.builder().tag("t-1").build())).isEmpty();
    }

    // Closing

    @Test
    void a_failed_letter_is_closed_by_retention() {
        LetterId id = settled(LetterStatus.FAILED);
        clock.forward(MONTH);

        assertThat(store.close(due(LetterStatus.FAILED), CLOSING)).containsExactly(id);

        assertThat(found(id).status()).isEqualTo(LetterStatus.ARCHIVED);
        assertThat(found(id).state().updatedAt()).isEqualTo(clock.instant());
        assertThat(found(id).state().resolution())
                .isEqualTo(new Resolution(
                        clock.instant(), Resolution.How.DISCARD, "retention", "failed and left alone for 90 days"));
        assertThat(store.tallies().byStatus().byStatus()).containsOnly(Map.entry(LetterStatus.ARCHIVED, 1L));
        assertThat(due(LetterStatus.ARCHIVED)).isEmpty();
    }

    @Test
    void only_failed_letters_that_are_still_as_they_were_seen_are_closed() {
        LetterId tried = settled(LetterStatus.FAILED);
        LetterId edited = settled(LetterStatus.FAILED);
        LetterId asItWas = settled(LetterStatus.FAILED);
        LetterId resolved = settled(LetterStatus.RESOLVED);
        clock.forward(MONTH);
        List<DueLetter> due = new ArrayList<>(due(LetterStatus.FAILED));
        due.addAll(due(LetterStatus.RESOLVED));
        store.settle(
                List.of(gaveUp(ClaimedLetters.leased(store, tried, "w", MINUTE).lease(), invalid())));
        store.edit(edited, 0, Edit.tags(List.of("looked-at"), "ann"));

        assertThat(store.close(due, CLOSING)).containsExactly(asItWas);

        assertThat(found(tried).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(found(edited).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(found(resolved).status()).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void what_waits_behind_a_failed_letter_may_go_once_it_is_closed() {
        LetterId failed = settled(LetterStatus.FAILED, aLetter().inOrder("k"));
        LetterId behind = captured(aLetter().inOrder("k"));
        clock.forward(MONTH);

        store.close(due(LetterStatus.FAILED), CLOSING);

        assertThat(found(failed).status()).isEqualTo(LetterStatus.ARCHIVED);
        assertThat(claimedIds(10)).containsExactly(behind);
    }

    // Whole months

    @Test
    void removing_whole_months_takes_nothing_that_is_not_past_its_time() {
        List<LetterId> past = List.of(settled(LetterStatus.RESOLVED), settled(LetterStatus.ARCHIVED));
        clock.forward(Duration.ofDays(65));
        LetterId fresh = settled(LetterStatus.RESOLVED);
        LetterId open = captured(aLetter());
        Map<LetterStatus, ChannelTimes> times = Map.of(LetterStatus.RESOLVED, A_MONTH, LetterStatus.ARCHIVED, A_MONTH);

        int removed = store.removeWhole(times);

        List<LetterId> left = idsOf(Filter.all());
        assertThat(removed).isEqualTo(4 - left.size());
        assertThat(left).contains(fresh, open);
        assertThat(store.tallies().byStatus().total()).isEqualTo(left.size());
        store.remove(due(LetterStatus.RESOLVED));
        store.remove(due(LetterStatus.ARCHIVED));
        assertThat(idsOf(Filter.all())).containsExactly(open, fresh).doesNotContainAnyElementsOf(past);
    }

    @Test
    void a_held_letter_of_a_whole_month_stays() {
        LetterId held = settled(LetterStatus.RESOLVED);
        settled(LetterStatus.RESOLVED, aLetter().from("ledger"));
        store.holds().place(new LegalHold(HoldSubject.letter(held), "ann", "case 7", clock.instant()));
        clock.forward(Duration.ofDays(65));

        store.removeWhole(Map.of(LetterStatus.RESOLVED, A_MONTH, LetterStatus.ARCHIVED, A_MONTH));

        assertThat(idsOf(Filter.all())).contains(held);
    }

    @Test
    void a_status_that_is_not_named_keeps_its_month() {
        LetterId archived = settled(LetterStatus.ARCHIVED);
        clock.forward(Duration.ofDays(65));

        assertThat(store.removeWhole(Map.of(LetterStatus.RESOLVED, A_MONTH))).isZero();

        assertThat(idsOf(Filter.all())).containsExactly(archived);
    }

    // Counts and space

    @Test
    void settled_letters_are_counted_by_status_channel_and_day() {
        settled(LetterStatus.RESOLVED);
        settled(LetterStatus.RESOLVED);
        settled(LetterStatus.RESOLVED, aLetter().from("ledger"));
        LetterId held = settled(LetterStatus.FAILED);
        store.holds().place(new LegalHold(HoldSubject.letter(held), "ann", "case 7", clock.instant()));
        captured(aLetter());
        clock.forward(Duration.ofHours(14).minusMillis(1));
        settled(LetterStatus.RESOLVED);
        clock.forward(Duration.ofMillis(1));
        settled(LetterStatus.RESOLVED);
        LocalDate day = LocalDate.of(2026, 3, 2);

        Set<SettledCount> counts =
                new HashSet<>(store.settledCounts(EnumSet.of(LetterStatus.RESOLVED, LetterStatus.FAILED)));

        assertThat(counts)
                .containsExactlyInAnyOrder(
                        new SettledCount(LetterStatus.RESOLVED, "orders", day, 3),
                        new SettledCount(LetterStatus.RESOLVED, "orders", day.plusDays(1), 1),
                        new SettledCount(LetterStatus.RESOLVED, "ledger", day, 1),
                        new SettledCount(LetterStatus.FAILED, "orders", day, 1));
        assertThat(store.settledCounts(EnumSet.of(LetterStatus.ARCHIVED))).isEmpty();
    }

    @Test
    void giving_space_back_ends_and_takes_no_letter() {
        for (int i = 0; i < 50; i++) settled(LetterStatus.RESOLVED, aLetter().saying("x".repeat(10_000) + i));
        clock.forward(MONTH);
        DeadLetter last = found(settled(LetterStatus.RESOLVED));
        store.remove(due(LetterStatus.RESOLVED));

        int steps = 0;
        while (store.reclaim() && steps < MANY_STEPS) steps++;

        assertThat(steps).isLessThan(MANY_STEPS);
        assertThat(found(last.id())).isEqualTo(last);
    }
}
