package dev.redrive.jdbc.rows;

import dev.redrive.internal.text.LruMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A bounded cache of keys whose rows are stored, so that they are not written again. Keys count as stored once the
 * transaction that wrote them is committed.
 */
public final class WrittenKeys<K> {
    private final Map<K, Boolean> stored;
    private final Set<K> written = new HashSet<>();

    public WrittenKeys(int most) {
        stored = new LruMap<>(most);
    }

    /** True when it has to be written now. */
    public boolean isNew(K key) {
        return stored.get(key) == null && !written.contains(key);
    }

    public void wrote(K key) {
        written.add(key);
    }

    public void committed() {
        for (K key : written) stored.put(key, true);
        written.clear();
    }

    public void rolledBack() {
        written.clear();
    }
}
