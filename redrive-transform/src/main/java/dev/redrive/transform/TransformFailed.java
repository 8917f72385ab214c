package dev.redrive.transform;

import java.io.Serial;

/** Says that a letter cannot be transformed, and why. Its message never holds a value of the letter. */
public final class TransformFailed extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public TransformFailed(String message) {
        super(message);
    }
}
