package dev.redrive.internal.engine;

import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;

/** What an attempt leaves to do: a settlement, nothing because it is settled, or a letter that was not tried. */
sealed interface AttemptResult permits AttemptResult.ToSettle, AttemptResult.AlreadySettled, SendResult.Untried {
    record ToSettle(Settlement settlement) implements AttemptResult {}

    /** Settled in the transaction of its handler. */
    record AlreadySettled(SettleResult settled, Settlement settlement) implements AttemptResult {}
}
