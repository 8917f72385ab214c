package dev.redrive.text;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lets so many different names through and calls all later ones {@code other}. Safe for many threads. */
public final class BoundedNames {
    public static final String OTHER = "other";
    private static final String UNKNOWN = "unknown";

    private final int most;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    public BoundedNames(int most) {
        this.most = most;
    }

    public String of(String name) {
        String asked = name.isEmpty() ? UNKNOWN : name;
        if (known.contains(asked)) return asked;
        // Threads that come at the same moment may pass the limit by their number, which does no harm.
        if (known.size() >= most) return OTHER;
        known.add(asked);
        return asked;
    }

    /** Forgets the names that were let through, so that new ones get their turn. */
    public void clear() {
        known.clear();
    }
}
