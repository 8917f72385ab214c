package dev.redrive.archive;

import java.util.Optional;

/** Opens the archives of one kind; found by {@link java.util.ServiceLoader}. */
public interface ArchiveProvider {
    /** The archive at a URL, or empty when the URL is for another provider. */
    Optional<Archive> open(String url);
}
