package dev.redrive.jdbc.rows;

import dev.redrive.letter.LetterStatus;
import dev.redrive.store.leases.Settlement;

/** An attempt that ended, with its lease, which was just removed from its table. */
public record EndedAttempt(HeldLease held, Settlement settlement) {
    /** The letter's new status. */
    public LetterStatus after() {
        return LetterStatus.RETRYING.after(settlement.outcome().move()).orElseThrow();
    }
}
