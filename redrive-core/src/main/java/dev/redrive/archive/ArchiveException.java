package dev.redrive.archive;

/** An archive could not do what it was asked to; the message says what failed and what to do. */
public class ArchiveException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ArchiveException(String message) {
        super(message);
    }

    public ArchiveException(String message, Throwable cause) {
        super(message, cause);
    }
}
