package dev.redrive.internal.archive;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.archive.NoSuchObject;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.internal.text.Sha256;
import dev.redrive.json.InvalidJson;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Reads objects as {@link ObjectWriter} writes them: first the index at the end, then only the frames that are needed. Everything
 * is checked before it is used, so no object makes it hold more than its index and one frame in memory. For one thread.
 */
final class ObjectReader {
    /** Most indexes are smaller than this part of their object, and most small ones than this. */
    private static final int INDEX_PART = 32;

    private static final int SMALLEST_TAIL = 4 * 1024;
    private static final int LARGEST_TAIL = 256 * 1024;
    private static final int CHUNK = 1024 * 1024;
    private static final int LONGEST_INDEX = 4 * 1024 * 1024;
    private static final int END = ObjectWriter.SKIPPABLE_HEADER + ObjectWriter.FOOTER;

    private final Archive archive;
    private final IndexCache indexes;
    private Tail tail = new Tail("", 0, new byte[0]);
    private long bytesRead;

    ObjectReader(Archive archive, IndexCache indexes) {
        this.archive = archive;
        this.indexes = indexes;
    }

    /** How many bytes of the archive were read so far. */
    long bytesRead() {
        return bytesRead;
    }

    /** The last bytes of the object that was looked at last; a small object is read whole with them. */
    private record Tail(String key, long offset, ByteBuffer bytes) {
        Tail(String key, long offset, byte[] bytes) {
            this(key, offset, ByteBuffer.wrap(bytes));
        }

        Optional<byte[]> part(String wanted, long from, int length) {
            if (!key.equals(wanted) || from < offset) return Optional.empty();
            byte[] part = new byte[length];
            bytes.get((int) (from - offset), part);
            return Optional.of(part);
        }
    }

    /** All of the bytes, which must be there. */
    private byte[] read(String key, long offset, int length) throws DamagedObject {
        try {
            byte[] bytes = archive.read(key, offset, length);
            bytesRead += bytes.length;
            if (bytes.length < length) throw new DamagedObject(key, "it is shorter than listed");
            return bytes;
        } catch (NoSuchObject e) {
            throw new DamagedObject(key, "it is gone");
        }
    }

    // The index

    ObjectIndex index(ArchiveObject object) throws DamagedObject {
        Optional<ObjectIndex> known = indexes.find(object);
        return known.isPresent() ? known.get() : readIndex(object);
    }

    private ObjectIndex readIndex(ArchiveObject object) throws DamagedObject {
        String key = object.key();
        readTail(object, Math.min(LARGEST_TAIL, Math.max(SMALLEST_TAIL, object.size() / INDEX_PART)));
        int length = jsonLength(object, footer());
        if (tail.bytes().capacity() < length + END) readTail(object, length + END);
        byte[] end = tail.part(key, object.size() - length - END, length + END).orElseThrow();
        byte[] json = Arrays.copyOfRange(end, ObjectWriter.SKIPPABLE_HEADER, ObjectWriter.SKIPPABLE_HEADER + length);
        if (!Arrays.equals(end, ObjectWriter.end(json)))
            throw new DamagedObject(key, "the checksum of its index is wrong");
        ObjectIndex index = parsed(key, json);
        check(object, index, object.size() - end.length);
        indexes.add(object, index, length);
        return index;
    }

    private void readTail(ArchiveObject object, long wanted) throws DamagedObject {
        int length = (int) Math.min(object.size(), wanted);
        long offset = object.size() - length;
        tail = new Tail(object.key(), offset, read(object.key(), offset, length));
    }

