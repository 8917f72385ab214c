package dev.redrive.kafka.spring;

/** Thrown when a record succeeded that was tried out of order: the skipped ones are delivered first, and then this one again. */
final class ProbeSucceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProbeSucceeded() {
        super("the record was a probe and comes again in its order");
    }
}
