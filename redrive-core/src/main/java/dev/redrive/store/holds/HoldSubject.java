package dev.redrive.store.holds;

import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;

/**
 * What a legal hold is on: one letter, all letters of a cause, or all letters of a channel.
 *
 * @param name the id of the letter or cause, or the name of the channel
 */
public record HoldSubject(Kind kind, String name) {
    public enum Kind {
        LETTER,
        CAUSE,
        CHANNEL
    }

    public static HoldSubject letter(LetterId id) {
        return new HoldSubject(Kind.LETTER, id.toString());
    }

    /** Letters that failed with this cause first or fail with it now. */
    public static HoldSubject cause(CauseId id) {
        return new HoldSubject(Kind.CAUSE, id.toString());
    }

    public static HoldSubject channel(String name) {
        return new HoldSubject(Kind.CHANNEL, name);
    }
}
