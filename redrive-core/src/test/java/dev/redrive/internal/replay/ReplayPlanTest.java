package dev.redrive.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.questions.Filter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplayPlanTest {
    private final ReplayFixture shop = new ReplayFixture();

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void a_replay_sends_exactly_its_plan() {
        shop.letters(30);
        Replay planned = shop.plan(ReplayFixture.all());
        List<LetterId> later = shop.letters("payments.eu", 10);

        shop.command(planned.id(), ReplayState.Command.START);
        Replay done = shop.await(planned.id(), ReplayState.DONE);

        assertThat(shop.arrived).containsExactlyInAnyOrderElementsOf(ReplayFixture.numbers(0, 30));
        assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(30);
        assertThat(done.progress().matched()).isEqualTo(30);
        assertThat(shop.ledger(done.id())).hasSize(30).allMatch(line -> line.state() == LineState.RESOLVED);
        assertThat(later).allMatch(id -> shop.status(id) == LetterStatus.MANUAL);
    }

    @Test
    void a_letter_that_is_not_whole_is_counted_in_the_plan_and_skipped() {
        List<LetterId> ids = shop.letters(3);
        shop.redrive
                .letters()
                .edit(
                        ids.get(1),
                        0,
                        new Edit(Payload.of("half"), null, Completeness.CUT, null, null, null, null, null));

        Replay planned = shop.plan(ReplayFixture.all());
        shop.command(planned.id(), ReplayState.Command.START);
        Replay done = shop.await(planned.id(), ReplayState.DONE);

        assertThat(planned.plan().json().text()).contains("\"count\":3").contains("\"notWhole\":1");
        assertThat(done.progress().count(LineState.SKIPPED)).isEqualTo(1);
        assertThat(shop.arrived).hasSize(2);
        assertThat(shop.ledger(done.id()))
                .filteredOn(line -> line.state() == LineState.SKIPPED)
                .singleElement()
                .satisfies(line -> assertThat(line.why()).contains("not whole"));
    }

    @Test
    void a_plan_says_what_it_is_about() {
        List<LetterId> ids = shop.letters(3);
        shop.letters("invoices", 2);
        shop.run(PlanRequest.of(new Selection.ByIds(List.of(ids.get(0)))));
        shop.redrive.letters().move(shop.letters(1).get(0), ManualMove.archive("anna", null));

        String plan = shop.plan(ReplayFixture.all()).plan().json().text();

        assertThat(plan)
                .contains("\"count\":4")
                .contains("\"channels\":[{\"name\":\"invoices\",\"count\":2,\"target\":null},"
                        + "{\"name\":\"payments\",\"count\":2,\"target\":\"payments*\"}]")
                .contains("\"withoutTarget\":2")
                .contains("\"title\":\"IllegalStateException: what is this?\"")
                .contains("\"oldest\":\"" + ids.get(1).createdAt());
    }

    @Test
    void letters_that_changed_since_the_plan_are_skipped_and_the_ledger_says_why() {
        List<LetterId> ids = shop.letters(6);
        ReplayId id = shop.plan(ReplayFixture.all()).id();
        shop.redrive.letters().move(ids.get(0), ManualMove.archive("anna", null));
        shop.redrive.letters().edit(ids.get(1), 0, Edit.payload(Payload.of("other"), "anna"));
        shop.redrive.letters().delete(ids.get(2), "anna");
        shop.when(payload -> {
            throw new IllegalStateException("still broken");
        });
        shop.redrive.letters().retry(ids.get(3), "anna");
        shop.when(payload -> {});
        shop.redrive.letters().retry(ids.get(4), "anna");
        shop.arrived.clear();

        shop.command(id, ReplayState.Command.START);
        Replay done = shop.await(id, ReplayState.DONE);

        assertThat(shop.arrived).containsExactly("5");
        assertThat(done.progress().count(LineState.SKIPPED)).isEqualTo(5);
        assertThat(shop.why(id, ids.get(0))).isEqualTo("it was MANUAL in the plan and is ARCHIVED now");
        assertThat(shop.why(id, ids.get(1))).isEqualTo("it was edited since the plan");
        assertThat(shop.why(id, ids.get(2))).isEqualTo("it was deleted");
        assertThat(shop.why(id, ids.get(3))).isEqualTo("it was tried by anna since the plan");
        assertThat(shop.why(id, ids.get(4))).isEqualTo("it was tried by anna since the plan");
    }

    @Test
    void a_letter_is_in_one_running_replay_at_most() throws Exception {
        var held = new CountDownLatch(1);
        shop.when(payload -> held.await());
        List<LetterId> ids = shop.letters(5);
        ReplayId first = shop.plan(ReplayFixture.all()).id();
        ReplayId second = shop.plan(ReplayFixture.all()).id();
        shop.command(first, ReplayState.Command.START);
        shop.await(first, replay -> shop.status(ids.get(0)) == LetterStatus.RETRYING);

        shop.command(second, ReplayState.Command.START);
        Replay skipped = shop.await(second, ReplayState.FAILED);
        held.countDown();
        Replay done = shop.await(first, ReplayState.DONE);

        assertThat(skipped.progress().count(LineState.SKIPPED)).isEqualTo(5);
        assertThat(shop.why(second, ids.get(4))).isEqualTo("it is in replay " + first + ", which is not over");
        assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(5);
        assertThat(shop.arrived).hasSize(5);
    }

    @Test
    void a_dry_run_keeps_nothing_and_sends_nothing() {
        shop.letters(3);

        Replay shown = shop.redrive.replays().dryRun(ReplayFixture.all());

        assertThat(shown.progress().count(LineState.PLANNED)).isEqualTo(3);
        assertThat(shop.redrive.replays().find(shown.id())).isEqualTo(Optional.empty());
        assertThat(shop.arrived).isEmpty();
    }

    @Test
    void a_replay_by_an_attribute_sends_what_has_it_and_one_by_an_unknown_name_is_refused() {
        shop.letters(3);
        shop.store.attributes().keep(SearchPaths.of(Map.of("number", "$")));

        shop.run(PlanRequest.of(Selection.ByFilter.oldestFirst(
                Filter.builder().attribute("number", "1").build())));

        assertThat(shop.arrived).containsExactlyElementsOf(ReplayFixture.numbers(1, 2));
        Selection unknown = Selection.ByFilter.oldestFirst(
                Filter.builder().attribute("order", "1").build());
        assertThatThrownBy(() -> shop.plan(PlanRequest.of(unknown)))
                .hasMessage("there is no attribute order; those of search.paths are number");
    }

    @Test
    void what_cannot_be_done_is_refused_before_anything_is_planned() {
        Selection resolved = Selection.ByFilter.oldestFirst(
                Filter.builder().status(LetterStatus.RESOLVED).build());

        assertThatThrownBy(() -> shop.plan(PlanRequest.of(resolved)))
                .hasMessageContaining("letters that are RESOLVED cannot be replayed");
        assertThatThrownBy(() -> shop.plan(ReplayFixture.all().with(new ReplayTask("nowhere", null, false))))
                .hasMessageContaining("there is no target \"nowhere\"");
        assertThatThrownBy(() -> shop.plan(ReplayFixture.all().with(new ReplayTask(null, "{}", false))))
                .hasMessageContaining("neither changed nor checked");
        assertThat(shop.redrive.replays().list(Set.of(), 10, null)).isEmpty();
    }

    @Test
    void an_empty_plan_is_done_at_once() {
        Replay done = shop.run(ReplayFixture.all());

        assertThat(done.progress().matched()).isZero();
    }

    @Test
    void a_replay_of_letters_without_a_target_fails_and_says_why() {
        List<LetterId> ids = shop.letters("invoices", 2);

        Replay done = shop.await(shop.start(ReplayFixture.all()).id(), ReplayState.FAILED);

        assertThat(done.reason())
                .isEqualTo("none of its 2 letters was sent; the first one: nothing here takes letters of invoices");
        assertThat(done.endedAt()).isNotNull();

        assertThat(done.progress().count(LineState.SKIPPED)).isEqualTo(2);
        assertThat(shop.why(done.id(), ids.get(0))).isEqualTo("nothing here takes letters of invoices");
        assertThat(shop.letter(ids.get(0)).status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(shop.letter(ids.get(0)).retryCount()).isZero();
    }
}
