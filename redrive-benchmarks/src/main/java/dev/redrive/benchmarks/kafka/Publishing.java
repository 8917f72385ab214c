package dev.redrive.benchmarks.kafka;

import dev.redrive.kafka.record.FailedRecord;

/** One way to bring failed records to a dead letter topic. */
interface Publishing extends AutoCloseable {
    void send(int i, FailedRecord failed, Acknowledged acknowledged) throws Exception;

    @Override
    void close();
}
