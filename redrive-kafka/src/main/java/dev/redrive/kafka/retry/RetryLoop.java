package dev.redrive.kafka.retry;

import dev.redrive.kafka.publish.OutgoingRecord;
import dev.redrive.kafka.record.ClientSettings;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqTopics;
import dev.redrive.kafka.record.Parked;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * The loop that reads dead letter topics, keeps each record until it is due, and sends it back or parks it. It runs on one
 * thread; only the acknowledgements of the broker come from another one.
 */
final class RetryLoop implements AutoCloseable, ConsumerRebalanceListener {
    private static final Logger LOG = LoggerFactory.getLogger(RetryLoop.class);
    private static final Duration LONGEST_POLL = Duration.ofMillis(200);
    private static final Duration BETWEEN_COMMITS = Duration.ofSeconds(1);
    private static final Duration LAST_WAIT = Duration.ofSeconds(3);
    private static final int MAX_IN_FLIGHT = 1000;

    private final DlqRetryService.Builder chosen;
    private final RetryPlan plan;
    private final Consumer<Parked> onParked;
    private final Producer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final DlqTopics topics;
    private final Map<TopicPartition, CommitPoint> partitions = new HashMap<>();
    private final WaitingRecords records;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final Map<String, TopicPause> pausedTopics = new HashMap<>();
    private int inFlight;
    private volatile int waiting;
    private volatile boolean skipsCommit;
    private long committedAt = System.nanoTime();

    private record Answer(
            WaitingRecord records, String topic, @Nullable Exception failure) {}

