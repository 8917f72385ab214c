package dev.redrive.benchmarks.retention;

import dev.redrive.Redrive;
import dev.redrive.benchmarks.store.RedriveBench;
import dev.redrive.event.RedriveEvent;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policy;
import dev.redrive.store.DeadLetterStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Fills a store with letters that were captured and resolved a hundred days ago. */
final class OldLetters {
    private static final Duration AGE = Duration.ofDays(100);

    private OldLetters() {}

    /** A clock that was set back. */
    static InstantSource clock() {
        return InstantSource.offset(InstantSource.system(), AGE.negated());
    }

    /** @param store with that clock; it is closed at the end */
    static void fill(DeadLetterStore store, int letters) throws InterruptedException {
        CountDownLatch open = new CountDownLatch(letters);
        try (Redrive redrive = Redrive.on(store)
                .keepForever()
                .policy(Policy.of(Match.any(), new Ladder(List.of(Duration.ZERO))))
                .listen(event -> {
                    if (event instanceof RedriveEvent.Attempted) open.countDown();
                })
                .open()) {
            redrive.handle("*", letter -> {});
            RedriveBench.fill(redrive, letters);
            open.await();
        }
    }
}
