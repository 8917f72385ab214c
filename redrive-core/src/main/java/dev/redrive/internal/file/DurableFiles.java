package dev.redrive.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Changes of a folder that outlast a loss of power: new, renamed and deleted files are entries of their folder. */
public final class DurableFiles {
    private DurableFiles() {}

    /** Makes a folder that only its owner can read, and those that are missing above it. */
    public static void folder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) return;
        Path parent = folder.getParent();
        if (parent != null) folder(parent);
        PrivateFiles.folder(folder);
        if (parent != null) force(parent);
    }

    /** Waits until the entries of a folder are on the disk; one that was deleted meanwhile has none. */
    public static void force(Path folder) throws IOException {
        if (!isForced(folder)) return;
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        } catch (NoSuchFileException e) {
            // its deletion is an entry of the folder above
        }
    }

    /** Windows opens no folder as a file, and needs no force for its entries. */
    private static boolean isForced(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
