package dev.redrive.kafka.ingest;

/** A topic was deleted while it was read, and perhaps made anew; nobody knows which of the two the records are of. */
final class TopicReplaced extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopicReplaced(String topic) {
        super(topic + " was deleted or made anew while it was read");
    }
}
