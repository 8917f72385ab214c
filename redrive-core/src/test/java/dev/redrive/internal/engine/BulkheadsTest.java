package dev.redrive.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BulkheadsTest {
    private static final int WORKERS = 8;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong nanos = new AtomicLong();
    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final Bulkheads bulkheads = new Bulkheads(WORKERS, 0, threads::add, () -> 2, nanos::get);
    private final Map<Route, Integer> started = new HashMap<>();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(SettableClock.standing());
    private final LetterIds ids = new LetterIds(store.clock());

    private static Route route(String name, TargetOptions options) {
        Target done = letter -> new Target.Delivery.Done();
        return new Route(new Glob(name), new Route.Sends(done), options, SettableClock.standing(), new Events());
    }

    private static Route route(String name) {
        return route(name, TargetOptions.defaults());
    }

    private void letters(Route route, int count) {
        letters(bulkheads, route, count);
    }

    private void letters(Bulkheads to, Route route, int count) {
        for (int i = 0; i < count; i++) {
            store.capture(List.of(new LetterBuilder(ids).build()));
            LeasedLetter claimed =
                    store.claim(ClaimRequest.of("node", 1, MINUTE)).get(0);
            to.add(
                    route,
                    new Bulkheads.Job(
                            new RunningAttempt(claimed, MINUTE),
                            () -> started.merge(route, 1, Integer::sum),
                            () -> {}));
        }
    }

    /** A worker takes what it was given and hangs in it: it has no thread any more that ends. */
    private int hanging() {
        int hanging = threads.size();
        threads.clear();
        return hanging;
    }

    private Route quickRoute() {
        Route quick = route("quick");
        letters(quick, 1);
        runAll();
        return quick;
    }

    private void runAll() {
        while (!threads.isEmpty()) threads.remove().run();
    }

    @Test
    void a_route_that_is_alone_has_all_workers() {
        Bulkheads ofOne = new Bulkheads(WORKERS, 0, threads::add, () -> 1, nanos::get);

        letters(ofOne, route("only"), 20);

        assertThat(threads).hasSize(WORKERS);
    }

    @Test
    void a_quick_route_leaves_two_workers_to_others() {
        Route quick = quickRoute();
        letters(route("other"), 1);
        runAll();

        letters(quick, 20);

        assertThat(threads).hasSize(WORKERS - 2);
    }

    @Test
    void of_a_route_that_was_never_tried_one_letter_finds_out_how_quick_it_is() {
        quickRoute();
        Route fresh = route("fresh");

        letters(fresh, 20);
        int first = threads.size();
        runAll();

        assertThat(first).isEqualTo(1);
        assertThat(started).containsEntry(fresh, 20);
    }

    @Test
    void beside_eight_routes_that_hang_a_quick_one_keeps_half_of_its_workers() {
        Route quick = quickRoute();
        List<Route> bad = new ArrayList<>();
        for (int i = 0; i < 8; i++) bad.add(route("bad" + i));
        int hanging = 0;

        for (int turn = 0; turn < 10; turn++) {
            letters(quick, 1); // in use all the time
            runFirstOf(quick);
            for (Route route : bad) letters(route, 20);
            hanging += hanging();
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        }
        letters(quick, 20);

        assertThat(hanging).isLessThanOrEqualTo(WORKERS / 2 + 1);
        assertThat(threads).hasSizeGreaterThanOrEqualTo((WORKERS - 2) / 2);
    }

    private void runFirstOf(Route quick) {
        int before = started.getOrDefault(quick, 0);
        runAll();
        assertThat(started).containsEntry(quick, before + 1);
    }

    private Bulkheads growing() {
        return new Bulkheads(WORKERS, Bulkheads.MOST_STUCK, threads::add, () -> 2, nanos::get);
    }

    @Test
    void a_route_that_was_never_tried_has_its_turn_when_ten_others_hang_at_their_first_letter() {
        Bulkheads growing = growing();
        for (int i = 0; i < 10; i++) letters(growing, route("hangs" + i), 20);
        Route good = route("good");
        letters(growing, good, 20);
        int first = hanging();

        nanos.addAndGet(Duration.ofMillis(600).toNanos());
        growing.start();

        assertThat(first).isEqualTo(7);
        assertThat(threads).as("three that hang, and the good one").hasSize(4);
        for (int i = 0; i < 3; i++) threads.remove();
        runAll();
        assertThat(started).containsOnly(Map.entry(good, 20));
    }

    @Test
    void routes_that_hang_at_their_first_letter_add_workers_up_to_a_limit() {
        Bulkheads growing = growing();
        int hanging = 0;
        for (int i = 0; i < 100; i++) letters(growing, route("hangs" + i), 20);
        for (int turn = 0; turn < 30; turn++) {
            hanging += hanging();
            nanos.addAndGet(Duration.ofMillis(600).toNanos());
            growing.start();
        }

        assertThat(hanging).isBetween(Bulkheads.MOST_STUCK, Bulkheads.MOST_STUCK + WORKERS);
    }

    @Test
    void a_quick_route_keeps_half_of_its_workers_beside_routes_that_hang_at_their_first_letter() {
        Bulkheads growing = growing();
        Route quick = route("quick");
        letters(growing, quick, 1);
        runAll();
        for (int i = 0; i < 20; i++) letters(growing, route("bad" + i), 20);
        for (int turn = 0; turn < 10; turn++) {
            hanging();
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            growing.start();
        }
        hanging();

        letters(growing, quick, 20);

        assertThat(threads).hasSizeGreaterThanOrEqualTo((WORKERS - 2) / 2);
    }

    @Test
    void slow_routes_use_all_but_two_workers_when_no_other_route_needs_them() {
        Route slow = route("slow");
        Route other = route("other slow");
        letters(slow, 20);
        letters(other, 20);
        int first = hanging();
        nanos.addAndGet(Duration.ofSeconds(40).toNanos());

        bulkheads.start();

        assertThat(first + hanging()).isEqualTo(WORKERS - 2);
    }

    @Test
    void a_route_has_as_many_workers_as_it_was_given() {
        Route fragile = route("fragile", TargetOptions.defaults().concurrency(3));
        letters(fragile, 1);
        runAll();

        letters(fragile, 20);
        int first = hanging();
        fragile.leave();
        bulkheads.start();

        assertThat(first).isEqualTo(3);
        assertThat(threads)
                .as("one more may go when another sender has left, but not more than its workers")
                .isEmpty();
    }

    @Test
    void what_waits_for_a_route_that_hangs_is_taken_back_but_for_what_its_workers_need() {
        Route slow = route("slow");
        letters(slow, 100);
        hanging();
        int before = bulkheads.takeBack().size();
        nanos.addAndGet(Duration.ofSeconds(3).toNanos());

        int back = bulkheads.takeBack().size();

        assertThat(before).isZero();
        assertThat(back).isBetween(70, 90);
        assertThat(bulkheads.room(slow)).isZero();
    }

    @Test
    void what_slow_routes_hold_is_counted_apart() {
        quickRoute();
        letters(route("slow"), 5);

        Bulkheads.Held held = bulkheads.heldByNotQuick();

        assertThat(held.count()).isEqualTo(5);
        assertThat(held.isAnyWaiting()).isTrue();
    }
}
