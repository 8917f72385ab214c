package dev.redrive.jdbc.sqlite;

import dev.redrive.letter.Payload;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Message keys that were erased, to be looked for in the file. More than a thousand are not worth their memory and the search. */
final class ErasedKeys {
    static final int MOST = 1000;

    private final Set<Payload> keys = new HashSet<>();
    private boolean areTooMany;

    synchronized void add(Payload key) {
        if (!areTooMany && keys.add(key) && keys.size() > MOST) forget();
    }

    /** From now on any key may be in the file. */
    synchronized void forget() {
        areTooMany = true;
        keys.clear();
    }

    /** Those since the last time; empty when there were too many to be remembered. */
    synchronized Optional<List<Payload>> take() {
        Optional<List<Payload>> taken = areTooMany ? Optional.empty() : Optional.of(List.copyOf(keys));
        areTooMany = false;
        keys.clear();
        return taken;
    }

    synchronized int size() {
        return keys.size();
    }
}
