package dev.redrive.cli.http;

import dev.redrive.cli.json.Value;
import org.jspecify.annotations.Nullable;

/** The server said no. */
public final class Refused extends Failed {
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient Value problem;

    Refused(int status, String message, @Nullable String next, Value problem) {
        super(message, next, null);
        this.status = status;
        this.problem = problem;
    }

    public int status() {
        return status;
    }

    /** Its members for programs, such as {@code state} or {@code line}. */
    public Value problem() {
        return problem;
    }
}
