package dev.redrive.transform.schema;

import java.io.Serial;

/** Says that a text is not a JSON Schema that can be used, and why, for the person who wrote it. */
public final class BadSchema extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1;

    BadSchema(String message) {
        super(message);
    }
}
