package dev.redrive.internal.text;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of bounded size that drops the entry that was used least recently. Not safe for several threads at once. */
public final class LruMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int limit;

    public LruMap(int limit) {
        this(limit, true);
    }

    private LruMap(int limit, boolean byUse) {
        super(16, 0.75f, byUse);
        this.limit = limit;
    }

    /** Drops the entry that was added first, used or not: reading one changes nothing. */
    public static <K, V> LruMap<K, V> byAge(int limit) {
        return new LruMap<>(limit, false);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > limit;
    }
}
