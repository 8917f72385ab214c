package dev.redrive.cli.http;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The program cannot do what it was asked to: why, and what to try next. Ends it with exit code 1. */
public class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final @Nullable String next;

    public CommandFailed(String message) {
        this(message, null, null);
    }

    /**
     * With something to do about it.
     *
     * @param next what to try, as a sentence or a command
     */
    public CommandFailed(String message, String next) {
        this(message, next, null);
    }

    CommandFailed(String message, @Nullable String next, @Nullable Throwable cause) {
        super(message, cause);
        this.next = next;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }

    public Optional<String> next() {
        return Optional.ofNullable(next);
    }
}
