package dev.redrive.archive;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * Does with a small object what is done with letters later: writes, finds, reads and deletes it. Begins with a list, because a server
 * can give the reason of a refusal best where it has nothing to read.
 */
public final class ArchiveCheck {
    private static final String FOLDER = "check/";
    private static final byte[] CONTENT = "Redrive can write here.\n".getBytes(StandardCharsets.UTF_8);

    private ArchiveCheck() {}

    /** Fails with what the archive says about the step that it does not take. */
    public static void run(Archive archive) {
        String key = FOLDER + UUID.randomUUID();
        archive.list(FOLDER, null, 1);
        archive.put(key, CONTENT);
        try {
            if (archive.list(key, null, 1).isEmpty())
                throw new ArchiveException(
                        archive.address() + " does not list " + key + ", which was written just now");
            if (!Arrays.equals(archive.read(key, 0, CONTENT.length), CONTENT))
                throw new ArchiveException(archive.address() + " gives back other bytes than were written as " + key);
        } finally {
            archive.delete(key);
        }
    }
}
