package dev.redrive.archive;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Tells what a failure of a file system means for an archive, and what to do. */
final class FolderProblem {
    private FolderProblem() {}

    static ArchiveException of(String what, Path root, IOException e) {
        String beginning = what + ": ";
        if (e instanceof AccessDeniedException)
            return new ArchiveException(
                    beginning + "no permission for " + e.getMessage() + "; give the archive " + root
                            + " with all that is in it to the user that runs this process",
                    e);
        if (says(e, "no space left on device", "disk quota exceeded", "not enough space"))
            return new ArchiveUnavailable(
                    beginning + "the disk of the archive " + root
                            + " is full; free some space or enlarge it. Nothing is lost: it is tried again, and letters stay"
                            + " where they are until then",
                    e);
        if (says(e, "read-only file system"))
            return new ArchiveException(
                    beginning + "the file system of the archive " + root + " is read-only; mount it for writing", e);
        if (isInTheWay(e))
            return new ArchiveException(
                    beginning + "a file is where a folder should be, or a folder where a file should be: " + text(e),
                    e);
        return new ArchiveUnavailable(
                beginning + "the archive " + root + " failed with " + e + "; it is tried again", e);
    }

    private static boolean isInTheWay(IOException e) {
        return e instanceof FileAlreadyExistsException
                || e instanceof DirectoryNotEmptyException
                || says(e, "not a directory", "is a directory");
    }

    private static boolean says(IOException e, String... words) {
        String text = text(e).toLowerCase(Locale.ROOT);
        return Stream.of(words).anyMatch(text::contains);
    }

    private static String text(IOException e) {
        String reason = e instanceof FileSystemException f ? f.getReason() : null;
        return e.getMessage() + (reason == null ? "" : " " + reason);
    }
}
