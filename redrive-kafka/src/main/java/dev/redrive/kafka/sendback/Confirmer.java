package dev.redrive.kafka.sendback;

import dev.redrive.Letters;
import dev.redrive.kafka.record.Receipt;
import dev.redrive.letter.LetterId;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.streams.SentLetter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what became of letters that were sent back. A letter is resolved when its consumer group has gone past it, in its
 * topic and in the retry topics of that, its
 * time of grace is over, and the dead letter topics were read so far that it would have been found if it had come back.
 * Several nodes may do this at once: a letter is confirmed by one of them.
 */
public final class Confirmer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Confirmer.class);
    private static final String BY = "kafka";
    private static final int PAGE = 500;
    private static final int STOP_SECONDS = 5;

    private final Letters desk;
    private final ConsumerProgress consumers;
    private final RetryTopics retryTopics;
    private final DeadLetterTopics deadLetterTopics;
    private final InstantSource clock;
    private final ConfirmerOptions options;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "redrive-kafka-confirmer");
        thread.setDaemon(true);
        return thread;
    });

    /** Kept until it can be used, however long the dead letter topics take: a newer one would have to wait even longer. */
    private @Nullable ProgressSnapshot sighting;

    private @Nullable LetterId after;
    private final Map<ProgressSnapshot.Verdict, Long> counted = new EnumMap<>(ProgressSnapshot.Verdict.class);
    private volatile Confirmations status = Confirmations.none();

    public Confirmer(
            Letters desk,
            Admin admin,
            DeadLetterTopics deadLetterTopics,
            InstantSource clock,
            ConfirmerOptions options) {
        this.desk = desk;
        this.consumers = new ConsumerProgress(admin, clock);
        this.retryTopics = new RetryTopics(consumers);
        this.deadLetterTopics = deadLetterTopics;
        this.clock = clock;
        this.options = options;
    }

    /** Begins to look by itself, again and again, until it is closed. */
    public Confirmer start() {
        long pause = options.every().toMillis();
        var unused = timer.scheduleWithFixedDelay(this::tick, pause, pause, TimeUnit.MILLISECONDS);
        return this;
    }

    public Confirmations status() {
        return status;
    }

    /** One look. When the brokers or the store are away it changes nothing, and says why in what it returns. */
    public synchronized Confirmations tick() {
        try {
            look();
        } catch (Throwable e) {
            tell(null, e.toString());
        }
        return status;
    }

    private void look() {
        ProgressSnapshot seen = sighting;
        if (seen == null) seen = see();
        sighting = seen;
        Optional<String> unread = unread(seen);
        if (unread.isEmpty()) {
            judge(seen);
            sighting = null;
        }
        Map<String, String> refused = seen.progress().refused();
        tell(
                unread.orElse(null),
                refused.isEmpty() ? null : "the brokers tell nothing of some groups or topics: " + refused);
    }

    private void tell(@Nullable String unread, @Nullable String trouble) {
        if (trouble != null && !trouble.equals(status.trouble()))
            LOG.warn("letters that were sent back cannot be confirmed: {}", trouble);
        status = status.lookedAt(clock.instant(), unread, trouble);
    }

    // Seeing

    private ProgressSnapshot see() {
        Map<String, Set<TopicPartition>> groups = new HashMap<>();
        for (SentLetter letter : stretch()) {
            Receipt.of(letter.receipt())
                    .filter(receipt -> receipt.group() != null)
                    .ifPresent(
                            receipt -> groups.computeIfAbsent(String.valueOf(receipt.group()), group -> new HashSet<>())
                                    .add(new TopicPartition(receipt.topic(), receipt.partition())));
        }
        if (groups.isEmpty()) return ProgressSnapshot.ofNothing(clock.instant());
        ConsumerProgress.Progress progress = retryTopics.follow(consumers.of(groups));
        Instant now = clock.instant();
        return new ProgressSnapshot(progress, now, deadLetterTopics.ends());
    }

    /** The next letters that are looked at together, a bounded number of them. */
    private List<SentLetter> stretch() {
        List<SentLetter> letters = new ArrayList<>();
        LetterId last = after;
        while (letters.size() < options.atOnce()) {
            int wanted = Math.min(PAGE, options.atOnce() - letters.size());
            List<SentLetter> page = desk.sent(last, wanted);
            letters.addAll(page);
            if (page.size() < wanted) break;
            last = page.get(page.size() - 1).id();
        }
        return letters;
    }

    /** A topic that was deleted or made again since then ends earlier now, or has no end at all. */
    private Optional<String> unread(ProgressSnapshot seen) {
        Map<TopicPartition, Long> read = deadLetterTopics.read();
        Map<TopicPartition, Long> behind = new HashMap<>(seen.deadLetterEnds());
        behind.entrySet().removeIf(end -> read.getOrDefault(end.getKey(), 0L) >= end.getValue());
        if (behind.isEmpty()) return Optional.empty();
        Map<TopicPartition, Long> endsNow = deadLetterTopics.ends();
        behind.entrySet().removeIf(end -> {
            long now = endsNow.getOrDefault(end.getKey(), 0L);
            return now < end.getValue() && read.getOrDefault(end.getKey(), 0L) >= now;
        });
        return behind.entrySet().stream()
                .findFirst()
                .map(end -> end.getKey() + " is read up to " + read.getOrDefault(end.getKey(), 0L) + ", not up to "
                        + end.getValue() + " yet");
    }

    // Judging

    private boolean confirmed(SentLetter letter) {
        return desk.move(letter.id(), ManualMove.confirmSent(letter.receipt(), BY)) instanceof MoveResult.To;
    }

    /** The letters are listed again, after it was seen how far was read: who came back until then is not among them. */
    private void judge(ProgressSnapshot seen) {
        Map<ProgressSnapshot.Verdict, Long> now = new EnumMap<>(ProgressSnapshot.Verdict.class);
        List<SentLetter> letters = stretch();
        for (SentLetter letter : letters) {
            ProgressSnapshot.Verdict verdict = seen.verdict(letter, options.graceOf(letter.channel()));
            now.merge(verdict, 1L, Long::sum);
            if (verdict == ProgressSnapshot.Verdict.PROCESSED && confirmed(letter)) status = status.andConfirmed(1);
        }
        now.forEach((verdict, count) -> counted.merge(verdict, count, Long::sum));
        if (letters.size() == options.atOnce()) {
            after = letters.get(letters.size() - 1).id();
            return;
        }
        after = null;
        status = status.counted(
                count(ProgressSnapshot.Verdict.WAITING),
                count(ProgressSnapshot.Verdict.WITHOUT_GROUP),
                count(ProgressSnapshot.Verdict.MISSING));
        counted.clear();
    }

    private long count(ProgressSnapshot.Verdict verdict) {
        return counted.getOrDefault(verdict, 0L);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS))
                LOG.warn("the last look at sent letters did not end within {} s", STOP_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
