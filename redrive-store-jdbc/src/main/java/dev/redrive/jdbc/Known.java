package dev.redrive.jdbc;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What is known to be stored already, so that it need not be stored again: bounded, and sure only once the transaction
 * that wrote it is through.
 */
final class Known<K> {
    private final Map<K, Boolean> stored;
    private final Set<K> written = new HashSet<>();

    Known(int most) {
        stored = new LinkedHashMap<>(256, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, Boolean> eldest) {
                return size() > most;
            }
        };
    }

    /** True when it has to be written now. */
    boolean isNew(K key) {
        return stored.get(key) == null && !written.contains(key);
    }

    void wrote(K key) {
        written.add(key);
    }

    void committed() {
        for (K key : written) stored.put(key, true);
        written.clear();
    }

    void rolledBack() {
        written.clear();
    }
}
