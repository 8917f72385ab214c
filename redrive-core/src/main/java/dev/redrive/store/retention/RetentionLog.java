package dev.redrive.store.retention;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Which node runs retention, and what the last runs came to. The store's clock decides whether a lease holds. */
public interface RetentionLog {
    /** Takes the lease, or renews it; false when another node has it. */
    boolean lease(String node, Duration time);

    /** The node that holds the lease now. */
    Optional<String> running();

    /** Records a run and gives the lease back, if this node still has it. The last 100 runs are kept. */
    void end(RetentionRun run);

    /** The last runs, the last recorded first. */
    List<RetentionRun> runs(int limit);
}
