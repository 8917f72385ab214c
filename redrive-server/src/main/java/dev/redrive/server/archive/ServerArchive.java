package dev.redrive.server.archive;

import dev.redrive.Archives;
import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveUnavailable;
import dev.redrive.server.config.ArchiveSettings;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The archive of this server, if it has one. The queue that uses it closes it. */
public record ServerArchive(Optional<Archive> archive) {
    private static final Logger LOG = LoggerFactory.getLogger(ServerArchive.class);

    public static ServerArchive none() {
        return new ServerArchive(Optional.empty());
    }

    /**
     * Opens it and tries it out. One that is only away starts no less a server, whose first work is to take letters in;
     * retention goes on when it is back.
     *
     * @throws ArchiveException when it cannot be used as it is configured
     */
    public static ServerArchive open(ArchiveSettings settings) {
        return new ServerArchive(settings.url().map(ServerArchive::opened));
    }

    private static Archive opened(String url) {
        Archive archive = at(url);
        try {
            archive.check();
        } catch (ArchiveUnavailable e) {
            LOG.warn("the archive cannot be reached, and letters stay in the store until it can: {}", e.getMessage());
        } catch (RuntimeException e) {
            archive.close();
            throw e;
        }
        return archive;
    }

    private static Archive at(String url) {
        try {
            return Archives.open(url);
        } catch (IllegalArgumentException e) {
            throw new ArchiveException("redrive.archive: " + e.getMessage(), e);
        }
    }

    /** What is wrong with it, by trying it out; empty when it can be used, or there is none. */
    public static Optional<String> trouble(ArchiveSettings settings) {
        if (settings.url().isEmpty()) return Optional.empty();
        try (Archive archive = at(settings.url().get())) {
            archive.check();
            return Optional.empty();
        } catch (ArchiveException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Where it is, for people to read. */
    public Optional<String> address() {
        return archive.map(Archive::address);
    }
}
