package dev.redrive.kafka.spring;

import java.time.Instant;

/** How often the record at this offset failed in a row, and since when. */
record RecordTries(long offset, int failed, Instant since) {
    RecordTries again() {
        return new RecordTries(offset, failed + 1, since);
    }
}
