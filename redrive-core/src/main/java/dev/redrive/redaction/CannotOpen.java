package dev.redrive.redaction;

/**
 * Thrown when the sealed values of a letter cannot be decrypted here, so that it cannot be sent. The letter is
 * unchanged.
 */
public final class CannotOpen extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CannotOpen(String message) {
        super(message);
    }

    public CannotOpen(String message, Throwable cause) {
        super(message, cause);
    }
}
