package dev.redrive.engine;

import dev.redrive.classify.HasHttpStatus;
import dev.redrive.classify.HasRetryAfter;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A target said no, with an HTTP status and perhaps with a time to wait before the next try. */
public class RejectedByTarget extends RuntimeException implements HasHttpStatus, HasRetryAfter {
    private static final long serialVersionUID = 1L;
    private final int status;
    private final @Nullable Duration retryAfter;

    public RejectedByTarget(int status, @Nullable Duration retryAfter, String message) {
        super(message);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    @Override
    public int httpStatus() {
        return status;
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