    private ByteBuffer footer() throws DamagedObject {
        int size = tail.bytes().capacity();
        if (size < END) throw foreign(tail.key());
        return tail.bytes()
                .slice(size - ObjectWriter.FOOTER, ObjectWriter.FOOTER)
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int jsonLength(ArchiveObject object, ByteBuffer footer) throws DamagedObject {
        byte[] magic = new byte[ObjectWriter.MAGIC.length];
        footer.get(2 * Integer.BYTES, magic);
        if (!Arrays.equals(magic, ObjectWriter.MAGIC)) throw foreign(object.key());
        int length = footer.getInt(0);
        if (length < 0 || length > Math.min(LONGEST_INDEX, object.size() - END))
            throw new DamagedObject(object.key(), "its index is said to have " + length + " bytes");
        return length;
    }

    private static DamagedObject foreign(String key) {
        return new DamagedObject(key, "it has no index at its end: it is cut, or it was not written by Redrive");
    }

    private static ObjectIndex parsed(String key, byte[] json) throws DamagedObject {
        try {
            return ObjectIndexJson.read(json);
        } catch (InvalidJson | IllegalArgumentException e) {
            throw new DamagedObject(key, "its index cannot be read: " + e.getMessage());
        }
    }

    /** The frames are one behind the other, from the beginning to the index, and none unpacks to more than there is memory for. */
    private static void check(ArchiveObject object, ObjectIndex index, long end) throws DamagedObject {
        long offset = 0;
        long letters = 0;
        for (Frame frame : index.frames()) {
            boolean fits = frame.offset() == offset
                    && frame.bytes() > 0
                    && frame.bytes() <= Zstd.compressBound(frame.rawBytes())
                    && frame.letters() > 0
                    && index.spans(frame);
            if (!fits) throw new DamagedObject(object.key(), "its index does not fit its frames");
            if (frame.rawBytes() > largestFrame())
                throw new DamagedObject(
                        object.key(),
                        "a frame unpacks to " + frame.rawBytes() + " bytes; this process has memory for "
                                + largestFrame());
            offset += frame.bytes();
            letters += frame.letters();
        }
        if (offset != end || letters != index.letters())
            throw new DamagedObject(object.key(), "its index does not fit its size");
    }

    /** What this process can unpack at once. Frames are smaller than 4 MiB, except those of one very large letter. */
    static int largestFrame() {
        long share = Runtime.getRuntime().maxMemory() / 8;
        return (int) Math.max(4L * ObjectWriter.FRAME_BYTES, Math.min(share, Integer.MAX_VALUE / 2));
    }

    // Letters

    /** Called with each line, without its end. */
    interface Lines {
        void line(byte[] buffer, int from, int length) throws DamagedObject;
    }

    /** Unpacks a frame of an object whose index was read, and hands over its lines. */
    void lines(String key, Frame frame, Lines lines) throws DamagedObject {
        byte[] unpacked = unpacked(key, frame, packed(key, frame));
        int from = 0;
        int count = 0;
        for (int i = 0; i < unpacked.length; i++) {
            if (unpacked[i] != '\n') continue;
            lines.line(unpacked, from, i - from);
            from = i + 1;
            count++;
        }
        if (count != frame.letters() || from != unpacked.length)
            throw new DamagedObject(key, "a frame has " + count + " letters, and its index says " + frame.letters());
    }

    private byte[] packed(String key, Frame frame) throws DamagedObject {
        Optional<byte[]> known = tail.part(key, frame.offset(), frame.bytes());
        byte[] packed = known.isPresent() ? known.get() : read(key, frame.offset(), frame.bytes());
        if (ObjectWriter.crc(packed) != frame.crc()) throw new DamagedObject(key, "the checksum of a frame is wrong");
        return packed;
    }

    /** Into as many bytes as its index says: a frame that has more is none of ours. */
    private static byte[] unpacked(String key, Frame frame, byte[] packed) throws DamagedObject {
        byte[] unpacked = new byte[(int) frame.rawBytes()];
        try (ZstdDecompressCtx zstd = new ZstdDecompressCtx()) {
            int size = zstd.decompress(unpacked, packed);
            if (size == unpacked.length) return unpacked;
            throw new DamagedObject(key, "a frame has " + size + " bytes, and its index says " + unpacked.length);
        } catch (ZstdException e) {
            throw new DamagedObject(key, "a frame cannot be unpacked: " + e.getMessage());
        }
    }

    /** Reads a whole object back and compares it with what was written. */
    void verify(ArchiveObject object, ObjectIndex written) throws DamagedObject {
        ObjectIndex index = readIndex(object);
        if (!index.equals(written)) throw new DamagedObject(object.key(), "its index is not the one that was written");
        MessageDigest digest = Sha256.digest();
        long end = index.packedBytes();
        for (long offset = 0; offset < end; offset += CHUNK)
            digest.update(read(object.key(), offset, (int) Math.min(CHUNK, end - offset)));
        if (!HexFormat.of().formatHex(digest.digest()).equals(written.sha256()))
            throw new DamagedObject(object.key(), "what is in the archive is not what was written");
    }
}
