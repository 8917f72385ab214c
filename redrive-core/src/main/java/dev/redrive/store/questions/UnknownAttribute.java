package dev.redrive.store.questions;

import dev.redrive.store.attributes.SearchPaths;

/** Thrown when letters are asked for by an attribute that there is no search path for. */
public final class UnknownAttribute extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String name;

    UnknownAttribute(String name, SearchPaths paths) {
        super("there is no attribute " + name + "; "
                + (paths.isEmpty()
                        ? "no search.paths are set"
                        : "those of search.paths are "
                                + String.join(", ", paths.byName().keySet())));
        this.name = name;
    }

    /** The name that was asked for. */
    public String name() {
        return name;
    }
}
