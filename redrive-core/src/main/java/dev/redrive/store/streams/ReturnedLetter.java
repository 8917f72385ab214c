package dev.redrive.store.streams;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Move;
import dev.redrive.store.leases.Settlement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A letter that was sent to its broker and failed again at its consumer.
 *
 * @param sentAs the token of the attempt that sent it; news of an older one changes nothing
 */
public record ReturnedLetter(LetterId id, int sentAs, Instant failedAt, Settlement.Failed outcome) {
    public ReturnedLetter {
        failedAt = failedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /** The same news of a letter that was edited after it was sent: when part of it is missing, it does not go out again. */
    public ReturnedLetter of(Message letter) {
        if (letter.isWhole() || !(outcome instanceof Settlement.Retry retry)) return this;
        return new ReturnedLetter(id, sentAs, failedAt, new Settlement.SetAside(retry.failure(), retry.fingerprint()));
    }

    /** What it is in the letter's life. */
    public Move move() {
        return outcome instanceof Settlement.Retry ? Move.COME_BACK : outcome.move();
    }

    /**
     * True when a letter that stands so, after this attempt, waits for such news. The news of a quick consumer may be
     * there before the worker has said that it sent the letter.
     */
    public boolean isNewsTo(LetterStatus status, int lastAttempt) {
        return lastAttempt == sentAs
                && (status == LetterStatus.REPLAYED
                        || status == LetterStatus.RESOLVED
                        || status == LetterStatus.RETRYING);
    }
}
