package dev.redrive;

import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.ReplayId;
import java.util.Map;
import java.util.Set;

/**
 * What a process is doing.
 *
 * @param node its name, as its attempts and leases are signed
 * @param retries whether it sends letters back by itself
 * @param attempts how many letters are being tried, or wait for a worker
 * @param replays those that it looks after
 * @param circuits those that are not closed, by the name of their target
 */
public record NodeActivity(
        String node, boolean retries, int attempts, Set<ReplayId> replays, Map<String, RedriveEvent.Circuit> circuits) {
    public NodeActivity {
        replays = Set.copyOf(replays);
        circuits = Map.copyOf(circuits);
    }
}
