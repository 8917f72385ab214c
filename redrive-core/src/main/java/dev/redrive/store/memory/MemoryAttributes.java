package dev.redrive.store.memory;

import dev.redrive.store.attributes.AttributeIndex;
import dev.redrive.store.attributes.AttributeProgress;
import dev.redrive.store.attributes.SearchPaths;
import java.util.function.LongSupplier;

/** Attributes in memory: they are read from the letters whenever they are asked for, so every letter has them at once. */
final class MemoryAttributes implements AttributeIndex {
    private final LongSupplier letters;
    private volatile SearchPaths paths = SearchPaths.none();

    MemoryAttributes(LongSupplier letters) {
        this.letters = letters;
    }

    @Override
    public void keep(SearchPaths chosen) {
        paths = chosen;
    }

    @Override
    public SearchPaths paths() {
        return paths;
    }

    @Override
    public AttributeProgress progress() {
        long all = letters.getAsLong();
        return new AttributeProgress(paths, all, all);
    }

    @Override
    public boolean extract(int atMost) {
        return false;
    }
}
