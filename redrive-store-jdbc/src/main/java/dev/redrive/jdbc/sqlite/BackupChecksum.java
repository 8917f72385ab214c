package dev.redrive.jdbc.sqlite;

import dev.redrive.internal.text.Sha256;
import dev.redrive.store.StoreException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The last line of a backup: the SHA-256 of all that is before it. SQLite checks how its pages hang together, but not what
 * is written in them. It reads no further than its last page, so a backup with this line is a database all the same, and one
 * that is used as a store loses the line with the first checkpoint.
 */
public final class BackupChecksum {
    private static final String NAME = "redrive-sha256:";
    private static final int LENGTH = NAME.length() + 64 + 1;
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int STEP = 64 * 1024;

    private BackupChecksum() {}

    public static void append(Path file) throws IOException {
        Files.writeString(file, line(file, Files.size(file)), StandardOpenOption.APPEND);
    }

    private static String line(Path file, long length) throws IOException {
        return NAME + digest(file, length) + "\n";
    }

    /**
     * False when the file has none, because another tool made it.
     *
     * @throws StoreException when it has one that is wrong, or bytes that belong to nothing
     */
    public static boolean check(Path file) throws IOException {
        long pages = lengthOfPages(file);
        long beyond = Files.size(file) - pages;
        if (beyond == 0 || hasLog(file)) return false;
        if (beyond != LENGTH)
            throw new StoreException(
                    file + " is damaged: its pages have " + pages + " bytes, the file has " + (pages + beyond));
        if (!lastLine(file, pages).equals(line(file, pages)))
            throw new StoreException(file + " is damaged: it is not as it was made, its SHA-256 is another one");
        return true;
    }

    /** What is in a log beside the file is a part of it, so that the file alone has no length that could be right. */
    public static boolean hasLog(Path file) {
        return Path.of(file + "-wal").toFile().length() > 0;
    }

    private static String lastLine(Path file, long from) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(from);
            return new String(in.readNBytes(LENGTH), StandardCharsets.US_ASCII);
        }
    }

    /** As the head of the database says; the whole file when it has no such head, and then SQLite refuses it. */
    public static long lengthOfPages(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            byte[] magic = in.readNBytes(MAGIC.length);
            if (!MessageDigest.isEqual(magic, MAGIC)) return Files.size(file);
            int size = in.readUnsignedShort();
            in.skipNBytes(10);
            long count = Integer.toUnsignedLong(in.readInt());
            return count * (size == 1 ? 65_536 : size);
        } catch (EOFException e) {
            return Files.size(file);
        }
    }

    private static String digest(Path file, long length) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest sha = Sha256.digest();
            byte[] step = new byte[STEP];
            long left = length;
            while (left > 0) {
                int read = in.read(step, 0, (int) Math.min(STEP, left));
                if (read < 0) throw new EOFException(file + " became shorter while it was read");
                sha.update(step, 0, read);
                left -= read;
            }
            return HexFormat.of().formatHex(sha.digest());
        }
    }
}
