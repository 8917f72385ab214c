package dev.redrive.store.captures;

import dev.redrive.cause.Fingerprint;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Priority;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A letter that is about to be stored: classified, fingerprinted and planned.
 *
 * @param history what its sender tried before; numbered up to 0, so that the first try here is number 1
 */
public record NewLetter(
        LetterId id,
        String channel,
        Message message,
        Failure failure,
        Fingerprint fingerprint,
        Priority priority,
        List<String> tags,
        boolean ordered,
        @Nullable CaptureKey key,
        Instant firstFailedAt,
        Start start,
        List<Attempt> history) {

    public NewLetter {
        if (start.status() == LetterStatus.PENDING && !message.isWhole())
            throw new IllegalArgumentException(
                    "letter " + id + " is not whole, so it waits for a person and not for its retry");
    }

    /** How the letter begins its life: the status, and for {@code PENDING} when it is due. */
    public record Start(
            LetterStatus status,
            int retryCount,
            int maxRetries,
            @Nullable Instant dueAt) {
        public Start {
            if ((status == LetterStatus.PENDING) != (dueAt != null))
                throw new IllegalArgumentException(
                        "a letter has a due time exactly when it is PENDING, not as " + status);
        }
    }

    /** The same letter, but it waits for a person, and its tag says why. */
    public NewLetter waiting(String tag) {
        List<String> more =
                Stream.concat(tags.stream(), Stream.of(tag)).distinct().toList();
        return new NewLetter(
                id,
                channel,
                message,
                failure,
                fingerprint,
                priority,
                more,
                ordered,
                key,
                firstFailedAt,
                new Start(LetterStatus.MANUAL, start.retryCount(), start.maxRetries(), null),
                history);
    }

    /** The name of its sequence, when it has to keep its order. */
    public @Nullable Sequence sequence() {
        return Sequence.of(channel, message, ordered);
    }
}
