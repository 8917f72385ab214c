package dev.redrive.redaction;

/** Sealed values of a letter cannot be read here, so it cannot be sent from here. The letter itself is as it was. */
public final class CannotOpen extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CannotOpen(String message) {
        super(message);
    }

    public CannotOpen(String message, Throwable cause) {
        super(message, cause);
    }
}
