package dev.redrive.server.config;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong, so that all of it can be said at once. */
final class Mistakes {
    private final List<String> all = new ArrayList<>();

    void add(String mistake) {
        all.add(mistake);
    }

    /** A mistake of a key that is written somewhere. */
    void add(String path, String place, String mistake) {
        all.add(path + " (" + place + "): " + mistake);
    }

    int count() {
        return all.size();
    }

    void throwIfAny() {
        if (!all.isEmpty()) throw new BadSettings(all);
    }
}
