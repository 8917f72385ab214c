package dev.redrive.transform;

import java.io.Serial;

/** Says that a text is not JSON that we can work with, and where; never what stands there. */
final class NotJson extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    NotJson(String message) {
        super(message);
    }
}
