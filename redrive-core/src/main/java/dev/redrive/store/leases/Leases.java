package dev.redrive.store.leases;

import dev.redrive.letter.LetterId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The part of a store that leases letters to workers and settles their attempts. */
public interface Leases {
    /**
     * Leases letters that are due, in the order in which they should be tried, and counts the attempt that begins. Letters
     * whose lease ran out are due again, or failed when that was their last retry. It ends before the first letter that is too
     * large for the bytes of the request.
     */
    List<LeasedLetter> claim(ClaimRequest request);

    /**
     * Leases these letters, due or not, as far as they are as expected, and counts the attempts that begin. The results are
     * independent of each other and in the order of the request; no letter may be in it twice. {@link ExpectedLetter} says how
     * a letter is left when its lease runs out.
     *
     * @param maxBytes the most bytes that the payloads of these letters may have together; the letters from the first one on
     *     that is too large are not looked at, but the first of all always is
     */
    List<ClaimResult> claimExpected(List<ExpectedLetter> letters, String worker, Duration leaseTime, long maxBytes);

    /** Makes leases last so much longer from now; returns the letters that are still held. */
    Set<LetterId> renew(Collection<Lease> leases, Duration time);

    /** Ends attempts. A settlement with an outdated lease changes nothing; the results are in the order of the settlements. */
    List<SettleResult> settle(List<Settlement> settlements);

    /** When the next letter of these channels (of all, when empty) will be due; in the past when one is due already. */
    Optional<Instant> nextDue(Optional<Set<String>> channels);
}
