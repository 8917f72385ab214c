package dev.redrive.internal.journal;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The records of a journal file, one after the other: length, checksum, bytes. One that is damaged is counted, and the next
 * whole one is looked for behind it, as its length may be what is wrong. An end that cannot be read counts, too; mostly that
 * is a record that a crash cut off and that was never answered.
 */
public final class FrameFile implements AutoCloseable {
    private static final int HEAD = 8;
    private static final int AT_ONCE = 64 * 1024;
    /** A damaged length may ask for more than there is memory: the checksum of what is larger is looked at first. */
    private static final int LARGE = 16 * 1024 * 1024;
    /** How much of the file is looked through at a time; a file may be larger than a buffer can be. */
    private static final int WINDOW = 256 * 1024 * 1024;

    private final FileChannel channel;
    private final long size;
    private final int window;
    private DataInputStream in;
    private long at;
    private long position;
    private int damaged;
    /** How many bytes are still looked at in search of whole records; noise has too many that could be one. */
    private long work;

    public FrameFile(Path file) throws IOException {
        this(file, WINDOW);
    }

    FrameFile(Path file, int window) throws IOException {
        this.window = window;
        channel = FileChannel.open(file, StandardOpenOption.READ);
        size = channel.size();
        work = 16 * size;
        in = stream();
    }

    private DataInputStream stream() {
        return new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
    }

    /** Null at the end. */
    public byte @Nullable [] next() throws IOException {
        while (size - at >= HEAD) {
            byte[] bytes = whole();
            if (bytes != null) return bytes;
            damaged++;
            goOnAt(nextWhole(at + 1));
        }
        if (at < size) damaged++;
        at = size;
        return null;
    }

    private byte @Nullable [] whole() throws IOException {
        int length = in.readInt();
        int checksum = in.readInt();
        if (length <= 0 || length > size - at - HEAD) return null;
        if (length > LARGE && checksum(at + HEAD, length) != checksum) return null;
        byte[] bytes = in.readNBytes(length);
        if (checksum != checksum(ByteBuffer.wrap(bytes))) return null;
        position = at + HEAD;
        at = position + length;
        return bytes;
    }

    /** Where the bytes of the last record begin. */
    public long position() {
        return position;
    }

    /** How many places could not be read so far. */
    public int damaged() {
        return damaged;
    }

    private void goOnAt(long place) throws IOException {
        at = place;
        channel.position(place);
        in = stream();
    }

    /** The end when there is none: a length that is damaged does not say where the next record begins. */
    private long nextWhole(long from) throws IOException {
        for (long place = from; place <= size - HEAD && work > 0; place += window) {
            long start = nextWhole(place, (int) Math.min(window, size - HEAD - place + 1));
            if (start < size) return start;
        }
        return size;
    }

    /** The same among the next places. */
    private long nextWhole(long from, int places) throws IOException {
        ByteBuffer seen = channel.map(FileChannel.MapMode.READ_ONLY, from, Math.min(2L * window, size - from));
        for (int place = 0; place < places && work > 0; place++) {
            int length = seen.getInt(place);
            if (length <= 0 || length > size - from - place - HEAD) continue;
            work -= length;
            int found = place + HEAD + (long) length <= seen.limit()
                    ? checksum(seen.slice(place + HEAD, length))
                    : checksum(from + place + HEAD, length);
            if (found == seen.getInt(place + Integer.BYTES)) return from + place;
        }
        return size;
    }

    /** Of bytes of the file, without keeping them. */
    private int checksum(long position, int length) throws IOException {
        CRC32 crc = new CRC32();
        for (int done = 0; done < length; done += AT_ONCE)
            crc.update(bytes(channel, position + done, Math.min(AT_ONCE, length - done)));
        return (int) crc.getValue();
    }

    /** A record as it is written. */
    public static byte[] frame(byte[] bytes) {
        return ByteBuffer.allocate(HEAD + bytes.length)
                .putInt(bytes.length)
                .putInt(checksum(ByteBuffer.wrap(bytes)))
                .put(bytes)
                .array();
    }

    /** Writes a record at the position of the channel. */
    public static void append(byte[] bytes, FileChannel channel) throws IOException {
        write(frame(bytes), channel);
    }

    /** In steps: a thread keeps a buffer outside of the heap that is as large as what it wrote or read at once. */
    static void write(byte[] frame, FileChannel channel) throws IOException {
        for (int at = 0; at < frame.length; )
            at += channel.write(ByteBuffer.wrap(frame, at, Math.min(AT_ONCE, frame.length - at)));
    }

    /** Reads so many bytes at a position, in such steps; what the file does not have is zero. */
    public static byte[] bytes(FileChannel channel, long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; ) {
            int read = channel.read(ByteBuffer.wrap(bytes, at, Math.min(AT_ONCE, length - at)), position + at);
            if (read < 0) return bytes;
            at += read;
        }
        return bytes;
    }

    /** How many bytes a record takes in the file. */
    public static long size(byte[] bytes) {
        return HEAD + (long) bytes.length;
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** Where the last whole record of a file ends: behind it the next one goes. */
    public static long endOfLast(Path file) throws IOException {
        long end = 0;
        try (FrameFile frames = new FrameFile(file)) {
            for (byte[] bytes = frames.next(); bytes != null; bytes = frames.next()) end = frames.at;
        }
        return end;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
