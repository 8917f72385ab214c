package dev.redrive.internal.engine;

import dev.redrive.letter.LetterId;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Renews leases and tells their letters whether the store still counts them as ours. */
final class LeaseRenewal {
    private LeaseRenewal() {}

    static void renew(DeadLetterStore store, Collection<RunningAttempt> attempts, Duration time) {
        if (attempts.isEmpty()) return;
        Instant asked = store.clock().instant();
        long askedNanos = System.nanoTime();
        List<Lease> leases =
                attempts.stream().map(attempt -> attempt.claimed.lease()).toList();
        Set<LetterId> held = store.renew(leases, time);
        Map<LetterId, Integer> newest = new HashMap<>();
        for (Lease lease : leases) newest.merge(lease.id(), lease.token(), Math::max);
        for (RunningAttempt attempt : attempts) {
            Lease lease = attempt.claimed.lease();
            boolean isNewest = newest.getOrDefault(lease.id(), lease.token()) == lease.token();
            if (isNewest && held.contains(lease.id())) attempt.renewed(asked, askedNanos, time);
            else attempt.lost();
        }
    }
}
