package dev.redrive.store;

import java.time.Instant;

/** The answer to a deletion. */
public sealed interface Removed {
    record Gone() implements Removed {}

    /** A worker holds it. */
    record Leased(Instant until) implements Removed {}

    record NoSuchLetter() implements Removed {}
}
