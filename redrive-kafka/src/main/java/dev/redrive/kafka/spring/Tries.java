package dev.redrive.kafka.spring;

import java.time.Instant;

/** How often the record at this offset failed in a row, and since when. */
record Tries(long offset, int failed, Instant since) {
    Tries again() {
        return new Tries(offset, failed + 1, since);
    }
}
