package dev.redrive.erasure;

import org.jspecify.annotations.Nullable;

/**
 * A saved view whose name or filter has the value of a subject; both are shown without it.
 *
 * @param owner null for one that is shared
 */
public record ErasureView(String name, @Nullable String owner) {}
