package dev.redrive.server.kafka;

/** What went wrong, in a line for a person. */
final class KafkaErrorText {
    private KafkaErrorText() {}

    /** Kafka wraps what happened into what it was doing; the innermost is the reason. */
    static String of(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) root = root.getCause();
        String message = root.getMessage();
        return message == null || message.isBlank() ? root.getClass().getSimpleName() : message;
    }
}
