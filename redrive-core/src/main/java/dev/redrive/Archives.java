package dev.redrive;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveProvider;
import java.util.Optional;
import java.util.ServiceLoader;

/** Opens archives by what is written in a URL, with whichever kinds of archive the application has on its class path. */
public final class Archives {
    private Archives() {}

    /** Opens {@code file:PATH}, or {@code s3://bucket/prefix} with redrive-archive-s3. */
    public static Archive open(String url) {
        for (ArchiveProvider provider : ServiceLoader.load(ArchiveProvider.class)) {
            Optional<Archive> archive = provider.open(url);
            if (archive.isPresent()) return archive.get();
        }
        throw new IllegalArgumentException("no archive for the URL scheme of \"" + url.replaceFirst(":.*", ":…")
                + "\"; known are file:PATH, and s3://bucket/prefix with redrive-archive-s3");
    }
}
