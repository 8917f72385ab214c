package dev.redrive.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Version;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ReplayTroubleTest {
    private static final LetterTransformer SHOUTING = task -> letter -> {
        String text = letter.payload().text();
        if (text.equals("2")) return new LetterTransformer.Prepared.Unfit("2 is not a price");
        if (text.equals("3")) return new LetterTransformer.Prepared.AsItIs();
        return new LetterTransformer.Prepared.Changed(Edit.payload(Payload.of(text + "!"), null));
    };

    private static ReplayFixture shop() {
        return new ReplayFixture(
                new InMemoryDeadLetterStore(InstantSource.system()), chosen -> chosen.transformer(SHOUTING));
    }

    @Test
    void a_changed_letter_goes_out_as_a_version_with_its_author_and_the_original_stays() {
        try (ReplayFixture shop = shop()) {
            List<LetterId> ids = shop.letters(4);
            PlanRequest request = new PlanRequest(
                    ReplayFixture.all().selection(),
                    Brakes.defaults(),
                    new ReplayTask(null, "shout", false),
                    dev.redrive.json.Json.EMPTY_OBJECT,
                    "anna");

            Replay done = shop.run(request);

            assertThat(shop.arrived).containsExactlyInAnyOrder("0!", "1!", "3");
            assertThat(shop.why(done.id(), ids.get(2))).isEqualTo("2 is not a price");
            assertThat(shop.letter(ids.get(2)).attempts()).isEmpty();
            List<Version> versions = shop.redrive.letters().versions(ids.get(0));
            assertThat(versions).extracting(version -> version.payload().text()).containsExactly("0", "0!");
            assertThat(versions.get(1).by()).isEqualTo("anna");
            assertThat(versions.get(1).notes()).isEqualTo("changed by replay " + done.id());
            assertThat(shop.redrive.letters().versions(ids.get(3))).isEmpty();
        }
    }

    @Test
    void letters_can_go_to_another_target() {
        try (ReplayFixture shop = new ReplayFixture()) {
            List<String> looked = new CopyOnWriteArrayList<>();
            shop.redrive.redirect(
                    "debug", Target.of(letter -> looked.add(letter.payload().text())), TargetOptions.defaults());
            shop.letters(2);
            shop.letters("invoices", 1);

            Replay done = shop.run(ReplayFixture.all().with(new ReplayTask("debug", null, false)));

            assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(3);
            assertThat(looked).hasSize(3);
            assertThat(shop.arrived).isEmpty();
        }
    }

    @Test
    void a_letter_without_a_way_back_is_skipped_with_the_reason() {
        try (ReplayFixture shop = new ReplayFixture()) {
            shop.redrive.send(
                    "orders",
                    letter -> new Target.Delivery.Undeliverable(Duration.ofMinutes(1), "its topic is not allowed"),
                    TargetOptions.defaults());
            LetterId id = shop.letters("orders", 1).get(0);

            Replay done = shop.await(shop.start(ReplayFixture.all()).id(), ReplayState.FAILED);

            assertThat(shop.line(done.id(), id).state()).isEqualTo(LineState.SKIPPED);
            assertThat(shop.why(done.id(), id)).isEqualTo("it cannot be sent back: its topic is not allowed");
            assertThat(shop.status(id)).isEqualTo(LetterStatus.MANUAL);
            assertThat(shop.letter(id).attempts()).isEmpty();
        }
    }

    @Test
    void a_target_gets_its_letters_although_others_that_were_never_tried_either_hang() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch arrived = new CountDownLatch(5);
        try (ReplayFixture shop = new ReplayFixture()) {
            for (int i = 0; i < 10; i++) {
                shop.redrive.send("hangs" + i, Target.of(letter -> hangs.await()), TargetOptions.defaults());
                shop.letters("hangs" + i, 1);
            }
            shop.redrive.send("good", Target.of(letter -> arrived.countDown()), TargetOptions.defaults());
            shop.letters("good", 5);

            Replay replay = shop.start(ReplayFixture.all());
            boolean haveArrived = arrived.await(10, TimeUnit.SECONDS);
            hangs.countDown();

            assertThat(haveArrived).isTrue();
            assertThat(shop.await(replay.id(), ReplayState.DONE).progress().count(LineState.RESOLVED))
                    .isEqualTo(15);
        }
    }

    @Test
    void a_replay_of_one_letter_at_a_time_sends_one_at_a_time_also_when_targets_hang() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch two = new CountDownLatch(2);
        try (ReplayFixture shop = new ReplayFixture()) {
            for (int i = 0; i < 3; i++) {
                Target target = Target.of(letter -> {
                    two.countDown();
                    hangs.await();
                });
                shop.redrive.send("hangs" + i, target, TargetOptions.defaults());
                shop.letters("hangs" + i, 1);
            }

            Replay replay =
                    shop.start(ReplayFixture.all().with(Brakes.defaults().concurrency(1)));
            boolean areTwoSent = two.await(2, TimeUnit.SECONDS);
            hangs.countDown();

            assertThat(areTwoSent).isFalse();
            shop.await(replay.id(), ReplayState.DONE);
        }
    }

    @Test
    void another_node_goes_on_when_one_dies_and_every_letter_is_sent_with_the_same_key() throws Exception {
        SettableClock clock = SettableClock.standing();
        InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
        CountDownLatch dying = new CountDownLatch(4);
        CountDownLatch never = new CountDownLatch(1);
        HookedReplayBook cutOff = new HookedReplayBook(store);
        try (ReplayFixture dead =
                new ReplayFixture(cutOff, chosen -> chosen.engine(o -> o.stopGrace(Duration.ofMillis(1))))) {
            List<LetterId> ids = dead.letters(40);
            dead.when(payload -> {
                if (Integer.parseInt(payload) < 30) return;
                dying.countDown();
                never.await();
            });
            ReplayId id = dead.start(ReplayFixture.all().with(Brakes.defaults().concurrency(4)))
                    .id();
            dying.await();
            dead.await(id, replay -> replay.progress().replayed() >= 30);
            cutOff.noLongerReached();

            try (ReplayFixture alive = new ReplayFixture(store, chosen -> chosen)) {
                alive.redrive.replays();
                clock.forward(Duration.ofMinutes(2));
                Replay done = alive.await(id, ReplayState.DONE);

                assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(40);
                assertThat(alive.arrived).containsExactlyInAnyOrderElementsOf(ReplayFixture.numbers(30, 40));
                assertThat(ids).allMatch(letter -> alive.status(letter) == LetterStatus.RESOLVED);
                never.countDown();
            }
        }
    }

    @Test
    void a_letter_that_was_settled_before_the_node_died_is_not_sent_again() {
        try (ReplayFixture shop = new ReplayFixture()) {
            List<LetterId> ids = shop.letters(3);
            ReplayId id = shop.plan(ReplayFixture.all()).id();
            // As a node leaves it that dies between a letter and its line.
            String worker = ReplaySignature.name(id, "dead-node");
            var claim = (dev.redrive.store.leases.ClaimResult.Leased)
                    ClaimedLetters.claim(shop.store, ids.get(0), worker, Duration.ofMinutes(1));
            shop.store.settle(List.of(new dev.redrive.store.leases.Settlement(
                    claim.claimed().lease(),
                    Duration.ZERO,
                    "replay",
                    new dev.redrive.store.leases.Settlement.Succeeded(
                            dev.redrive.letter.Resolution.How.MANUAL_RETRY, "anna"))));

            shop.command(id, ReplayState.Command.START);
            Replay done = shop.await(id, ReplayState.DONE);

            assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(3);
            assertThat(shop.arrived).containsExactlyInAnyOrder("1", "2");
        }
    }

    @RepeatedTest(50)
    void cancelled_at_any_moment_ledger_and_store_agree_on_every_letter(RepetitionInfo repetition) throws Exception {
        Random random = new Random(repetition.getCurrentRepetition());
        try (ReplayFixture shop = new ReplayFixture()) {
            Set<String> begun = ConcurrentHashMap.newKeySet();
            CountDownLatch moment = new CountDownLatch(1 + random.nextInt(200));
            shop.when(payload -> {
                begun.add(payload);
                moment.countDown();
                if (payload.endsWith("7")) throw new IllegalStateException("still broken");
            });
            List<LetterId> ids = shop.letters(300);
            Brakes brakes = Brakes.defaults()
                    .concurrency(1 + random.nextInt(8))
                    .batchSize(1 + random.nextInt(60))
                    .stop(Brakes.StopRule.at(1));
            ReplayId id = shop.start(ReplayFixture.all().with(brakes)).id();
            moment.await();

            shop.redrive.replays().command(id, ReplayState.Command.CANCEL, null);
            Replay over = shop.await(id, replay -> replay.state().isEnded());

            for (int i = 0; i < ids.size(); i++) {
                DeadLetter letter = shop.letter(ids.get(i));
                LineState line = shop.line(id, ids.get(i)).state();
                LetterStatus expected = line == LineState.RESOLVED ? LetterStatus.RESOLVED : LetterStatus.MANUAL;
                assertThat(letter.status()).as("letter %s of %s", i, over).isEqualTo(expected);
                assertThat(letter.retryCount()).isEqualTo(line == LineState.CANCELLED ? 0 : 1);
                assertThat(begun.contains("" + i)).isEqualTo(line != LineState.CANCELLED);
            }
            assertThat(over.progress().lines()).isEqualTo(shop.store.replays().tally(id));
        }
    }
}
