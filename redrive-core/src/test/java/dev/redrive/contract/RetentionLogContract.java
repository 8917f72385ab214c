package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.retention.RetentionLog;
import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the log of retention of every store must hold. */
public abstract class RetentionLogContract extends BookContract<RetentionLog> {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Override
    protected RetentionLog bookOf(DeadLetterStore store) {
        return store.retentionLog();
    }

    private static RetentionRun run(String node, int minute, @Nullable String problem) {
        return new RetentionRun(node, minutes(minute), minutes(minute + 1), 7, 6, 5, 4, 3, 1L << 40, problem);
    }

    @Test
    void one_node_at_a_time_has_the_lease() {
        assertThat(book.lease("a", MINUTE)).isTrue();

        assertThat(other.lease("b", MINUTE)).isFalse();
        assertThat(other.running()).contains("a");
    }

    @Test
    void nobody_runs_it_at_first() {
        assertThat(book.running()).isEmpty();
        assertThat(book.runs(10)).isEmpty();
    }

    @Test
    void a_lease_is_renewed_by_the_node_that_has_it() {
        book.lease("a", MINUTE);

        assertThat(other.lease("a", MINUTE)).isTrue();
        assertThat(book.running()).contains("a");
    }

    @Test
    void a_lease_that_ran_out_is_free() {
        book.lease("a", Duration.ZERO);

        assertThat(book.running()).isEmpty();
        assertThat(other.lease("b", MINUTE)).isTrue();
        assertThat(book.lease("a", MINUTE)).isFalse();
    }

    @Test
    void the_end_of_a_run_gives_the_lease_back() {
        book.lease("a", MINUTE);

        book.end(run("a", 0, null));

        assertThat(other.running()).isEmpty();
        assertThat(other.lease("b", MINUTE)).isTrue();
    }

    @Test
    void a_node_that_lost_its_lease_does_not_give_back_that_of_another() {
        book.lease("a", Duration.ZERO);
        other.lease("b", MINUTE);

        book.end(run("a", 0, "it took too long"));

        assertThat(book.running()).contains("b");
        assertThat(other.lease("c", MINUTE)).isFalse();
    }

    @Test
    void many_nodes_at_once_get_one_lease() throws Exception {
        AtomicInteger node = new AtomicInteger();

        List<Boolean> got = allAtOnce(log -> log.lease("node-" + node.getAndIncrement(), MINUTE));

        assertThat(got).containsOnlyOnce(true);
    }

    @Test
    void runs_are_listed_as_they_were_the_last_one_first() {
        RetentionRun first = run("a", 0, "the archive was away: \u201ctimeout\u201d");
        RetentionRun second = run("b", 5, null);
        book.end(first);
        other.end(second);

        assertThat(other.runs(10)).containsExactly(second, first);
        assertThat(book.runs(1)).containsExactly(second);
    }

    @Test
    void the_last_hundred_runs_are_kept() {
        for (int i = 0; i < 103; i++) book.end(run("a", i, null));

        List<RetentionRun> runs = book.runs(1000);

        assertThat(runs).hasSize(100);
        assertThat(runs.get(0)).isEqualTo(run("a", 102, null));
        assertThat(runs.get(99)).isEqualTo(run("a", 3, null));
    }
}
