package dev.redrive.transform;

import java.io.Serial;

/** Says that a transform cannot be understood, where and why, for the person who wrote it. */
public final class BadTransform extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1;

    public BadTransform(String message) {
        super(message);
    }
}
