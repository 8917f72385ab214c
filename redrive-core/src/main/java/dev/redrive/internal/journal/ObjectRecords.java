package dev.redrive.internal.journal;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.store.captures.NewLetter;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The letters of an object of {@link ArchiveJournal}, read in parts. */
final class ObjectRecords implements AutoCloseable {
    private static final int HEAD = 2 * Integer.BYTES;
    private static final int CHUNK = 1024 * 1024;

    private final long size;
    private final int longestLetter;
    private final DataInputStream in;
    private long at;
    private boolean isDamaged;

    ObjectRecords(Archive archive, ArchiveObject object, int longestLetter) {
        this.size = object.size();
        this.longestLetter = longestLetter;
        this.in = new DataInputStream(new BufferedInputStream(new ObjectInput(archive, object.key()), CHUNK));
    }

    /** The bytes of an object, as they are asked for. */
    private static final class ObjectInput extends InputStream {
        private final Archive archive;
        private final String key;
        private long at;

        ObjectInput(Archive archive, String key) {
            this.archive = archive;
            this.key = key;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            byte[] bytes = archive.read(key, at, Math.min(length, CHUNK));
            if (bytes.length == 0) return -1;
            System.arraycopy(bytes, 0, into, offset, bytes.length);
            at += bytes.length;
            return bytes.length;
        }
    }

    /** The next letters; none at the end. A letter that cannot be read is left out. */
    List<NewLetter> next(int most, int mostBytes) {
        List<NewLetter> letters = new ArrayList<>();
        int bytes = 0;
        try {
            while (at < size && letters.size() < most && bytes < mostBytes) {
                byte[] record = record();
                if (record == null) continue;
                NewLetter letter = LetterJournal.decoded(record);
                if (letter == null) isDamaged = true;
                else letters.add(letter);
                bytes += record.length;
            }
        } catch (IOException cut) {
            endAsDamaged();
        }
        return letters;
    }

    /** Null for one that is damaged. Where its length cannot be right, nothing can be read behind it. */
    private byte @Nullable [] record() throws IOException {
        int length = in.readInt();
        int checksum = in.readInt();
        if (length <= 0 || length > longestLetter || length > size - at - HEAD) {
            endAsDamaged();
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        at += HEAD + length;
        CRC32 crc = new CRC32();
        crc.update(bytes);
        if ((int) crc.getValue() == checksum) return bytes;
        isDamaged = true;
        return null;
    }

    private void endAsDamaged() {
        isDamaged = true;
        at = size;
    }

    /** Whether something could not be read so far. */
    boolean isDamaged() {
        return isDamaged;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new ArchiveException("an object could not be closed: " + e.getMessage(), e);
        }
    }
}
