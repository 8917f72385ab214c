package dev.redrive.kafka.record;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The name of one record in a dead letter topic, under which the record that was parked is known to be the same. It has the
 * time, too, because a topic that is made again has the same offsets.
 */
public final class ParkedFrom {
    private ParkedFrom() {}

    /** {@code orders.dlq/3/1234/1763287312345}. */
    public static String of(ConsumerRecord<?, ?> dead) {
        return dead.topic() + "/" + dead.partition() + "/" + dead.offset() + "/" + dead.timestamp();
    }
}
