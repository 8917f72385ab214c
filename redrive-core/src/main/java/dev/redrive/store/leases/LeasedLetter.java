package dev.redrive.store.leases;

import dev.redrive.letter.DeadLetter;

/** A letter and the lease under which a worker holds it. The letter comes without its stack trace and earlier attempts. */
public record LeasedLetter(DeadLetter letter, Lease lease) {}
