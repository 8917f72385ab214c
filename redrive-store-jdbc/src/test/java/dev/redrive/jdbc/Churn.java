package dev.redrive.jdbc;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Resolution;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A process that captures, claims, settles and moves letters without end, and prints which captures were answered. */
final class Churn {
    private Churn() {}

    static Process start(String url, int seed) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Churn.class.getName(),
                        url,
                        String.valueOf(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static void main(String[] args) {
        Random random = new Random(Long.parseLong(args[1]));
        DeadLetterStore store = new JdbcStoreProvider().open(args[0]).orElseThrow();
        Thread worker = new Thread(() -> work(store, new Random(7)));
        worker.setDaemon(true);
        worker.start();
        LetterIds ids = new LetterIds(store.clock());
        while (true) {
            List<NewLetter> batch = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(5); i++) {
                LetterBuilder letter = new LetterBuilder(ids).from("channel-" + random.nextInt(3));
                if (random.nextInt(3) == 0) letter.inOrder("key-" + random.nextInt(4));
                batch.add(letter.build());
            }
            store.capture(batch).forEach(c -> System.out.println(c.id()));
            LetterId some = batch.get(0).id();
            if (random.nextInt(6) == 0) store.move(some, ManualMove.archive("churn", null));
            if (random.nextInt(6) == 0) store.move(some, ManualMove.restore("churn"));
        }
    }

    private static void work(DeadLetterStore store, Random random) {
        var failure = LetterBuilder.invalid();
        while (true) {
            List<LeasedLetter> claimed = store.claim(ClaimRequest.of("churn", 5, Duration.ofMinutes(5)));
            store.settle(claimed.stream()
                    .map(c -> new Settlement(
                            c.lease(),
                            Duration.ZERO,
                            "none",
                            random.nextBoolean()
                                    ? new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null)
                                    : new Settlement.Retry(
                                            failure,
                                            LetterBuilder.fingerprint(failure),
                                            store.clock().instant())))
                    .toList());
        }
    }
}
