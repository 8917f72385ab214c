package dev.redrive.store.memory;

import dev.redrive.store.StoreException;
import dev.redrive.store.views.SavedView;
import dev.redrive.store.views.SavedViews;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The saved views in memory. */
final class InMemorySavedViews implements SavedViews {
    private final SortedMap<String, SavedView> shared = new TreeMap<>();
    private final SortedMap<String, SortedMap<String, SavedView>> own = new TreeMap<>();

    @Override
    public synchronized Optional<SavedView> save(SavedView view) {
        SortedMap<String, SavedView> views = of(view.owner());
        if (!views.containsKey(view.name()) && views.size() >= MOST)
            throw new StoreException(
                    "there are " + MOST + " saved views already; delete some before you save another one");
        return Optional.ofNullable(views.put(view.name(), view));
    }

    @Override
    public synchronized Optional<SavedView> delete(@Nullable String owner, String name) {
        return Optional.ofNullable(of(owner).remove(name));
    }

    @Override
    public synchronized List<SavedView> list(String owner) {
        List<SavedView> all = new ArrayList<>(shared.values());
        all.addAll(of(owner).values());
        return List.copyOf(all);
    }

    @Override
    public synchronized List<SavedView> all() {
        List<SavedView> all = new ArrayList<>(shared.values());
        own.values().forEach(views -> all.addAll(views.values()));
        return List.copyOf(all);
    }

    private SortedMap<String, SavedView> of(@Nullable String owner) {
        return owner == null ? shared : own.computeIfAbsent(owner, any -> new TreeMap<>());
    }
}
