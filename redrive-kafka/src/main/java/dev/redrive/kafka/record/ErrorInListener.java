package dev.redrive.kafka.record;

/** Carries an {@code Error} to the error handler: as such it would end the container's thread. */
public final class ErrorInListener extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ErrorInListener(Error error) {
        super("a listener failed with " + error.getClass().getName(), error);
    }
}
