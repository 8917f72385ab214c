package dev.redrive.kafka.spring;

/** Carries an {@code Error} to the error handler: as such it would end the container's thread. */
final class ErrorInListener extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ErrorInListener(Error error) {
        super("a listener failed with " + error.getClass().getName(), error);
    }
}
