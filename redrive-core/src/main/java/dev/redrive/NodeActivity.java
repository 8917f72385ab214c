package dev.redrive;

import dev.redrive.ledger.ReplayId;
import java.util.Set;

/**
 * What a process is doing.
 *
 * @param node its name, as its attempts and leases are signed
 * @param retries whether it sends letters back by itself
 * @param attempts how many letters are being tried, or wait for a worker
 * @param replays those that it looks after
 */
public record NodeActivity(String node, boolean retries, int attempts, Set<ReplayId> replays) {
    public NodeActivity {
        replays = Set.copyOf(replays);
    }
}
