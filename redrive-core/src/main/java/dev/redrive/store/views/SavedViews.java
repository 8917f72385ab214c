package dev.redrive.store.views;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The saved views of all nodes of a store: shared ones, and those of each owner. */
public interface SavedViews {
    /** More shared ones, or more of one owner, are refused. */
    int MOST = 100;

    /**
     * Keeps a view in the place of the one with its name and owner, which it returns.
     *
     * @throws dev.redrive.store.StoreException when it would be one more than {@link #MOST}
     */
    Optional<SavedView> save(SavedView view);

    /** Removes a view and returns it; empty when there is none. */
    Optional<SavedView> delete(@Nullable String owner, String name);

    /** The shared ones, by name, then those of an owner, by name. */
    List<SavedView> list(String owner);

    /** Those of everybody: the shared ones, by name, then all others, by owner and name. */
    List<SavedView> all();
}
