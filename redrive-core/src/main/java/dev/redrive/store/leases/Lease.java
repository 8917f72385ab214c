package dev.redrive.store.leases;

import dev.redrive.letter.LetterId;
import java.time.Instant;

/**
 * A worker's time-limited claim on a letter.
 *
 * @param token grows with each claim on the letter; a holder of an older one cannot settle it
 */
public record Lease(LetterId id, int token, String worker, Instant until) {}
