package dev.redrive.archive;

import dev.redrive.internal.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** Opens {@code file:PATH}; a path that does not begin with a slash is below the working directory. Makes the folder. */
public final class FolderArchiveProvider implements ArchiveProvider {
    private static final String SCHEME = "file:";

    @Override
    public Optional<Archive> open(String url) {
        if (!url.startsWith(SCHEME)) return Optional.empty();
        String path = url.substring(SCHEME.length()).replaceFirst("^//(?=/)", "");
        if (path.isBlank()) throw refused(url, "the path is missing");
        if (path.startsWith("//")) throw refused(url, "it cannot name a host; mount the folder and give its path");
        if (path.startsWith("~")) throw refused(url, "\"~\" is not replaced by a home; write the whole path");
        try {
            Path root = Path.of(path);
            PrivateFiles.folder(root);
            return Optional.of(new FolderArchive(root, InstantSource.system()));
        } catch (InvalidPathException e) {
            throw refused(url, e.getReason());
        } catch (IOException e) {
            throw new ArchiveException("the folder of the archive " + path + " cannot be made: " + e.getMessage(), e);
        }
    }

    private static IllegalArgumentException refused(String url, String why) {
        return new IllegalArgumentException("an archive in a folder is written file:PATH, not \"" + url + "\": " + why);
    }
}
