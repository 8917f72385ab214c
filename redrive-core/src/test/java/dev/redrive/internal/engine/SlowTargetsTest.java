package dev.redrive.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.engine.EngineOptions;
import dev.redrive.engine.Handler;
import dev.redrive.engine.RetryResult;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.store.captures.NewLetter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One target that is slow, hangs or is spared does not hold up the letters of others. */
class SlowTargetsTest extends RunningEngine {
    private final CountDownLatch hangs = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        hangs.countDown();
    }

    private void workers(int count) {
        engine.close();
        engine = engine(store, EngineOptions.defaults("node-1").concurrency(count));
    }

    private void letters(String channel, int count) {
        List<NewLetter> letters = IntStream.range(0, count)
                .mapToObj(i -> aLetter().from(channel).build())
                .toList();
        store.capture(letters);
    }

    @Test
    void letters_of_a_good_target_go_out_while_eight_others_hang() throws Exception {
        workers(8);
        CountDownLatch alone = new CountDownLatch(1);
        CountDownLatch arrived = new CountDownLatch(501);
        Handler handler = letter -> {
            alone.countDown();
            arrived.countDown();
        };
        engine.add("good", Target.of(handler), TargetOptions.defaults());
        letters("good", 1);
        engine.captured("good");
        alone.await();
        CountDownLatch hanging = new CountDownLatch(3);
        Handler hangs = letter -> {
            hanging.countDown();
            this.hangs.await();
        };
        for (int i = 0; i < 8; i++) {
            letters("hangs" + i, 200);
            engine.add("hangs" + i, Target.of(hangs), TargetOptions.defaults());
        }
        hanging.await();

        letters("good", 500);
        engine.captured("good");

        arrived.await();
    }

    @Test
    void letters_of_a_good_target_go_out_although_it_was_never_tried_before_ten_others_hung() throws Exception {
        workers(8);
        CountDownLatch hanging = new CountDownLatch(7);
        CountDownLatch arrived = new CountDownLatch(100);
        for (int i = 0; i < 10; i++) letters("hangs" + i, 20);
        letters("good", 100);
        Handler hangs = letter -> {
            hanging.countDown();
            this.hangs.await();
        };
        for (int i = 0; i < 10; i++) engine.add("hangs" + i, Target.of(hangs), TargetOptions.defaults());
        hanging.await();

        engine.add("good", Target.of(letter -> arrived.countDown()), TargetOptions.defaults());

        assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_target_gets_no_more_letters_at_once_than_its_concurrency() throws Exception {
        workers(8);
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch arrived = new CountDownLatch(200);
        letters("orders", 200);
        Handler handler = letter -> {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            atOnce.decrementAndGet();
            arrived.countDown();
        };

        engine.add("orders", Target.of(handler), TargetOptions.defaults().concurrency(2));
        arrived.await();

        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void a_manual_retry_is_refused_when_the_target_is_at_its_concurrency() throws Exception {
        workers(8);
        CountDownLatch isThere = new CountDownLatch(1);
        engine.add(
                "orders",
                Target.of(letter -> {
                    isThere.countDown();
                    hangs.await();
                }),
                TargetOptions.defaults().concurrency(1));
        LetterId first = store.capture(
                        List.of(aLetter().status(LetterStatus.MANUAL).build()))
                .get(0)
                .id();
        LetterId second = store.capture(
                        List.of(aLetter().status(LetterStatus.MANUAL).build()))
                .get(0)
                .id();
        CompletableFuture<RetryResult> anna = CompletableFuture.supplyAsync(() -> engine.retry(first, "anna"));
        isThere.await();

        RetryResult bert = engine.retry(second, "bert");
        hangs.countDown();

        assertThat(bert).isEqualTo(new RetryResult.Busy("orders"));
        assertThat(found(second).attempts()).isEmpty();
        assertThat(anna.get()).isInstanceOf(RetryResult.Tried.class);
    }

    @Test
    void critical_letters_go_before_older_low_ones_also_at_a_limited_rate() throws Exception {
        workers(8);
        List<NewLetter> letters = new ArrayList<>();
        for (int i = 0; i < 60; i++)
            letters.add(aLetter().priority(Priority.LOW).build());
        for (int i = 0; i < 60; i++)
            letters.add(aLetter().priority(Priority.CRITICAL).build());
        store.capture(letters);
        List<Priority> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch arrived = new CountDownLatch(60);
        engine.add("other", Target.of(letter -> {}), TargetOptions.defaults());

        engine.add(
                "orders",
                Target.of(letter -> {
                    order.add(letter.priority());
                    arrived.countDown();
                    for (int i = 0; i < 3; i++) engine.captured("orders"); // looks again at once, as under load
                }),
                TargetOptions.defaults().perSecond(100));
        arrived.await();

        List<Priority> first = List.copyOf(order).subList(0, 60);
        assertThat(Collections.frequency(first, Priority.LOW))
                .as("one in ten is the oldest")
                .isBetween(4, 8);
    }
}
