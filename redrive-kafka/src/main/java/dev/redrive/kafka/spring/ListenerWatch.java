package dev.redrive.kafka.spring;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Observes the calls of a listener. */
interface ListenerWatch {
    void called();

    void returned();

    /** Before the container acknowledges the record; whatever is thrown makes the call a failed one. */
    void succeeded(ConsumerRecord<?, ?> record);

    void batchSucceeded(Iterable<? extends ConsumerRecord<?, ?>> records);
}
