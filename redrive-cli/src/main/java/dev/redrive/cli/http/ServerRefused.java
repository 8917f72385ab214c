package dev.redrive.cli.http;

import dev.redrive.cli.json.Value;
import org.jspecify.annotations.Nullable;

/** The server said no. */
public final class ServerRefused extends CommandFailed {
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient Value problem;

    ServerRefused(int status, String message, @Nullable String next, Value problem) {
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
