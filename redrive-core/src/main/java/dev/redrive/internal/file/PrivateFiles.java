package dev.redrive.internal.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files and folders that only their owner can read, where the file system knows owners: letters hold other people's data. */
public final class PrivateFiles {
    private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private PrivateFiles() {}

    /** Makes the folder, and those above it, if they are missing; one that is there stays as it is. */
    public static void folder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) Files.createDirectories(folder, attributes(folder, FOLDER));
    }

    /** Makes the file if it is missing; one that others can read is closed to them. */
    public static void file(Path file) throws IOException {
        try {
            Files.createFile(file, attributes(file, FILE));
        } catch (FileAlreadyExistsException e) {
            tighten(file);
        }
    }

    /** Closes the file to others if it is there. */
    public static void tighten(Path file) {
        try {
            if (!Files.isRegularFile(file) || !knowsOwners(file)) return;
            if (FILE.containsAll(Files.getPosixFilePermissions(file))) return;
            Files.setPosixFilePermissions(file, FILE);
            LOG.warn("{} could be read by others; from now on only its owner can", file);
        } catch (IOException e) {
            LOG.warn("others may read {}, and that could not be changed: {}", file, e.toString());
        }
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return knowsOwners(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private static boolean knowsOwners(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
