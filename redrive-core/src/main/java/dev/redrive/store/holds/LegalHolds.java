package dev.redrive.store.holds;

import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import java.util.List;
import java.util.Optional;

/** The legal holds of a store. Once {@link #place} has returned, no letter under the hold leaves the store. */
public interface LegalHolds {
    /** More holds than this are refused: a channel or a cause is held instead of many letters. */
    int MOST = 10_000;

    /**
     * Places a hold; one that is there on the same subject stays as it is and is returned.
     *
     * @throws dev.redrive.store.StoreException when there are {@link #MOST} holds already
     */
    LegalHold place(LegalHold hold);

    /** Lifts the hold on a subject and returns it; empty when there is none. */
    Optional<LegalHold> lift(HoldSubject subject);

    /** All of them, the newest first. */
    List<LegalHold> list();

    /**
     * A hold that keeps a letter, which need not be in the store: of several the one on the letter, then on a cause (of two the one
     * with the lesser id), then on the channel.
     */
    Optional<LegalHold> on(LetterId id, String channel, CauseId cause, CauseId lastCause);
}
