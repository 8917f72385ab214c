package dev.redrive.kafka.retry;

import dev.redrive.kafka.publish.OutgoingRecord;
import dev.redrive.kafka.record.ClientSettings;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqTopics;
import dev.redrive.kafka.record.Parked;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads dead letter topics, lets each record wait until it is due, and sends it on. All of it happens on one thread; only the
 * acknowledgements of the broker come from another one.
 */
final class RetryLoop implements AutoCloseable, ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(RetryLoop.class);
    private static final Duration LONGEST_POLL = Duration.ofMillis(200);
    private static final Duration BETWEEN_COMMITS = Duration.ofSeconds(1);
    private static final Duration LAST_WAIT = Duration.ofSeconds(3);
    private static final int MAX_ON_THE_WAY = 1000;

    private final DlqRetryService.Builder chosen;
    private final RetryPlan plan;
    private final Consumer<Parked> onParked;
    private final Producer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final DlqTopics topics;
    private final Map<TopicPartition, CommitPoint> partitions = new HashMap<>();
    private final PriorityQueue<Held> held = new PriorityQueue<>(
            Comparator.comparing((Held one) -> one.due).thenComparingLong(one -> one.dead.offset()));
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final Map<String, Trouble> troubles = new HashMap<>();
    private int onTheWay;
    private long heldBytes;
    private volatile int waiting;
    private volatile boolean withoutCommit;
    private long committedAt = System.nanoTime();

    /** A record that waits: for its time to come, or to be tried again. */
    private static final class Held {
        private final ConsumerRecord<byte[], byte[]> dead;
        private final @Nullable DlqRecord record;
        private final CommitPoint progress;
        private Instant due;
        private Parked.@Nullable Why park;
        private @Nullable OutgoingRecord parked;

        Held(ConsumerRecord<byte[], byte[]> dead, @Nullable DlqRecord record, CommitPoint progress, Instant due) {
            this.dead = dead;
            this.record = record;
            this.progress = progress;
            this.due = due;
        }

        long bytes() {
            long read = record == null || record.payload() == null
                    ? 0
                    : record.payload().length();
            return 512L + Math.max(0, dead.serializedKeySize()) + Math.max(0, dead.serializedValueSize()) + 2 * read;
        }
    }

    private record Answer(Held held, String topic, @Nullable Exception failure) {}

    /** A topic that does not take records at the moment: each time it is left alone for twice as long. */
    private record Trouble(Instant until, Duration pause) {}

    RetryLoop(DlqRetryService.Builder chosen, Producer<byte[], byte[]> producer, Consumer<Parked> onParked) {
        this.chosen = chosen;
        this.plan = chosen.plan();
        this.producer = producer;
        this.onParked = onParked;
        this.topics = new DlqTopics(chosen.clientSettings, chosen.timeout, chosen.retention);
        this.consumer = new KafkaConsumer<>(ClientSettings.consumer(chosen.clientSettings, chosen.group));
        consumer.subscribe(
                chosen.topics.stream().map(chosen.dlqTopicOf).distinct().toList(), this);
    }

    int waiting() {
        return waiting;
    }

    void wakeUp() {
        consumer.wakeup();
    }

    void leaveWithoutCommit() {
        withoutCommit = true;
    }

    void turn() {
        try {
            for (ConsumerRecord<byte[], byte[]> dead : consumer.poll(untilNext())) take(dead);
        } catch (WakeupException closing) {
            return;
        }
        settle();
        sendDue();
        pauseOrResume();
        if (System.nanoTime() - committedAt > BETWEEN_COMMITS.toNanos()) commit(partitions.keySet());
        waiting = held.size();
    }

    private Duration untilNext() {
        Held next = held.peek();
        if (next == null) return LONGEST_POLL;
        Duration time = Duration.between(chosen.clock.instant(), next.due);
        if (time.isNegative()) return onTheWay == 0 ? Duration.ZERO : Duration.ofMillis(5);
        return time.compareTo(LONGEST_POLL) < 0 ? time : LONGEST_POLL;
    }

    // Taking in

    private void take(ConsumerRecord<byte[], byte[]> dead) {
        TopicPartition partition = new TopicPartition(dead.topic(), dead.partition());
        CommitPoint progress = partitions.computeIfAbsent(partition, p -> new CommitPoint(dead.offset()));
        progress.read(dead.offset());
        DlqRecord record = read(dead);
        Held one = new Held(dead, record, progress, chosen.clock.instant());
        if (record == null) {
            one.park = Parked.Why.UNREADABLE;
        } else {
            RetryPlan.Next next = plan.next(record);
            if (next instanceof RetryPlan.Next.SendBack back) one.due = back.due();
            if (next instanceof RetryPlan.Next.Park park) one.park = park.why();
        }
        hold(one);
    }

    private static @Nullable DlqRecord read(ConsumerRecord<byte[], byte[]> dead) {
        try {
            return DlqRecord.of(dead);
        } catch (RuntimeException e) {
            LOG.debug("a record of {} is none of ours: {}", dead.topic(), e.toString());
            return null;
        }
    }

    private void hold(Held one) {
        held.add(one);
        heldBytes += one.bytes();
    }

    private @Nullable Held release() {
        Held one = held.poll();
        if (one != null) heldBytes -= one.bytes();
        return one;
    }

    /** What is paused stays with us and is not forgotten by the group: polling goes on. */
    private void pauseOrResume() {
        boolean full = held.size() >= chosen.maxWaiting || heldBytes >= chosen.maxWaitingBytes;
        boolean roomy = held.size() <= chosen.maxWaiting / 2 && heldBytes <= chosen.maxWaitingBytes / 2;
        if (full) consumer.pause(consumer.assignment());
        else if (roomy && !consumer.paused().isEmpty()) consumer.resume(consumer.paused());
    }

    // Sending

    private void sendDue() {
        Instant now = chosen.clock.instant();
        while (onTheWay < MAX_ON_THE_WAY
                && !held.isEmpty()
                && !held.element().due.isAfter(now)) {
            Held one = release();
            if (one == null || one.progress.isForgotten()) continue;
            String topic = target(one);
            Trouble trouble = troubles.get(topic);
            Duration notYet = trouble != null && trouble.until().isAfter(now)
                    ? Duration.between(now, trouble.until())
                    : notYet(one);
            if (notYet.isZero()) send(one, topic);
            else later(one, now.plus(notYet));
        }
    }

    private void later(Held one, Instant due) {
        one.due = due;
        hold(one);
    }

    private Duration notYet(Held one) {
        if (one.park != null || one.record == null) return Duration.ZERO;
        return plan.notYet(one.record).orElse(Duration.ZERO);
    }

    private String target(Held one) {
        return one.park == null && one.record != null
                ? one.record.originalTopic()
                : chosen.parkedTopicOf.apply(one.dead.topic());
    }

    private void send(Held one, String topic) {
        onTheWay++;
        try {
            var unused = producer.send(
                    outgoing(one, topic), (metadata, failure) -> answers.add(new Answer(one, topic, failure)));
        } catch (RuntimeException e) {
            answers.add(new Answer(one, topic, e));
        }
        settle();
    }

    private ProducerRecord<byte[], byte[]> outgoing(Held one, String topic) {
        DlqRecord record = one.record;
        Parked.Why why = one.park;
        if (why == null && record != null) return ReturnRecords.toOriginal(one.dead, record, partition(record));
        if (one.parked == null) one.parked = parked(one, topic, why == null ? Parked.Why.UNREADABLE : why);
        return one.parked.record();
    }

    private OutgoingRecord parked(Held one, String topic, Parked.Why why) {
        return ReturnRecords.toParked(one.dead, one.record, topic, why).fitting(topics.limit(topic, one.dead.topic()));
    }

    /** The same partition again, unless the topic has fewer by now. */
    private @Nullable Integer partition(DlqRecord record) {
        Integer before = record.partition();
        if (before == null || before < 0) return null;
        return before < producer.partitionsFor(record.originalTopic()).size() ? before : null;
    }

    // Answers

    private void settle() {
        for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
            onTheWay--;
            if (answer.held().progress.isForgotten()) continue;
            if (answer.failure() == null) sent(answer.held(), answer.topic());
            else failed(answer.held(), answer.topic(), answer.failure());
        }
    }

    private void sent(Held one, String topic) {
        one.progress.done(one.dead.offset());
        troubles.remove(topic);
        Parked.Why why = one.park;
        if (why == null) {
            chosen.meters.retried(topic);
            return;
        }
        if (why == Parked.Why.EXHAUSTED || why == Parked.Why.TOO_LARGE) chosen.meters.notRetried(original(one));
        if (one.parked != null && one.parked.cut) {
            chosen.meters.payloadCut(original(one));
            LOG.warn("a record of {} was too large for {} and is parked with its payload cut", one.dead.topic(), topic);
        }
        onParked.accept(new Parked(
                one.dead.topic(),
                one.dead.partition(),
                one.dead.offset(),
                topic,
                why,
                Optional.ofNullable(one.record)));
    }

    /** A record's own word for its topic is no label: anybody can write it. */
    private String original(Held one) {
        return one.record != null && chosen.topics.contains(one.record.originalTopic())
                ? one.record.originalTopic()
                : one.dead.topic();
    }

    /** Nothing is given up here: what could not be sent is tried again, later each time. */
    private void failed(Held one, String topic, Exception failure) {
        Instant now = chosen.clock.instant();
        if (failure instanceof RecordTooLargeException) {
            if (one.park == null) one.park = Parked.Why.TOO_LARGE;
            else if (one.parked != null) one.parked = one.parked.smaller().orElse(one.parked);
            later(one, now);
            return;
        }
        Trouble before = troubles.get(topic);
        if (before == null || !before.until().isAfter(now)) {
            Trouble trouble = Troubles.next(before == null ? null : before.pause(), now);
            troubles.put(topic, trouble);
            LOG.warn("{} does not take records, the next try is at {}: {}", topic, trouble.until(), failure.toString());
        }
        if (one.park == null) chosen.meters.notRetried(topic);
        later(one, troubles.getOrDefault(topic, new Trouble(now, Duration.ZERO)).until());
    }

    private static final class Troubles {
        private static final Duration FIRST = Duration.ofSeconds(1);
        private static final Duration LONGEST = Duration.ofSeconds(30);

        static Trouble next(@Nullable Duration before, Instant now) {
            Duration doubled = before == null ? FIRST : before.multipliedBy(2);
            Duration pause = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
            return new Trouble(now.plus(pause), pause);
        }
    }

    // Committing

    private void commit(Collection<TopicPartition> which) {
        committedAt = System.nanoTime();
        Map<TopicPartition, OffsetAndMetadata> news = new HashMap<>();
        for (TopicPartition partition : which) {
            CommitPoint progress = partitions.get(partition);
            if (progress != null && progress.hasNews())
                news.put(partition, new OffsetAndMetadata(progress.committable()));
        }
        if (news.isEmpty() || withoutCommit) return;
        try {
            consumer.commitSync(news, LAST_WAIT);
            news.forEach((partition, offset) -> {
                CommitPoint progress = partitions.get(partition);
                if (progress != null) progress.committed(offset.offset());
            });
        } catch (WakeupException closing) {
            LOG.debug("closing; the last commit comes at the end");
        } catch (KafkaException e) {
            LOG.warn("what is done could not be committed, which is tried again: {}", e.toString());
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
        LOG.debug("serving {}", assigned);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
        if (revoked.isEmpty()) return;
        awaitAnswers();
        commit(revoked);
        onPartitionsLost(revoked);
    }

    /** Somebody else has them, and begins at what is committed. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
        for (TopicPartition partition : lost) {
            CommitPoint progress = partitions.remove(partition);
            if (progress != null) progress.forget();
        }
        held.removeIf(one -> one.progress.isForgotten());
        heldBytes = held.stream().mapToLong(Held::bytes).sum();
    }

    /** What is on the way may still arrive, and then it need not be sent twice. */
    private void awaitAnswers() {
        long deadline = System.nanoTime() + LAST_WAIT.toNanos();
        while (onTheWay > 0 && System.nanoTime() < deadline && !withoutCommit) {
            settle();
            LockSupport.parkNanos(1_000_000);
        }
        settle();
    }

    @Override
    public void close() {
        try {
            awaitAnswers();
            commit(List.copyOf(partitions.keySet()));
        } finally {
            consumer.close(CloseOptions.timeout(LAST_WAIT));
        }
    }
}
