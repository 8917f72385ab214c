package dev.redrive.server.kafka;

import dev.redrive.server.caller.Caller;

/** Tells how it goes with Kafka, also when there is none. */
@FunctionalInterface
public interface KafkaReports {
    KafkaReport of(Caller caller);
}
