package dev.redrive.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlowWorkTest {
    private final SlowWork work = new SlowWork("slow-work-test", Duration.ofSeconds(30));

    @AfterEach
    void close() {
        work.close();
    }

    @Test
    void the_next_work_starts_as_soon_as_the_result_of_the_last_was_read() {
        for (int n = 0; n < 2000; n++) {
            int expected = n;

            Future<Integer> started = work.start(() -> expected).orElseThrow();

            assertThat(work.await(started)).contains(expected);
        }
    }

    @Test
    void work_is_refused_while_earlier_work_goes_on() {
        CountDownLatch mayEnd = new CountDownLatch(1);
        Future<String> first = work.start(() -> {
                    mayEnd.await();
                    return "first";
                })
                .orElseThrow();

        assertThat(work.start(() -> "second")).isEmpty();

        mayEnd.countDown();
        assertThat(work.await(first)).contains("first");
        assertThat(work.start(() -> "third")).isPresent();
    }

    @Test
    void work_that_takes_longer_than_a_request_waits_is_read_later() {
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (SlowWork impatient = new SlowWork("impatient", Duration.ofMillis(1))) {
            Future<String> slow = impatient
                    .start(() -> {
                        mayEnd.await();
                        return "done";
                    })
                    .orElseThrow();

            assertThat(impatient.await(slow)).isEmpty();

            mayEnd.countDown();
            assertThat(slow).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("done");
        }
    }
}
