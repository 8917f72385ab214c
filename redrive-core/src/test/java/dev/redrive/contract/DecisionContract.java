package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import dev.redrive.store.questions.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every store must hold about what is decided over letters: orders, edits, deletion. */
public abstract class DecisionContract extends StoreContract {
    // Orders of people

    @Test
    void an_illegal_move_names_the_state_it_found() {
        LetterId id = captured(aLetter());

        assertThat(store.move(id, ManualMove.restore("ann")))
                .isEqualTo(new MoveResult.NotAllowed(LetterStatus.PENDING, null));
        claim(1);
        assertThat(store.move(id, ManualMove.archive("ann", null)))
                .isEqualTo(new MoveResult.NotAllowed(
                        LetterStatus.RETRYING, clock.instant().plus(MINUTE)));
        assertThat(store.move(ids.next(), ManualMove.reset("ann"))).isEqualTo(new MoveResult.NoSuchLetter());
    }

    @Test
    void archive_records_author_and_reason_and_restore_brings_it_back() {
        LetterId id = captured(aLetter());

        store.move(id, ManualMove.discard("ann", "duplicate of 7"));

        assertThat(found(id).state().resolution())
                .isEqualTo(new Resolution(clock.instant(), Resolution.How.DISCARD, "ann", "duplicate of 7"));
        assertThat(store.move(id, ManualMove.restore("bob")))
                .isEqualTo(new MoveResult.To("orders", LetterStatus.ARCHIVED, LetterStatus.PENDING));
        assertThat(found(id).state().resolution()).isNull();
    }

    @Test
    void a_letter_that_waited_is_due_when_it_was_due() {
        Instant due = clock.instant().plusSeconds(90);
        LetterId id = captured(aLetter().due(due).retries(2, 5));
        store.move(id, ManualMove.archive("ann", null));
        clock.forward(Duration.ofSeconds(30));

        store.move(id, ManualMove.restore("bob"));

        assertThat(found(id).status()).isEqualTo(LetterStatus.PENDING);
        assertThat(found(id).state().nextRetryAt()).isEqualTo(due);
        assertThat(found(id).retryCount()).isEqualTo(2);
        assertThat(claimedIds(1)).isEmpty();
        clock.forward(MINUTE);
        assertThat(claimedIds(1)).containsExactly(id);
    }

    @Test
    void failed_and_set_aside_letters_are_that_again() {
        for (LetterStatus status : List.of(LetterStatus.FAILED, LetterStatus.MANUAL)) {
            LetterId id = captured(aLetter().status(status));
            store.move(id, ManualMove.discard("ann", null));

            assertThat(store.move(id, ManualMove.restore("bob")))
                    .isEqualTo(new MoveResult.To("orders", LetterStatus.ARCHIVED, status));
            assertThat(found(id).status()).isEqualTo(status);
        }
    }

    @Test
    void a_letter_that_was_sent_is_where_it_was_sent_again() {
        LetterId id = captured(aLetter());
        Lease lease = store.claim(ClaimRequest.of("w", 1, MINUTE)).get(0).lease();
        store.settle(List.of(new Settlement(lease, Duration.ZERO, "none", new Settlement.Sent("orders-0@7"))));
        store.move(id, ManualMove.archive("ann", null));

        store.move(id, ManualMove.restore("bob"));

        assertThat(found(id).status()).isEqualTo(LetterStatus.REPLAYED);
        assertThat(found(id).state().receipt()).isEqualTo("orders-0@7");
        assertThat(store.move(id, ManualMove.confirmSent("orders-0@7", "group")))
                .isInstanceOf(MoveResult.To.class);
    }

    @Test
    void a_letter_that_was_resolved_is_resolved_as_before_without_notes() {
        LetterId id = captured(aLetter());
        Lease lease = store.claim(ClaimRequest.of("w", 1, MINUTE)).get(0).lease();
        store.settle(List.of(new Settlement(
                lease, Duration.ZERO, "none", new Settlement.Succeeded(Resolution.How.MANUAL_RETRY, "kim"))));
        Instant resolvedAt = clock.instant();
        clock.forward(MINUTE);
        store.move(id, ManualMove.archive("ann", "closed twice"));

        store.move(id, ManualMove.restore("bob"));

        assertThat(found(id).status()).isEqualTo(LetterStatus.RESOLVED);
        assertThat(found(id).state().resolution())
                .isEqualTo(new Resolution(resolvedAt, Resolution.How.MANUAL_RETRY, "kim", null));
    }

