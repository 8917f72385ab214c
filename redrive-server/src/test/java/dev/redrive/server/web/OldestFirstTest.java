package dev.redrive.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.testing.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OldestFirstTest {
    private final OldestFirst turns = new OldestFirst(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Long> order = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private Future<?> asks(long ticket) {
        int before = turns.waiting();
        Future<?> asked = threads.submit(() -> {
            turns.await(ticket);
            order.add(ticket);
            turns.end();
            return ticket;
        });
        Await.until(() -> turns.waiting() > before || asked.isDone());
        return asked;
    }

    @Test
    void the_oldest_has_its_turn_before_younger_ones_that_asked_earlier() throws Exception {
        long oldest = turns.ticket();
        long middle = turns.ticket();
        long youngest = turns.ticket();
        turns.await(oldest);
        List<Future<?>> asked = List.of(asks(youngest), asks(middle), asks(oldest));

        turns.end();
        for (Future<?> one : asked) one.get(10, TimeUnit.SECONDS);

        assertThat(order).containsExactly(oldest, middle, youngest);
    }

    @Test
    void one_that_is_interrupted_while_it_waits_leaves_its_turn_to_others() throws Exception {
        long first = turns.ticket();
        turns.await(first);
        Future<?> leaves = asks(turns.ticket());
        leaves.cancel(true);
        Await.until(() -> turns.waiting() == 0);
        long last = turns.ticket();

        turns.end();
        asks(last).get(10, TimeUnit.SECONDS);

        assertThat(order).containsExactly(last);
    }
}
