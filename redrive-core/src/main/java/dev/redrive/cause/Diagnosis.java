package dev.redrive.cause;

import dev.redrive.letter.Failure;

/** A failure that was looked at: what kind it is and which cause it belongs to. */
public record Diagnosis(Failure failure, Fingerprint fingerprint) {
    /**
     * The same error at a later try is the same cause, although the frames differ: a retry comes from the engine and not
     * from where the message was first processed.
     */
    public Diagnosis sameCauseAs(Failure before, CauseId cause) {
        boolean same = failure.type().equals(before.type())
                && MessageShape.of(failure.message()).equals(MessageShape.of(before.message()));
        if (!same) return this;
        Fingerprint f = fingerprint;
        return new Diagnosis(failure, new Fingerprint(f.version(), cause, f.type(), f.frames(), f.message()));
    }
}
