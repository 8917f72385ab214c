package dev.redrive.store.leases;

import dev.redrive.letter.DeadLetter;

/** A letter in the hands of a worker. The letter comes without its stack trace and earlier attempts. */
public record LeasedLetter(DeadLetter letter, Lease lease) {}
