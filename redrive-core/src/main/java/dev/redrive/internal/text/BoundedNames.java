package dev.redrive.internal.text;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lets so many different names through and calls all later ones {@code other}, or as asked. Safe for many threads. */
public final class BoundedNames {
    public static final String OTHER = "other";
    private static final String UNKNOWN = "unknown";

    private final int most;
    private final String other;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    public BoundedNames(int most) {
        this(most, OTHER);
    }

    public BoundedNames(int most, String other) {
        this.most = most;
        this.other = other;
    }

    public String of(String name) {
        String asked = name.isEmpty() ? UNKNOWN : name;
        if (known.contains(asked)) return asked;
        // Threads that come at the same moment may pass the limit by their number, which does no harm.
        if (known.size() >= most) return other;
        known.add(asked);
        return asked;
    }

    /** Forgets the names that were let through, so that new ones get their turn. */
    public void clear() {
        known.clear();
    }
}
