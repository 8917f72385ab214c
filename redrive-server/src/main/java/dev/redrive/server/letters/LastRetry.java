package dev.redrive.server.letters;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.pages.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What is said when somebody retries a letter that was just retried. */
final class LastRetry {
    private LastRetry() {}

    /** {@code Already retried 4 s ago, resolved}; empty when no retry closed it. */
    static Optional<String> of(DeadLetter letter, Instant now) {
        boolean isDone = letter.status() == LetterStatus.RESOLVED || letter.status() == LetterStatus.REPLAYED;
        if (!isDone) return Optional.empty();
        return letter.attempts().stream()
                .filter(attempt -> !attempt.wasBeforeCapture() && isSuccess(attempt))
                .reduce((earlier, later) -> later)
                .map(attempt -> "Already retried " + ago(attempt, now) + ", "
                        + (letter.status() == LetterStatus.RESOLVED ? "resolved" : "sent"));
    }

    private static boolean isSuccess(Attempt attempt) {
        return attempt.result() == Attempt.Result.SUCCEEDED || attempt.result() == Attempt.Result.SENT;
    }

    private static String ago(Attempt attempt, Instant now) {
        Duration passed = Duration.between(attempt.startedAt().plus(attempt.took()), now);
        Duration seconds = Duration.ofSeconds(Math.round(passed.toMillis() / 1000.0));
        return seconds.isZero() || seconds.isNegative() ? "just now" : TimeText.span(seconds) + " ago";
    }
}
