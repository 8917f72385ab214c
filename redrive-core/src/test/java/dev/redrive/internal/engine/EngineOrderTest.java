package dev.redrive.internal.engine;

import static dev.redrive.internal.engine.OneThreadEngine.Setup.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.engine.EngineOptions;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The order in which letters are tried: priorities, channels and sequences. */
class EngineOrderTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LEASE = Duration.ofSeconds(30);
    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);

    @Test
    void higher_priorities_go_first_and_then_older_letters() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        List<String> order = new ArrayList<>();
        on.handle("orders", letter -> order.add(letter.payload().text()));
        on.captured(on.aLetter().saying("normal 1"));
        on.captured(on.aLetter().saying("low").priority(Priority.LOW));
        on.captured(on.aLetter().saying("critical").priority(Priority.CRITICAL));
        on.captured(on.aLetter().saying("normal 2"));
        on.captured(on.aLetter().saying("high").priority(Priority.HIGH));

        on.turn();

        assertThat(order).containsExactly("critical", "high", "normal 1", "normal 2", "low");
    }

    @Test
    void a_low_letter_is_not_starved_by_urgent_ones_that_never_end() throws Exception {
        EngineOptions oneAtATime = new EngineOptions("worker-1", 1, 1, LEASE, LEASE, LEASE, LEASE);
        OneThreadEngine on = new OneThreadEngine(store, plain().with(oneAtATime));
        List<Priority> order = new ArrayList<>();
        on.handle("orders", letter -> order.add(letter.priority()));
        on.captured(on.aLetter().priority(Priority.LOW));
        for (int i = 0; i < 5; i++) on.captured(on.aLetter().priority(Priority.CRITICAL));

        for (int i = 0; i < 20; i++) {
            on.captured(on.aLetter().priority(Priority.CRITICAL));
            on.turn();
        }

        assertThat(order).hasSize(20).contains(Priority.LOW).startsWith(Priority.CRITICAL);
    }

    @Test
    void a_letter_of_a_channel_without_a_handler_is_left_alone() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        LetterId foreign = on.captured(on.aLetter().from("invoices"));
        LetterId own = on.captured(on.aLetter());
        DeadLetter before = on.found(foreign);
        on.handle("orders", letter -> {});

        clock.forward(SECOND);
        on.turn();

        assertThat(on.status(own)).isEqualTo(LetterStatus.RESOLVED);
        assertThat(on.found(foreign)).isEqualTo(before);
    }

    @Test
    void the_first_handler_that_serves_a_channel_gets_its_letters() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        List<String> seen = new ArrayList<>();
        on.handle("payment.card", letter -> seen.add("card"));
        on.handle("payment.*", letter -> seen.add("payment"));
        on.handle("*", letter -> seen.add("any"));
        for (String channel : List.of("payment.card", "payment.sepa", "mails")) {
            on.captured(on.aLetter().from(channel));
        }

        on.turn();

        assertThat(seen).containsExactly("card", "payment", "any");
    }

    @Test
    void letters_of_a_sequence_go_one_after_the_other_also_when_one_fails() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        AtomicBoolean down = new AtomicBoolean(true);
        List<String> order = new ArrayList<>();
        on.handle("orders", letter -> {
            order.add(letter.payload().text());
            if (letter.payload().text().equals("a2") && down.get()) OneThreadEngine.TIMES_OUT.handle(letter);
        });
        on.captured(on.aLetter().saying("a1").inOrder("a"));
        on.captured(on.aLetter().saying("a2").inOrder("a"));
        LetterId last = on.captured(on.aLetter().saying("a3").inOrder("a"));
        on.captured(on.aLetter().saying("b1").inOrder("b"));

        for (int i = 0; i < 4; i++) on.turn();
        assertThat(order).containsExactly("a1", "b1", "a2");
        assertThat(on.found(last).blockedBy()).isPresent();

        down.set(false);
        clock.forward(Duration.ofSeconds(2));
        for (int i = 0; i < 3; i++) on.turn();

        assertThat(order).containsExactly("a1", "b1", "a2", "a2", "a3");
        assertThat(on.status(last)).isEqualTo(LetterStatus.RESOLVED);
    }

    @Test
    void a_permanent_failure_holds_its_sequence() throws Exception {
        OneThreadEngine on = new OneThreadEngine(store);
        on.handle("orders", letter -> {
            throw new IllegalArgumentException("order has no lines");
        });
        LetterId first = on.captured(on.aLetter().inOrder("a"));
        LetterId second = on.captured(on.aLetter().inOrder("a"));

        for (int i = 0; i < 3; i++) on.turn();

        assertThat(on.status(first)).isEqualTo(LetterStatus.FAILED);
        assertThat(on.status(second)).isEqualTo(LetterStatus.PENDING);
        assertThat(on.found(second).blockedBy()).contains(first);
        assertThat(on.found(second).retryCount()).isZero();
    }
}
