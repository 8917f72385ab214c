package dev.redrive.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.capture.CaptureFailed;
import dev.redrive.classify.Classifier;
import dev.redrive.contract.SettableClock;
import dev.redrive.contract.UnavailableStore;
import dev.redrive.internal.capture.CaptureRules;
import dev.redrive.internal.capture.Capturer;
import dev.redrive.internal.capture.Fallbacks;
import dev.redrive.internal.capture.GuardContext;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Summary;
import dev.redrive.policy.Policies;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardTest {
    private final SettableClock clock = SettableClock.standing();
    private final UnavailableStore store = new UnavailableStore(new InMemoryDeadLetterStore(clock));
    private final List<Duration> slept = new ArrayList<>();
    private final Guard guard = guard(Optional.empty(), time -> {
        slept.add(time);
        clock.forward(time);
    });

    private Guard guard(Optional<Capturer.SpillFile> spill, GuardContext.Sleeper sleeper) {
        Diagnostics diagnostics = new Diagnostics(new Classifier(List.of()));
        Capturer capturer = new Capturer(
                store,
                CaptureRules.defaults(),
                diagnostics,
                Policies.builtIn(),
                new Events(),
                () -> 0L,
                Fallbacks.to(spill));
        return new Guard(
                "orders", new GuardContext(capturer, diagnostics, clock, () -> 0L, sleeper), GuardOptions.defaults());
    }

    @AfterEach
    void leaveNoInterrupt() {
        assertThat(Thread.interrupted())
                .as("every test takes its interrupt back")
                .isFalse();
    }

    private static void timeOut(Object message) throws SocketTimeoutException {
        throw new SocketTimeoutException("Read timed out");
    }

    private List<Summary> queued() {
        return store.search(Query.newest(Filter.all(), 100)).items();
    }

    private DeadLetter onlyLetter() {
        assertThat(queued()).hasSize(1);
        return store.find(queued().get(0).id()).orElseThrow();
    }

    @Test
    void a_message_that_is_processed_leaves_no_trace() throws Exception {
        List<String> seen = new ArrayList<>();

        GuardResult result = guard.run("hello", (Step<String>) seen::add);

        assertThat(result).isEqualTo(new GuardResult.Processed(1));
        assertThat(seen).containsExactly("hello");
        assertThat(queued()).isEmpty();
    }

    @Test
    void a_transient_failure_is_tried_again_at_once_with_growing_pauses() throws Exception {
        AtomicInteger tries = new AtomicInteger();

        GuardResult result = guard.retryingInline(3).run("hello", message -> {
            if (tries.incrementAndGet() < 4) timeOut(message);
        });

        assertThat(result).isEqualTo(new GuardResult.Processed(4));
        assertThat(slept).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
        assertThat(queued()).isEmpty();
    }

    @Test
    void after_the_inline_retries_it_goes_to_the_queue_and_says_how_many_there_were() throws Exception {
        AtomicInteger tries = new AtomicInteger();

        GuardResult result = guard.retryingInline(2)
                .pausing(Duration.ofSeconds(1), Duration.ofSeconds(1))
                .run("hello", m -> {
                    tries.incrementAndGet();
                    timeOut(m);
                });

        DeadLetter letter = onlyLetter();
        assertThat(result).isEqualTo(new GuardResult.InQueue(letter.id()));
        assertThat(tries).hasValue(3);
        assertThat(slept).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThat(letter.channel()).isEqualTo("orders");
        assertThat(letter.payload()).isEqualTo(Payload.of("hello"));
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(letter.retryCount()).isEqualTo(2);
        assertThat(letter.state().firstFailedAt()).isEqualTo(clock.instant().minusSeconds(2));
    }

    @Test
    void a_permanent_failure_goes_straight_to_the_queue() throws Exception {
        AtomicInteger tries = new AtomicInteger();

        guard.retryingInline(5).run("hello", message -> {
            tries.incrementAndGet();
            throw new IllegalArgumentException("order has no lines");
        });

        assertThat(tries).hasValue(1);
        assertThat(slept).isEmpty();
        assertThat(onlyLetter().status()).isEqualTo(LetterStatus.FAILED);
        assertThat(onlyLetter().retryCount()).isZero();
    }

    @Test
    void by_default_nothing_is_tried_inline() throws Exception {
        guard.run("hello", GuardTest::timeOut);

        assertThat(slept).isEmpty();
        assertThat(queued()).hasSize(1);
    }

    @Test
    void the_next_message_goes_on() throws Exception {
        List<String> done = new ArrayList<>();
        Step<String> step = message -> {
            if (message.startsWith("bad")) throw new IllegalStateException(message);
            done.add(message);
        };

        for (String message : List.of("1", "bad 1", "2", "bad 2", "3")) guard.run(message, step);

        assertThat(done).containsExactly("1", "2", "3");
        assertThat(queued()).hasSize(2);
    }

    @Test
    void chosen_failures_come_out_again_and_are_not_captured() {
        UncheckedIOException thrown = new UncheckedIOException(new IOException("gone"));

        assertThatThrownBy(() -> guard.rethrowing(UncheckedIOException.class)
                        .retryingInline(3)
                        .run("hello", message -> {
                            throw thrown;
                        }))
                .isSameAs(thrown);
        assertThat(queued()).isEmpty();
        assertThat(slept).isEmpty();
    }

    @Test
    void chosen_failures_are_ignored() throws Exception {
        GuardResult result = guard.ignoring(IllegalStateException.class).run("hello", message -> {
            throw new IllegalStateException("seen before");
        });

        assertThat(result).isEqualTo(new GuardResult.Ignored());
        assertThat(queued()).isEmpty();
    }

    @Test
    void choices_for_one_guard_do_not_change_the_other() throws Exception {
        guard.ignoring(SocketTimeoutException.class).rethrowing(UncheckedIOException.class);

        GuardResult result = guard.run("hello", GuardTest::timeOut);

        assertThat(result).isInstanceOf(GuardResult.InQueue.class);
    }

    @Test
    void an_error_is_captured_and_comes_out_again() {
        StackOverflowError error = new StackOverflowError("too deep");
        AtomicInteger tries = new AtomicInteger();

        assertThatThrownBy(() -> guard.retryingInline(3).run("hello", message -> {
                    tries.incrementAndGet();
                    throw error;
                }))
                .isSameAs(error);
        assertThat(tries).hasValue(1);
        assertThat(onlyLetter().failure().type()).isEqualTo("java.lang.StackOverflowError");
    }

    @Test
    void a_step_that_is_interrupted_is_captured_and_the_thread_stays_interrupted() throws Exception {
        GuardResult result = guard.retryingInline(3).run("hello", message -> {
            throw new InterruptedException("please stop");
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result).isInstanceOf(GuardResult.InQueue.class);
        assertThat(slept).isEmpty();
    }

    @Test
    void a_pause_that_is_interrupted_ends_the_tries_and_the_thread_stays_interrupted() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        Guard interrupted = guard(Optional.empty(), time -> {
            throw new InterruptedException("please stop");
        });

        GuardResult result = interrupted.retryingInline(3).run("hello", message -> {
            tries.incrementAndGet();
            timeOut(message);
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(tries).hasValue(1);
        assertThat(result).isEqualTo(new GuardResult.InQueue(onlyLetter().id()));
    }

    @Test
    void an_interrupted_thread_can_still_write_to_the_local_journal(@TempDir Path folder) throws Exception {
        Guard spilling = guard(Optional.of(new Capturer.SpillFile(folder.resolve("spill"), 1_000_000)), slept::add);
        store.goAway();

        GuardResult result = spilling.run("hello", message -> {
            Thread.currentThread().interrupt();
            timeOut(message);
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result).isInstanceOf(GuardResult.InQueue.class);
    }

    @Test
    void a_capture_that_cannot_be_kept_comes_out_loudly(@TempDir Path folder) {
        Guard tiny = guard(Optional.of(new Capturer.SpillFile(folder.resolve("spill"), 10)), slept::add);
        store.goAway();

        assertThatThrownBy(() -> guard.run("hello", GuardTest::timeOut)).isInstanceOf(StoreUnavailable.class);
        assertThatThrownBy(() -> tiny.run("hello", GuardTest::timeOut))
                .isInstanceOf(CaptureFailed.class)
                .hasMessageContaining("full");
    }

    private record OrderPlaced(int number) {}

    @Test
    void a_message_of_any_type_is_described_only_when_it_failed() throws Exception {
        AtomicInteger described = new AtomicInteger();

        guard.run(new OrderPlaced(1), order -> describe(order, described), order -> {});
        guard.run(new OrderPlaced(2), order -> describe(order, described), GuardTest::timeOut);

        assertThat(described).hasValue(1);
        assertThat(onlyLetter().payload().text()).isEqualTo("order 2");
        assertThat(onlyLetter().message().origin().key()).isEqualTo(Payload.of("2"));
    }

    private static Message describe(OrderPlaced order, AtomicInteger described) {
        described.incrementAndGet();
        return Message.of("order " + order.number()).withKey(Integer.toString(order.number()));
    }

    @Test
    void bytes_and_payloads_are_captured_as_they_are() throws Exception {
        byte[] bytes = {0, 1, (byte) 0xff};

        guard.run(bytes, (Step<byte[]>) GuardTest::timeOut);
        guard.run(Payload.of(bytes), (Step<Payload>) GuardTest::timeOut);

        assertThat(queued())
                .hasSize(2)
                .allSatisfy(letter -> assertThat(
                                store.find(letter.id()).orElseThrow().payload())
                        .isEqualTo(Payload.of(bytes)));
    }
}
