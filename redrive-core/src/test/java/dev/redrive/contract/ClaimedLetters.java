package dev.redrive.contract;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Message;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Leases;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.util.List;

/** Claims single letters for tests. */
public final class ClaimedLetters {
    private ClaimedLetters() {}

    /** Claims this letter in any state. */
    public static ClaimResult claim(Leases store, LetterId id, String worker, Duration leaseTime) {
        return store.claimExpected(List.of(new ExpectedLetter.InAnyState(id)), worker, leaseTime, Long.MAX_VALUE)
                .get(0);
    }

    /** Claims this letter, which must be possible. */
    public static LeasedLetter leased(Leases store, LetterId id, String worker, Duration leaseTime) {
        return ((ClaimResult.Leased) claim(store, id, worker, leaseTime)).claimed();
    }

    /** A letter with this message as a target receives it. */
    public static DeadLetter with(Message message) {
        SettableClock clock = SettableClock.standing();
        try (InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock)) {
            NewLetter letter =
                    new LetterBuilder(new LetterIds(clock)).message(message).build();
            store.capture(List.of(letter));
            return leased(store, letter.id(), "worker", Duration.ofMinutes(1)).letter();
        }
    }
}
