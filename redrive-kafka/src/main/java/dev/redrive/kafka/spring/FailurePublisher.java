package dev.redrive.kafka.spring;

import dev.redrive.kafka.publish.DlqPublishFailed;
import dev.redrive.kafka.publish.DlqPublisher;
import dev.redrive.kafka.publish.PublishResult;
import dev.redrive.kafka.record.FailedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.support.KafkaUtils;

/** Publishes failed records, as bytes. */
record FailurePublisher(DlqPublisher publisher, RawRecords raw) {
    private static final Logger LOG = LoggerFactory.getLogger(FailurePublisher.class);

    private static final int TIMEOUT_SECONDS = 120;

    /** Fails with {@link DlqPublishFailed}. */
    void publish(ConsumerRecord<?, ?> record, Throwable reason, @Nullable String group) {
        publisher.publish(failed(raw.of(record), reason, group));
    }

    /** Nothing about a record that was processed may make it fail. */
    void resolved(ConsumerRecord<?, ?> record) {
        try {
            publisher.resolved(record, KafkaUtils.getConsumerGroupId());
        } catch (RuntimeException e) {
            LOG.debug("a processed record of {} could not be reported as resolved: {}", record.topic(), e.toString());
        }
    }

    boolean tryPublish(ConsumerRecord<?, ?> record, Throwable reason, @Nullable String group) {
        try {
            publish(record, reason, group);
            return true;
        } catch (RuntimeException e) {
            notPublished(record, e);
            return false;
        }
    }

    /** All at once. Returns, per partition, the first that is not safe and all that follow it. */
    List<ConsumerRecord<?, ?>> publishAll(
            List<ConsumerRecord<?, ?>> records, Throwable thrown, @Nullable String group) {
        List<CompletableFuture<PublishResult>> sent = new ArrayList<>(records.size());
        for (ConsumerRecord<?, ?> record : records) {
            sent.add(publisher.publishAsync(failed(raw.of(record), ListenerFailure.reason(record, thrown), group)));
        }
        List<ConsumerRecord<?, ?>> unsafe = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            ConsumerRecord<?, ?> record = records.get(i);
            if (BatchOffsets.hasPartitionOf(record, unsafe) || !isKept(record, sent.get(i))) unsafe.add(record);
        }
        return unsafe;
    }

    private static boolean isKept(ConsumerRecord<?, ?> record, CompletableFuture<PublishResult> sent) {
        try {
            sent.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            notPublished(record, e);
            return false;
        }
    }

    private static void notPublished(ConsumerRecord<?, ?> record, Exception e) {
        LOG.warn(
                "{}-{}@{} could not be published to its dead letter topic ({}); it is not committed and is delivered again",
                record.topic(),
                record.partition(),
                record.offset(),
                e.getClass().getSimpleName());
    }

    private static FailedRecord failed(
            ConsumerRecord<byte[], byte[]> record, Throwable reason, @Nullable String group) {
        return new FailedRecord(record, reason, group == null ? KafkaUtils.getConsumerGroupId() : group);
    }
}
