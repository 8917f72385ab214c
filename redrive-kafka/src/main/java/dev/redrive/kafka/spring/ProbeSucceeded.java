package dev.redrive.kafka.spring;

/** A record succeeded for which a probe stepped over others: those come first now, and then this one again. */
final class ProbeSucceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProbeSucceeded() {
        super("the record was a probe and comes again in its order");
    }
}
