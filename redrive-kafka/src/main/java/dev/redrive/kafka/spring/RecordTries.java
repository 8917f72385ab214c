package dev.redrive.kafka.spring;

import java.time.Instant;

/** The failures in a row of the record at one offset. */
record RecordTries(long offset, int failed, Instant since) {
    RecordTries again() {
        return new RecordTries(offset, failed + 1, since);
    }
}