    @Test
    void a_letter_that_retention_closed_waits_for_a_person_when_it_is_restored() {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED));
        store.move(id, dev.redrive.store.retention.Retention.defaults().archiving());

        store.move(id, ManualMove.restore("bob"));

        assertThat(found(id).status()).isEqualTo(LetterStatus.MANUAL);
    }

    @Test
    void what_a_bulk_action_closed_is_restored_in_bounded_batches() {
        UUID action = UUID.fromString("019a8731-6a10-7c44-8f0e-2d4b6a8c0e12");
        LetterId waits = captured(aLetter());
        LetterId failed = captured(aLetter().from("payments").status(LetterStatus.FAILED));
        LetterId manual = captured(aLetter().status(LetterStatus.MANUAL));
        for (LetterId id : List.of(waits, failed, manual))
            store.move(id, ManualMove.archive("ann", null).partOf(action));

        BulkMoveResult first = store.restoreAll(action, channel -> true, 2, null);
        BulkMoveResult second = store.restoreAll(action, channel -> true, 2, first.next());

        assertThat(first)
                .isEqualTo(
                        new BulkMoveResult(Map.of("orders", List.of(waits), "payments", List.of(failed)), 0, failed));
        assertThat(second).isEqualTo(new BulkMoveResult(Map.of("orders", List.of(manual)), 0, null));
        assertThat(found(failed).status()).isEqualTo(LetterStatus.FAILED);
        assertThat(found(manual).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(claimedIds(3)).containsExactly(waits);
    }

    @Test
    void a_bulk_action_is_undone_from_the_start_again_without_what_is_restored_and_what_others_closed() {
        UUID action = UUID.fromString("019a8731-6a10-7c44-8f0e-2d4b6a8c0e12");
        List<LetterId> ids = List.of(captured(aLetter()), captured(aLetter()), captured(aLetter()));
        LetterId other = captured(aLetter());
        for (LetterId id : ids) store.move(id, ManualMove.archive("ann", null).partOf(action));
        store.move(other, ManualMove.archive("ann", null));
        store.move(ids.get(1), ManualMove.restore("bob"));
        store.move(ids.get(1), ManualMove.archive("bob", null));

        BulkMoveResult first = store.restoreAll(action, channel -> true, 1, null);
        BulkMoveResult again = store.restoreAll(action, channel -> true, 9, null);

        assertThat(first.moved()).isEqualTo(Map.of("orders", List.of(ids.get(0))));
        assertThat(again).isEqualTo(new BulkMoveResult(Map.of("orders", List.of(ids.get(2))), 0, null));
        assertThat(found(other).status()).isEqualTo(LetterStatus.ARCHIVED);
        assertThat(found(ids.get(1)).status()).isEqualTo(LetterStatus.ARCHIVED);
    }

    @Test
    void undoing_a_bulk_action_skips_letters_of_other_channels() {
        UUID action = UUID.fromString("019a8731-6a10-7c44-8f0e-2d4b6a8c0e12");
        LetterId mine = captured(aLetter().from("orders"));
        LetterId theirs = captured(aLetter().from("payments"));
        for (LetterId id : List.of(mine, theirs))
            store.move(id, ManualMove.archive("ann", null).partOf(action));

        BulkMoveResult undone = store.restoreAll(action, "orders"::equals, 9, null);

        assertThat(undone).isEqualTo(new BulkMoveResult(Map.of("orders", List.of(mine)), 1, null));
        assertThat(found(theirs).status()).isEqualTo(LetterStatus.ARCHIVED);
    }

    @Test
    void reset_takes_the_count_back_to_zero() {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED).retries(5, 5));

        store.move(id, ManualMove.reset("ann"));

        assertThat(found(id).retryCount()).isZero();
        assertThat(claimedIds(1)).containsExactly(id);
    }

    @Test
    void requeue_gives_an_exhausted_letter_one_more_try() {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED).retries(5, 5));

        store.move(id, ManualMove.requeue("ann"));

        assertThat(found(id).state().maxRetries()).isEqualTo(6);
        assertThat(claimedIds(1)).containsExactly(id);
    }

    @Test
    void a_bulk_order_goes_in_bounded_batches() {
        List<LetterId> failed = IntStream.range(0, 5)
                .mapToObj(i -> captured(aLetter().status(LetterStatus.FAILED)))
                .toList();
        captured(aLetter());
        Filter filter = Filter.builder().status(LetterStatus.FAILED).build();

        BulkMoveResult first = store.moveAll(filter, ManualMove.archive("ann", null), 3, null);
        BulkMoveResult second = store.moveAll(filter, ManualMove.archive("ann", null), 3, first.next());

        assertThat(first.moved()).isEqualTo(Map.of("orders", failed.subList(0, 3)));
        assertThat(first.next()).isEqualTo(failed.get(2));
        assertThat(second).isEqualTo(new BulkMoveResult(Map.of("orders", failed.subList(3, 5)), 0, null));
    }

    @Test
    void a_bulk_move_returns_what_it_moved_in_each_channel() {
        LetterId first = captured(aLetter().from("orders"));
        LetterId second = captured(aLetter().from("payments"));
        LetterId third = captured(aLetter().from("orders"));

        BulkMoveResult moved = store.moveAll(Filter.all(), ManualMove.archive("ann", null), 10, null);

        assertThat(moved.moved()).isEqualTo(Map.of("orders", List.of(first, third), "payments", List.of(second)));
        assertThat(moved.count()).isEqualTo(3);
    }

    @Test
    void a_bulk_order_skips_what_it_may_not_move() {
        captured(aLetter());
        claim(1);

        BulkMoveResult moved = store.moveAll(Filter.all(), ManualMove.archive("ann", null), 10, null);

        assertThat(moved).isEqualTo(new BulkMoveResult(Map.of(), 1, null));
    }

    @Test
    void edits_are_versions_and_the_original_stays() {
        LetterId id = captured(aLetter().saying("one"));

        assertThat(store.edit(id, 0, Edit.payload(Payload.of("two"), "ann"))).isEqualTo(new EditResult.As(1));
        assertThat(store.edit(id, 0, Edit.payload(Payload.of("three"), "bob"))).isEqualTo(new EditResult.Outdated(1));
        assertThat(store.edit(id, 1, Edit.payload(Payload.of("four"), "bob"))).isEqualTo(new EditResult.As(2));

        assertThat(found(id).payload().text()).isEqualTo("four");
        assertThat(store.payloadSize(id)).hasValue("four".length());
        assertThat(store.versions(id)).extracting(v -> v.payload().text()).containsExactly("one", "two", "four");
        assertThat(store.versions(id)).extracting(Version::by).containsExactly(null, "ann", "bob");
        assertThat(claim(1).get(0).letter().payload().text()).isEqualTo("four");
    }

    @Test
    void the_size_of_versions_is_known_without_reading_them() {
        String large = "ä€ ".repeat(20_000);
        Headers headers = new Headers(List.of(Header.of("a", "1"), new Header("none", Payload.absent())));
        LetterId id = captured(aLetter().message(Message.of(large).with(headers)));
        LetterId never = captured(aLetter());
        byte[] incompressible = new byte[9_000];
        new Random(1).nextBytes(incompressible);

        store.edit(id, 0, Edit.payload(Payload.absent(), "ann"));
        store.edit(id, 1, Edit.payload(Payload.of(incompressible), "ann"));
        store.edit(id, 2, Edit.payload(Payload.of("y"), "ann"));

        long payloads = Payload.of(large).size() + 9_000L + 1;
        assertThat(store.versionBytes(id)).isBetween(payloads + 4 * headers.byteSize(), payloads + 4 * 100);
        assertThat(store.versionBytes(never)).isZero();
    }

    @Test
    void versions_know_no_value_from_an_empty_one() {
        LetterId id = captured(aLetter().message(Message.of(Payload.absent())));

        store.edit(id, 0, Edit.payload(Payload.empty(), "ann"));
        store.edit(id, 1, Edit.payload(Payload.absent(), "ann"));

        assertThat(store.versions(id))
                .extracting(Version::payload)
                .containsExactly(Payload.absent(), Payload.empty(), Payload.absent());
        assertThat(found(id).payload()).isEqualTo(Payload.absent());
    }

    @Test
    void an_edited_priority_changes_the_order_and_an_edited_tag_is_found() {
        captured(aLetter());
        LetterId second = captured(aLetter().tagged("old"));

        store.edit(second, 0, Edit.priority(Priority.CRITICAL, "ann"));
        store.edit(second, 1, Edit.tags(List.of("new"), "ann"));

        assertThat(idsOf(Filter.builder().tag("old").build())).isEmpty();
        assertThat(idsOf(Filter.builder().tag("new").build())).containsExactly(second);
        assertThat(claimedIds(1)).containsExactly(second);
    }

    @Test
    void a_letter_in_work_cannot_be_edited_or_deleted() {
        LetterId id = captured(aLetter());
        claim(1);

        assertThat(store.edit(id, 0, Edit.priority(Priority.LOW, null)))
                .isEqualTo(new EditResult.NotAllowed(LetterStatus.RETRYING));
        assertThat(store.delete(id))
                .isEqualTo(new DeleteResult.Leased(clock.instant().plus(MINUTE)));
    }

    @Test
    void a_deleted_letter_is_gone_and_can_be_captured_again() {
        LetterId id = captured(aLetter().idempotent("k").tagged("t"));

        assertThat(store.delete(id)).isEqualTo(new DeleteResult.Gone());

        assertThat(store.find(id)).isEmpty();
        assertThat(store.delete(id)).isEqualTo(new DeleteResult.NoSuchLetter());
        assertThat(store.count(Filter.all())).isEqualTo(Total.exactly(0));
        assertThat(store.capture(List.of(aLetter().idempotent("k").build()))
                        .get(0)
                        .isNew())
                .isTrue();
    }
}
