package dev.redrive.server.config.values;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong, so that all of it can be said at once. */
public final class Mistakes {
    private final List<String> all = new ArrayList<>();

    public void add(String mistake) {
        all.add(mistake);
    }

    /** A mistake of a key that is written somewhere. */
    public void add(String path, String place, String mistake) {
        all.add(path + " (" + place + "): " + mistake);
    }

    public int count() {
        return all.size();
    }

    public void throwIfAny() {
        if (!all.isEmpty()) throw new BadSettings(all);
    }
}
