package dev.redrive.kafka.spring;

/** A record succeeded for which a probe stepped over others: those come first now, and then this one again. */
final class WorksAgain extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WorksAgain() {
        super("the record was a probe and comes again in its order");
    }
}
