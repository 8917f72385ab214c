package dev.redrive.store;

/** Thrown when the store cannot be reached, is locked, or has no room; the same call may work later. */
public final class StoreUnavailable extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreUnavailable(String message, Throwable cause) {
        super(message, cause);
    }

    public StoreUnavailable(String message) {
        super(message);
    }
}
