package dev.redrive.kafka.sendback;

import dev.redrive.Letters;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Receipt;
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
 * Confirms letters that were sent back and processed. A letter is resolved when its consumer group has gone past it, in its
 * topic and in the retry topics of that, its grace period is over, and the dead letter topics were read so far that it would
 * have been found if it had come back. Several nodes may do this at once: a letter is confirmed by one of them.
 */
public final class Confirmer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Confirmer.class);
    private static final String BY = "kafka";
    private static final int PAGE = 500;
    private static final int STOP_SECONDS = 5;

    private final Letters letters;
    private final ConsumerProgress consumers;
    private final RetryTopics retryTopics;
    private final DeadLetterTopics deadLetterTopics;
    private final InstantSource clock;
    private final ConfirmerOptions options;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-kafka-confirmer"));

    /** Kept until the dead letter topics are read up to its ends: a newer one would have to wait even longer. */
    private @Nullable ProgressSnapshot snapshot;

    private @Nullable LetterId after;
    private final Map<ProgressSnapshot.Verdict, Long> counted = new EnumMap<>(ProgressSnapshot.Verdict.class);
    private volatile Confirmations status = Confirmations.none();

    public Confirmer(
            Letters letters,
            Admin admin,
            DeadLetterTopics deadLetterTopics,
            InstantSource clock,
            ConfirmerOptions options) {
        this.letters = letters;
        this.consumers = new ConsumerProgress(admin, clock);
        this.retryTopics = new RetryTopics(consumers);
        this.deadLetterTopics = deadLetterTopics;
        this.clock = clock;
        this.options = options;
    }

    /** Starts periodic checks, until it is closed. */
    public Confirmer start() {
        long pause = options.every().toMillis();
        var unused = timer.scheduleWithFixedDelay(this::tick, pause, pause, TimeUnit.MILLISECONDS);
        return this;
    }

    public Confirmations status() {
        return status;
    }

    /** One check. When the brokers or the store are unavailable, it changes nothing and returns why. */
    public synchronized Confirmations tick() {
        try {
            check();
        } catch (Throwable e) {
            report(null, e.toString());
        }
        return status;
    }

    private void check() {
        ProgressSnapshot current = snapshot;
        if (current == null) current = takeSnapshot();
        snapshot = current;
        Optional<String> unread = unread(current);
        if (unread.isEmpty()) {
            confirmProcessed(current);
            snapshot = null;
        }
        Map<String, String> refused = current.progress().refused();
        report(
                unread.orElse(null),
                refused.isEmpty() ? null : "the brokers refuse to describe some groups or topics: " + refused);
    }

    private void report(@Nullable String unread, @Nullable String trouble) {
        if (trouble != null && !trouble.equals(status.trouble()))
            LOG.warn("letters that were sent back cannot be confirmed: {}", trouble);
        status = status.checkedAt(clock.instant(), unread, trouble);
    }

    // Seeing

    private ProgressSnapshot takeSnapshot() {
        Map<String, Set<TopicPartition>> groups = new HashMap<>();
        for (SentLetter letter : nextSentLetters()) {
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

    /** The next letters to check together, a bounded number of them. */
    private List<SentLetter> nextSentLetters() {
        List<SentLetter> sentLetters = new ArrayList<>();
        LetterId last = after;
        while (sentLetters.size() < options.atOnce()) {
            int wanted = Math.min(PAGE, options.atOnce() - sentLetters.size());
            List<SentLetter> page = letters.sent(last, wanted);
            sentLetters.addAll(page);
            if (page.size() < wanted) break;
            last = page.get(page.size() - 1).id();
        }
        return sentLetters;
    }

    /** A topic that was deleted or made again since then ends earlier now, or has no end at all. */
    private Optional<String> unread(ProgressSnapshot current) {
        Map<TopicPartition, Long> read = deadLetterTopics.read();
        Map<TopicPartition, Long> behind = new HashMap<>(current.deadLetterEnds());
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
        return letters.move(letter.id(), ManualMove.confirmSent(letter.receipt(), BY)) instanceof MoveResult.To;
    }

    /** The letters are listed again, after the positions were read: a letter that came back until then is not among them. */
    private void confirmProcessed(ProgressSnapshot current) {
        Map<ProgressSnapshot.Verdict, Long> now = new EnumMap<>(ProgressSnapshot.Verdict.class);
        List<SentLetter> sentLetters = nextSentLetters();
        for (SentLetter letter : sentLetters) {
            ProgressSnapshot.Verdict verdict = current.verdict(letter, options.graceOf(letter.channel()));
            now.merge(verdict, 1L, Long::sum);
            if (verdict == ProgressSnapshot.Verdict.PROCESSED && confirmed(letter)) status = status.andConfirmed(1);
        }
        now.forEach((verdict, count) -> counted.merge(verdict, count, Long::sum));
        if (sentLetters.size() == options.atOnce()) {
            after = sentLetters.get(sentLetters.size() - 1).id();
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
                LOG.warn("the last check of sent letters did not end within {} s", STOP_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
