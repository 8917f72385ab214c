package dev.redrive.cause;

import dev.redrive.letter.Failure;

/** A failure that was looked at: what kind it is and which cause it belongs to. */
public record Diagnosis(Failure failure, Fingerprint fingerprint) {}
