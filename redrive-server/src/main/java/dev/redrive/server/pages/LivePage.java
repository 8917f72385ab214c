package dev.redrive.server.pages;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One page as all open tabs that show the same see it: what it is now, and what its last versions were. */
final class LivePage {
    private static final int VERSIONS = 8;

    /** Held while it is made, so that it is made once for all that wait for it. */
    final ReentrantLock making = new ReentrantLock();

    private final Map<String, Map<String, String>> versions = new LinkedHashMap<>();
    private Instant madeAt = Instant.MIN;
    private @Nullable LiveParts parts;

    synchronized boolean isFrom(Instant time) {
        return parts != null && !madeAt.isBefore(time);
    }

    synchronized void made(LiveParts fresh, Instant begun) {
        parts = fresh;
        madeAt = begun;
        versions.remove(fresh.version());
        versions.put(fresh.version(), fresh.hashes());
        if (versions.size() > VERSIONS)
            versions.remove(versions.keySet().iterator().next());
    }

    /** The version that it has now, and what changed since one that a tab shows; all, when that one is forgotten. */
    record Answer(String version, String html) {}

    synchronized Answer since(String shown) {
        if (parts == null) throw new IllegalStateException("it was not made yet");
        return new Answer(parts.version(), parts.since(versions.getOrDefault(shown, Map.of())));
    }
}
