package dev.redrive.kafka.ingest;

/** What went wrong, in words for a person. */
final class Trouble {
    private Trouble() {}

    static String text(Throwable thrown) {
        String message = thrown.getMessage();
        String name = thrown.getClass().getSimpleName();
        return message == null || message.isBlank() ? name : name + ": " + message;
    }
}
