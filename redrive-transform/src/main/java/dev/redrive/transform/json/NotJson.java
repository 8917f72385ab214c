package dev.redrive.transform.json;

import java.io.Serial;

/** Says that a text is not JSON that we can work with, and where; never what stands there. */
public final class NotJson extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    public NotJson(String message) {
        super(message);
    }
}
