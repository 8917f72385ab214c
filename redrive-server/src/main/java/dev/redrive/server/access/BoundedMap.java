package dev.redrive.server.access;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was not used for longest when it has too much. */
public final class BoundedMap<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    public BoundedMap(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > most;
    }
}
