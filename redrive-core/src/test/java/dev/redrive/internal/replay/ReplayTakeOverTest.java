package dev.redrive.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.json.Json;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.LetterId;
import dev.redrive.replay.CommandResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReplayTakeOverTest {
    private final ReplayFixture shop = new ReplayFixture();

    @AfterEach
    void close() {
        shop.close();
    }

    /** After its first letter. */
    private ReplayId paused() {
        ReplayId id = shop.start(ReplayFixture.all().with(Brakes.defaults().steps(List.of(1), Optional.empty())))
                .id();
        shop.await(id, ReplayState.PAUSED);
        return id;
    }

    @Test
    void letters_of_another_replay_are_counted_in_the_plan() {
        shop.letters(10);
        ReplayId paused = paused();

        ReplayPlan plan = shop.redrive.replays().dryRun(ReplayFixture.all()).plan();

        assertThat(plan.count()).isEqualTo(9);
        assertThat(plan.heldByOthers()).isEqualTo(9);
        assertThat(plan.holders()).containsExactly(new ReplayPlan.HolderCount(paused, ReplayState.PAUSED, 9));
    }

    @Test
    void a_replay_of_letters_that_another_one_holds_fails_instead_of_being_done() {
        shop.letters(10);
        ReplayId paused = paused();

        Replay second = shop.await(shop.start(ReplayFixture.all()).id(), ReplayState.FAILED);

        assertThat(second.reason())
                .isEqualTo("none of its 9 letters was sent; the first one: it is in replay " + paused
                        + ", which is not over");
    }

    @Test
    void released_letters_go_out_with_another_replay_and_not_with_the_first() {
        shop.letters(10);
        ReplayId paused = paused();

        assertThat(shop.redrive.replays().release(paused, "bob")).isInstanceOf(CommandResult.Done.class);
        Replay second = shop.run(ReplayFixture.all());
        shop.command(paused, ReplayState.Command.RESUME);
        Replay first = shop.await(paused, ReplayState.DONE);

        assertThat(second.plan().heldByOthers()).isZero();
        assertThat(second.progress().count(LineState.RESOLVED)).isEqualTo(9);
        assertThat(first.progress().lines()).containsOnlyKeys(LineState.RESOLVED, LineState.SKIPPED);
        assertThat(shop.arrived).hasSize(10);
    }

    @Test
    void a_replay_may_take_over_what_a_paused_one_holds() {
        shop.letters(10);
        ReplayId paused = paused();

        Replay second = shop.run(ReplayFixture.all().with(new ReplayTask(null, null, false, true)));

        assertThat(second.plan().heldByOthers()).isZero();
        assertThat(second.progress().count(LineState.RESOLVED)).isEqualTo(9);
        assertThat(shop.await(paused, ReplayState.CANCELLED).reason())
                .isEqualTo("no letters left: 9 were taken over by replay " + second.id());
    }

    @Test
    void a_plan_may_take_over_when_it_is_started() {
        shop.letters(10);
        ReplayId unused = paused();
        Replay second = shop.plan(ReplayFixture.all());

        CommandResult result = shop.redrive.replays().startTakingOver(second.id(), "bob");

        assertThat(result).isInstanceOf(CommandResult.Done.class);
        Replay done = shop.await(second.id(), ReplayState.DONE);
        assertThat(second.plan().heldByOthers()).isEqualTo(9);
        assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(9);
    }

    @Test
    void a_replay_that_has_no_letters_left_is_over_and_says_who_took_them() {
        shop.letters(10);
        ReplayId paused = paused();
        Replay second = shop.plan(ReplayFixture.all());

        CommandResult unused = shop.redrive.replays().startTakingOver(second.id(), "bob");
        Replay first = shop.await(paused, ReplayState.CANCELLED);

        assertThat(first.reason()).isEqualTo("no letters left: 9 were taken over by replay " + second.id());
        assertThat(first.progress().lines()).isEqualTo(Map.of(LineState.RESOLVED, 1L, LineState.CANCELLED, 9L));
        assertThat(shop.await(second.id(), ReplayState.DONE).progress().count(LineState.RESOLVED))
                .isEqualTo(9);
        assertThat(shop.arrived).hasSize(10);
    }

    @Test
    void a_replay_that_keeps_some_of_its_letters_waits_to_go_on_with_them() {
        shop.letters(10);
        ReplayId paused = paused();
        List<LetterId> some = shop.store.replays().next(paused, 0, 3).stream()
                .map(LedgerLine::letter)
                .toList();
        Replay second = shop.plan(new PlanRequest(
                new Selection.ByIds(some), Brakes.defaults(), ReplayTask.plain(), Json.EMPTY_OBJECT, "bob"));

        CommandResult unused = shop.redrive.replays().startTakingOver(second.id(), "bob");
        Replay done = shop.await(second.id(), ReplayState.DONE);

        assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(3);
        assertThat(shop.replay(paused).state()).isEqualTo(ReplayState.PAUSED);
        assertThat(shop.redrive.replays().startTakingOver(paused, "bob"))
                .isEqualTo(new CommandResult.NotAllowed(ReplayState.PAUSED));
    }

    @Test
    void letters_taken_by_two_replays_are_told_apart() {
        shop.letters(10);
        ReplayId paused = paused();
        List<LetterId> some = shop.store.replays().next(paused, 0, 3).stream()
                .map(LedgerLine::letter)
                .toList();
        Replay second = shop.plan(new PlanRequest(
                new Selection.ByIds(some), Brakes.defaults(), ReplayTask.plain(), Json.EMPTY_OBJECT, "bob"));
        CommandResult first = shop.redrive.replays().startTakingOver(second.id(), "bob");
        Replay third = shop.plan(ReplayFixture.all());

        CommandResult last = shop.redrive.replays().startTakingOver(third.id(), "bob");

        assertThat(List.of(first, last)).allMatch(CommandResult.Done.class::isInstance);
        assertThat(shop.await(paused, ReplayState.CANCELLED).reason())
                .isEqualTo("no letters left: 9 were taken over, the last 6 by replay " + third.id());
    }

    @Test
    void what_a_running_replay_holds_is_neither_taken_over_nor_released() throws Exception {
        var held = new java.util.concurrent.CountDownLatch(1);
        shop.when(payload -> held.await());
        shop.letters(5);
        ReplayId first = shop.start(ReplayFixture.all()).id();
        shop.await(
                first,
                replay -> shop.store
                                .replays()
                                .holders(shop.store.replays().next(first, 0, 10).stream()
                                        .map(line -> line.letter())
                                        .toList())
                                .size()
                        == 5);

        Replay second = shop.plan(ReplayFixture.all().with(new ReplayTask(null, null, false, true)));
        CommandResult released = shop.redrive.replays().release(first, "bob");
        held.countDown();
        shop.await(first, ReplayState.DONE);

        assertThat(second.plan().holders())
                .allSatisfy(holder -> assertThat(holder.state()).isEqualTo(ReplayState.RUNNING));
        assertThat(released).isEqualTo(new CommandResult.NotAllowed(ReplayState.RUNNING));
        assertThat(shop.arrived).hasSize(5);
        assertThat(shop.redrive.replays().list(Set.of(ReplayState.FAILED), 10, null))
                .isEmpty();
    }
}