    RetryLoop(DlqRetryService.Builder chosen, Producer<byte[], byte[]> producer, Consumer<Parked> onParked) {
        this.chosen = chosen;
        this.plan = chosen.plan();
        this.producer = producer;
        this.onParked = onParked;
        this.records = new WaitingRecords(chosen.maxWaiting, chosen.maxWaitingBytes);
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

    void skipCommit() {
        skipsCommit = true;
    }

    void step() {
        try {
            for (ConsumerRecord<byte[], byte[]> dead : consumer.poll(untilNext())) take(dead);
        } catch (WakeupException closing) {
            return;
        }
        handleAnswers();
        sendDue();
        pauseOrResume();
        if (System.nanoTime() - committedAt > BETWEEN_COMMITS.toNanos()) commit(partitions.keySet());
        waiting = records.size();
    }

    private Duration untilNext() {
        Instant due = records.nextDue().orElse(null);
        if (due == null) return LONGEST_POLL;
        Duration time = Duration.between(chosen.clock.instant(), due);
        if (time.isNegative()) return inFlight == 0 ? Duration.ZERO : Duration.ofMillis(5);
        return time.compareTo(LONGEST_POLL) < 0 ? time : LONGEST_POLL;
    }

    // Taking in

    private void take(ConsumerRecord<byte[], byte[]> dead) {
        TopicPartition partition = new TopicPartition(dead.topic(), dead.partition());
        CommitPoint commitPoint = partitions.computeIfAbsent(partition, p -> new CommitPoint(dead.offset()));
        commitPoint.read(dead.offset());
        DlqRecord record = read(dead);
        WaitingRecord one = new WaitingRecord(dead, record, commitPoint, chosen.clock.instant());
        if (record == null) {
            one.park = Parked.Reason.UNREADABLE;
        } else {
            RetryPlan.Next next = plan.next(record);
            if (next instanceof RetryPlan.Next.Skip) {
                commitPoint.done(dead.offset());
                return;
            }
            if (next instanceof RetryPlan.Next.SendBack back) one.due = back.due();
            if (next instanceof RetryPlan.Next.Park park) one.park = park.reason();
        }
        records.add(one);
    }

    private static @Nullable DlqRecord read(ConsumerRecord<byte[], byte[]> dead) {
        try {
            return DlqRecord.of(dead);
        } catch (RuntimeException e) {
            LOG.debug("a record of {} was not written by Redrive: {}", dead.topic(), e.toString());
            return null;
        }
    }

    /** Paused partitions stay assigned, because polling goes on. */
    private void pauseOrResume() {
        if (records.isFull()) consumer.pause(consumer.assignment());
        else if (records.isHalfEmpty() && !consumer.paused().isEmpty()) consumer.resume(consumer.paused());
    }

    // Sending

    private void sendDue() {
        Instant now = chosen.clock.instant();
        while (inFlight < MAX_IN_FLIGHT) {
            WaitingRecord one = records.takeDue(now);
            if (one == null) return;
            if (one.commitPoint.isRevoked()) continue;
            String topic = targetTopic(one);
            TopicPause topicPause = pausedTopics.get(topic);
            Duration recheckAfter = topicPause != null && topicPause.until.isAfter(now)
                    ? Duration.between(now, topicPause.until)
                    : recheckAfter(one);
            if (recheckAfter.isZero()) send(one, topic);
            else reschedule(one, now.plus(recheckAfter));
        }
    }

    private void reschedule(WaitingRecord one, Instant due) {
        one.due = due;
        records.add(one);
    }

    private Duration recheckAfter(WaitingRecord one) {
        if (one.park != null || one.record == null) return Duration.ZERO;
        return plan.recheckAfter(one.record).orElse(Duration.ZERO);
    }

    private String targetTopic(WaitingRecord one) {
        return one.park == null && one.record != null
                ? one.record.originalTopic()
                : chosen.parkedTopicOf.apply(one.dead.topic());
    }

    private void send(WaitingRecord one, String topic) {
        inFlight++;
        try {
            var unused = producer.send(
                    outgoing(one, topic), (metadata, failure) -> answers.add(new Answer(one, topic, failure)));
        } catch (RuntimeException e) {
            answers.add(new Answer(one, topic, e));
        }
        handleAnswers();
    }

    private ProducerRecord<byte[], byte[]> outgoing(WaitingRecord one, String topic) {
        DlqRecord record = one.record;
        Parked.Reason reason = one.park;
        if (reason == null && record != null) return ReturnRecords.toOriginal(one.dead, record, partition(record));
        if (one.parked == null) one.parked = parked(one, topic, reason == null ? Parked.Reason.UNREADABLE : reason);
        return one.parked.record();
    }

    private OutgoingRecord parked(WaitingRecord one, String topic, Parked.Reason reason) {
        return ReturnRecords.toParked(one.dead, one.record, topic, reason)
                .fitting(topics.limit(topic, one.dead.topic()));
    }

    /** The same partition again, unless the topic has fewer by now. */
    private @Nullable Integer partition(DlqRecord record) {
        Integer before = record.partition();
        if (before == null || before < 0) return null;
        return before < producer.partitionsFor(record.originalTopic()).size() ? before : null;
    }

    // Answers

    private void handleAnswers() {
        for (Answer answer = answers.poll(); answer != null; answer = answers.poll()) {
            inFlight--;
            if (answer.records().commitPoint.isRevoked()) continue;
            if (answer.failure() == null) sent(answer.records(), answer.topic());
            else failed(answer.records(), answer.topic(), answer.failure());
        }
    }

    private void sent(WaitingRecord one, String topic) {
        one.commitPoint.done(one.dead.offset());
        pausedTopics.remove(topic);
        Parked.Reason reason = one.park;
        if (reason == null) {
            chosen.meters.retried(topic);
            return;
        }
        if (reason == Parked.Reason.EXHAUSTED || reason == Parked.Reason.TOO_LARGE)
            chosen.meters.notRetried(original(one));
        if (one.parked != null && one.parked.cut) {
            chosen.meters.payloadCut(original(one));
            LOG.warn("a record of {} was too large for {} and is parked with its payload cut", one.dead.topic(), topic);
        }
        onParked.accept(new Parked(
                one.dead.topic(),
                one.dead.partition(),
                one.dead.offset(),
                topic,
                reason,
                Optional.ofNullable(one.record)));
    }

    /** The topic that a record names is no label: any producer can write anything there. */
    private String original(WaitingRecord one) {
        return one.record != null && chosen.topics.contains(one.record.originalTopic())
                ? one.record.originalTopic()
                : one.dead.topic();
    }

    /** Nothing is given up here: what could not be sent is tried again, later each time. */
    private void failed(WaitingRecord one, String topic, Exception failure) {
        Instant now = chosen.clock.instant();
        if (failure instanceof RecordTooLargeException) {
            if (one.park == null) one.park = Parked.Reason.TOO_LARGE;
            else if (one.parked != null) one.parked = one.parked.smaller().orElse(one.parked);
            reschedule(one, now);
            return;
        }
        TopicPause topicPause = pausedTopics.computeIfAbsent(topic, name -> new TopicPause());
        if (topicPause.begin(now))
            LOG.warn(
                    "{} does not take records, the next try is at {}: {}", topic, topicPause.until, failure.toString());
        if (one.park == null) chosen.meters.notRetried(topic);
        reschedule(one, topicPause.until);
    }

    // Committing

    private void commit(Collection<TopicPartition> which) {
        committedAt = System.nanoTime();
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (TopicPartition partition : which) {
            CommitPoint commitPoint = partitions.get(partition);
            if (commitPoint != null && commitPoint.hasProgress())
                offsets.put(partition, new OffsetAndMetadata(commitPoint.committable()));
        }
        if (offsets.isEmpty() || skipsCommit) return;
        try {
            consumer.commitSync(offsets, LAST_WAIT);
            offsets.forEach((partition, offset) -> {
                CommitPoint commitPoint = partitions.get(partition);
                if (commitPoint != null) commitPoint.committed(offset.offset());
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

    /** Another consumer has them now, and begins at what is committed. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
        for (TopicPartition partition : lost) {
            CommitPoint commitPoint = partitions.remove(partition);
            if (commitPoint != null) commitPoint.revoke();
        }
        records.removeRevoked();
    }

    /** What is in flight may still be acknowledged, and then it need not be sent twice. */
    private void awaitAnswers() {
        long deadline = System.nanoTime() + LAST_WAIT.toNanos();
        while (inFlight > 0 && System.nanoTime() < deadline && !skipsCommit) {
            handleAnswers();
            LockSupport.parkNanos(1_000_000);
        }
        handleAnswers();
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
