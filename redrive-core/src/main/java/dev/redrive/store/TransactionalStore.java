package dev.redrive.store;

import dev.redrive.letter.DeadLetter;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.sql.Connection;

/** A store in which a handler's own writes and the letter's settlement can commit as one. */
public interface TransactionalStore extends DeadLetterStore {
    /**
     * Does the work and settles the letter in one transaction. When the work fails, everything is rolled back and the
     * exception comes out; the failed attempt is then settled on its own, as usual.
     */
    SettleResult settleWith(LeasedLetter claimed, Work work, Settlement.Succeeded outcome) throws Exception;

    /** A handler that takes part in the transaction. It must not commit, roll back or close the connection. */
    @FunctionalInterface
    interface Work {
        void handle(DeadLetter letter, Connection connection) throws Exception;
    }
}
