package dev.redrive.kafka.ingest;

/** Thrown when a topic was deleted or recreated while it was read, so that its records may be of either topic. */
final class TopicReplaced extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopicReplaced(String topic) {
        super(topic + " was deleted or made anew while it was read");
    }
}
