package dev.redrive.capture;

/** Neither the store nor a fallback for it could keep the letters: the caller still has them and must not drop them. */
public final class CaptureFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CaptureFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
