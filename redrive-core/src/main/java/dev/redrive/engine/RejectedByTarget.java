package dev.redrive.engine;

import dev.redrive.classify.HasHttpStatus;
import dev.redrive.classify.HasRetryAfter;
import dev.redrive.internal.text.CleanText;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Thrown when a target rejects a letter, with the HTTP status and perhaps a time to wait before the next attempt. */
public class RejectedByTarget extends RuntimeException implements HasHttpStatus, HasRetryAfter {
    private static final long serialVersionUID = 1L;
    private static final int EXCERPT = 200;

    private final int status;
    private final @Nullable Duration retryAfter;
    private final String message;
    private volatile String answer;

    public RejectedByTarget(int status, @Nullable Duration retryAfter, String message) {
        this(status, retryAfter, message, "");
    }

    /**
     * With what the target answered.
     *
     * @param answer as it came: redaction has to see all of it, not the excerpt in the message
     */
    public RejectedByTarget(int status, @Nullable Duration retryAfter, String message, String answer) {
        super(message);
        this.status = status;
        this.retryAfter = retryAfter;
        this.message = message;
        this.answer = answer;
    }

    @Override
    public int httpStatus() {
        return status;
    }

    @Override
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Called before the message is built, because the message holds only a part of the answer. */
    public void hideInAnswer(UnaryOperator<String> gate) {
        if (!answer.isEmpty()) answer = gate.apply(answer);
    }

    /** What happened, and the start of the answer on one line. */
    @Override
    public String getMessage() {
        String said = CleanText.oneLine(answer, EXCERPT);
        return said.isEmpty() ? message : message + ": " + said;
    }
}
