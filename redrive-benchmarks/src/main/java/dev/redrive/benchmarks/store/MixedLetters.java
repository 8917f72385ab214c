package dev.redrive.benchmarks.store;

import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import dev.redrive.benchmarks.sample.Samples;
import dev.redrive.capture.FailedMessage;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.policy.Ladder;
import dev.redrive.policy.Match;
import dev.redrive.policy.Policy;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.questions.Filter;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A mixture of everything: each status, letters that wait for tomorrow, and a few that are due. */
public final class MixedLetters {
    /** What the letters are found by. */
    public static final SearchPaths ATTRIBUTES = RedriveBench.ATTRIBUTES;

    private static final int BATCH = 1_000;
    private static final int DUE = 2_000;
    /** So few that a small store, too, has more than a page of each. */
    private static final int KEYS = 100;

    private MixedLetters() {}

    /** Fills an empty store; what is given last is called before each batch of a thousand. */
    public static void fill(RedriveBuilder empty, int letters, Runnable beforeBatch) throws InterruptedException {
        CountDownLatch resolved = new CountDownLatch(letters / 5);
        try (Redrive redrive = empty.keepForever()
                .searchBy(ATTRIBUTES)
                .policy(Policy.of(Match.any().channel(new Glob("now.*")), new Ladder(List.of(Duration.ZERO))))
                .policy(Policy.of(Match.any().category(Category.TIMEOUT), new Ladder(List.of(Duration.ofDays(1)))))
                .policy(Policy.of(
                        Match.any().category(Category.DOWNSTREAM_FAILURE), new Ladder(List.of(Duration.ofDays(1)))))
                .policy(Policy.of(Match.any().category(Category.PERSISTENCE), new Ladder(List.of(Duration.ofDays(1)))))
                .listen(event -> {
                    if (event instanceof RedriveEvent.Attempted) resolved.countDown();
                })
                .open()) {
            for (int i = 0; i < letters; i += BATCH) {
                beforeBatch.run();
                redrive.captureAll(batch(i, i + BATCH, letters));
            }
            redrive.handle("now.resolved", letter -> {});
            resolved.await();
            redrive.letters()
                    .moveAll(
                            Filter.builder()
                                    .status(LetterStatus.FAILED)
                                    .channel("reports")
                                    .build(),
                            ManualMove.archive("bench", null));
        }
    }

    private static List<FailedMessage> batch(int from, int to, int letters) {
        List<FailedMessage> batch = new ArrayList<>(BATCH);
        for (int i = from; i < to; i++) {
            FailedMessage plain = RedriveBench.failedOnKafka(Samples.of(i), i);
            String channel = plain.channel();
            if (i % 5 == 0) channel = "now.resolved";
            if (i >= letters - DUE && i % 5 != 0) channel = "now.due";
            FailedMessage failed = new FailedMessage(
                    channel,
                    plain.message().withKey("customer-" + i % KEYS),
                    plain.reason(),
                    i % 4,
                    plain.priority(),
                    List.of(),
                    null,
                    null,
                    null,
                    List.of());
            batch.add(i % 100 == 7 ? failed.tagged("vip") : failed);
        }
        return batch;
    }
}
