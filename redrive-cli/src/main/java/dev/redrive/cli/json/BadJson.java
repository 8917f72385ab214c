package dev.redrive.cli.json;

import org.jspecify.annotations.Nullable;

/** Text that should be JSON and is not. */
public final class BadJson extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BadJson(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
