package dev.redrive.store;

/** The store is there and does not take what it was given, nor will it later: a value that no column or index can hold. */
public final class StoreRefused extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreRefused(String message, Throwable cause) {
        super(message, cause);
    }
}
