package dev.redrive.kafka.spring;

import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.SerializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the failures of the consumer itself, before a listener got the record. */
record ConsumerFailureHandler(RecordRecovery recovery) {
    private static final Logger LOG = LoggerFactory.getLogger(DlqErrorHandler.class);

    /** Without Spring's {@code ErrorHandlingDeserializer} the consumer stops at a record that cannot be deserialized. */
    void handle(ContainerFailure failure) {
        Exception thrown = failure.thrown();
        if (thrown instanceof RecordDeserializationException unreadable) {
            if (recovery.recover(RawRecords.of(unreadable), failure, 0))
                failure.consumer().seek(unreadable.topicPartition(), unreadable.offset() + 1);
        } else if (thrown instanceof SerializationException) {
            LOG.error(
                    "a record could not be read and the consumer does not say which: {}",
                    thrown.getClass().getName());
        } else {
            throw new IllegalStateException("the consumer failed, and it was about no record", thrown);
        }
    }
}
