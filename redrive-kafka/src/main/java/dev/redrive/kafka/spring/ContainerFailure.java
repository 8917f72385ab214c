package dev.redrive.kafka.spring;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.springframework.core.log.LogAccessor;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.kafka.listener.SeekUtils;

/** A failure as a container reports it to its error handler. */
record ContainerFailure(Exception thrown, Consumer<?, ?> consumer, MessageListenerContainer container) {
    private static final LogAccessor SEEK_LOG = new LogAccessor(LogFactory.getLog(DlqErrorHandler.class));

    /** Seeks to the records and throws what the container expects of an error handler that seeks. */
    void seekAndThrow(List<ConsumerRecord<?, ?>> records) {
        seekOrThrow(records, () -> false);
    }

    /** Seeks behind the first record when it is safe; else seeks to it and throws what the container expects. */
    void seekOrThrow(List<ConsumerRecord<?, ?>> records, BooleanSupplier isFirstSafe) {
        SeekUtils.seekOrRecover(
                thrown,
                records,
                consumer,
                container,
                true,
                (record, exception, same, itself) -> isFirstSafe.getAsBoolean(),
                SEEK_LOG,
                KafkaException.Level.DEBUG);
    }

    /** Seeks to the record unless its partition was revoked. */
    void seekTo(ConsumerRecord<?, ?> record) {
        TopicPartition partition = FailureProgress.partition(record);
        if (consumer.assignment().contains(partition)) consumer.seek(partition, record.offset());
    }

    /** Commits records of a batch that are done. */
    void commit(List<ConsumerRecord<?, ?>> done) {
        BatchOffsets.commit(done, consumer, container);
    }
}
