package dev.redrive.internal.cause;

import dev.redrive.cause.Fingerprint;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;

/** A classified failure and the fingerprint of its cause. */
public record Diagnosis(Failure failure, Fingerprint fingerprint) {
    /** With type and code as short as a letter keeps them: the cause is that of the letter as it is stored. */
    public Diagnosis withShortNames() {
        Failure kept = FailureNames.fitting(failure);
        if (kept.equals(failure)) return this;
        return new Diagnosis(kept, Fingerprints.of(kept.type(), kept.code(), kept.message(), kept.stackTrace()));
    }

    /**
     * The same error at a later try, as at first or as at the last one, is the same cause, although the frames differ: a
     * retry comes from the engine and not from where the message was first processed.
     */
    public Diagnosis sameCauseAs(DeadLetter letter) {
        if (isLike(letter.failure())) return of(letter.cause());
        return isLike(letter.lastFailure()) ? of(letter.lastCause()) : this;
    }

    private boolean isLike(Failure before) {
        return failure.type().equals(before.type())
                && MessageShape.of(failure.message()).equals(MessageShape.of(before.message()))
                && (!isOfTarget() || targetWording(before).equals(targetWording(failure)));
    }

    /** What our own code says of a target is like another only when it is about the same target. */
    private boolean isOfTarget() {
        return fingerprint.message().equals(targetWording(failure));
    }

    private static String targetWording(Failure of) {
        return TargetWording.of(of.type(), of.message());
    }

    private Diagnosis of(CauseId cause) {
        Fingerprint f = fingerprint;
        return new Diagnosis(failure, new Fingerprint(f.version(), cause, f.type(), f.frames(), f.message()));
    }
}
