package dev.redrive.store.captures;

import dev.redrive.cause.Fingerprint;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.store.questions.Version;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A letter of another store, to be kept here as it is there: with its id, state and attempts.
 *
 * <p>Some things are not taken over. A letter that is being tried there is due here, because no worker here will settle it;
 * one that is not whole waits for a person, whatever it was waiting for there.
 * In an ordered channel it lines up behind
 * the open letters that are here already. And its cause keeps the state that people here gave it: a letter that comes
 * from elsewhere is no new failure, so a resolved cause does not regress.
 *
 * @param fingerprint what its first failure is grouped by
 * @param lastFingerprint what its newest failure is grouped by
 * @param versions of an edited letter, the original first; empty when it was never edited
 * @param key by which a second capture of the same message is known, or null
 */
public record ImportedLetter(
        DeadLetter letter,
        Fingerprint fingerprint,
        Fingerprint lastFingerprint,
        List<Version> versions,
        @Nullable CaptureKey key) {
    public ImportedLetter {
        versions = List.copyOf(versions);
        if (letter.status() == LetterStatus.REPLAYED && letter.receipt().isEmpty())
            throw new IllegalArgumentException(
                    "letter " + letter.id() + " is REPLAYED, but it does not say where it was sent to");
        int last = Integer.MIN_VALUE;
        Failure newest = letter.failure();
        for (Attempt attempt : letter.attempts()) {
            if (attempt.token() <= last)
                throw new IllegalArgumentException("the attempts of letter " + letter.id()
                        + " must have growing numbers; " + attempt.token() + " came after " + last);
            last = attempt.token();
            if (attempt.failure() != null && !attempt.wasBeforeCapture()) newest = attempt.failure();
        }
        if (!newest.equals(letter.lastFailure()))
            throw new IllegalArgumentException(
                    "the newest failure of letter " + letter.id() + " must be that of its last attempt that failed");
        int before = -1;
        for (Version version : versions) {
            if (version.number() <= before)
                throw new IllegalArgumentException("the versions of letter " + letter.id()
                        + " must have growing numbers from 0; " + version.number() + " came after " + before);
            before = version.number();
        }
    }

    public LetterStatus status() {
        LetterStatus there = letter.status() == LetterStatus.RETRYING ? LetterStatus.PENDING : letter.status();
        return there == LetterStatus.PENDING && !letter.message().isWhole() ? LetterStatus.MANUAL : there;
    }

    /** The number of its last attempt: never less than any that is known, so that the next one is new. */
    public int token() {
        int known = letter.attempts().stream().mapToInt(Attempt::token).max().orElse(0);
        return Math.max(letter.attempt(), known);
    }

    /** The number of its newest version; a letter without versions begins anew. */
    public int version() {
        return versions.isEmpty() ? 0 : versions.get(versions.size() - 1).number();
    }

    public @Nullable Resolution resolution() {
        return status().isOpen() ? null : letter.state().resolution();
    }

    public @Nullable String receipt() {
        return status() == LetterStatus.REPLAYED ? letter.state().receipt() : null;
    }

    /** The sequence that it waits in or holds; none when it is closed. */
    public @Nullable Sequence sequence() {
        return status().isOpen() ? Sequence.of(letter.channel(), letter.message(), letter.ordered()) : null;
    }

    /** What of it is as if it were captured here. */
    public NewLetter asNew(Instant now) {
        Instant due = letter.status() == LetterStatus.RETRYING
                ? now
                : Objects.requireNonNullElse(letter.state().nextRetryAt(), now);
        return new NewLetter(
                letter.id(),
                letter.channel(),
                letter.message(),
                letter.failure(),
                fingerprint,
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                key,
                letter.state().firstFailedAt(),
                new NewLetter.Start(
                        status(),
                        letter.retryCount(),
                        letter.state().maxRetries(),
                        status() == LetterStatus.PENDING ? due : null),
                List.of());
    }
}
