package dev.redrive.capture;

import dev.redrive.store.NewLetter;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The letters of a journal file, one after the other: length, checksum, letter. One that is damaged is passed over and
 * counted; so is an end that cannot be read. Mostly that is a letter that a crash cut off and that was never answered, but
 * nobody can tell it from a damaged length with whole letters behind it.
 */
final class Frames implements AutoCloseable {
    private static final int HEAD = 8;

    private final DataInputStream in;
    private long left;
    private int damaged;

    Frames(Path file) throws IOException {
        left = Files.size(file);
        in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
    }

    int damaged() {
        return damaged;
    }

    /** Null at the end. */
    @Nullable
    NewLetter next() throws IOException {
        while (left >= HEAD) {
            int length = in.readInt();
            int checksum = in.readInt();
            left -= HEAD;
            if (length < 0 || length > left) return unreadable();
            byte[] bytes = in.readNBytes(length);
            left -= length;
            NewLetter letter = checksum == checksum(bytes) ? decoded(bytes) : null;
            if (letter != null) return letter;
            damaged++;
        }
        return left > 0 ? unreadable() : null;
    }

    private @Nullable NewLetter unreadable() {
        damaged++;
        left = 0;
        return null;
    }

    private static @Nullable NewLetter decoded(byte[] bytes) {
        try {
            return LetterCodec.decode(bytes);
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }

    static byte[] frame(NewLetter letter) throws IOException {
        byte[] bytes = LetterCodec.encode(letter);
        return ByteBuffer.allocate(HEAD + bytes.length)
                .putInt(bytes.length)
                .putInt(checksum(bytes))
                .put(bytes)
                .array();
    }

    private static int checksum(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** How many bytes at the beginning of a file are whole frames: behind them the next one goes. */
    static long length(Path file) throws IOException {
        long size = Files.size(file);
        long whole = 0;
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (size - whole >= HEAD) {
                int length = in.readInt();
                int expected = in.readInt();
                if (length < 0 || length > size - whole - HEAD) return whole;
                byte[] bytes = in.readNBytes(length);
                boolean last = whole + HEAD + length == size;
                if (last && checksum(bytes) != expected) return whole;
                whole += HEAD + length;
            }
        }
        return whole;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
