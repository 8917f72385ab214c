package dev.redrive.server.json;

import dev.redrive.internal.text.Sha256;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/** The lines of a stream, one after the other, in one buffer that is no larger than the longest of them. */
public final class LineReader {
    private static final int FIRST_SIZE = 64 * 1024;

    /** A buffer that a long line made larger than this is not kept for the short ones. */
    private static final int KEPT_SIZE = 1024 * 1024;

    private final InputStream in;
    private final int longest;
    private final RequestMemory held;
    private byte[] buffer = new byte[FIRST_SIZE];
    private int from;
    private int length;
    private int next;
    private int end;
    private boolean over;
    private long number;

    public LineReader(InputStream in, long longest, RequestMemory held) {
        this.in = in;
        this.held = held;
        this.longest = (int) Math.min(longest, Integer.MAX_VALUE / 2);
    }

    /** On to the next line that is not blank; false when there is none. */
    public boolean next() throws IOException {
        while (advance()) {
            if (!isBlank()) return true;
        }
        return false;
    }

    /** The line stands in here until the next one is asked for. */
    public byte[] buffer() {
        return buffer;
    }

    public int from() {
        return from;
    }

    public int length() {
        return length;
    }

    /** The number of the line, counted from 1. */
    public long number() {
        return number;
    }

    /** Of its bytes; two lines have the same one only when they say the same. */
    public String digest() {
        MessageDigest sha = Sha256.digest();
        sha.update(buffer, from, length);
        return HexFormat.of().formatHex(sha.digest());
    }

    private boolean advance() throws IOException {
        number++;
        from = next;
        int looked = from;
        while (true) {
            int newline = indexOfNewline(looked);
            if (newline >= 0) return line(newline, newline + 1);
            if (end - from > longest) throw tooLong();
            if (over) return end > from && line(end, end);
            int seen = end - from;
            fill();
            looked = from + seen;
        }
    }

    private boolean line(int stop, int goOn) {
        length = stop - from;
        next = goOn;
        if (length > longest) throw tooLong();
        return true;
    }

    private Problem tooLong() {
        return Problem.tooLarge("a line has more than " + longest + " bytes; a letter must fit into the body limit");
    }

    private int indexOfNewline(int start) {
        for (int i = start; i < end; i++) {
            if (buffer[i] == '\n') return i;
        }
        return -1;
    }

    private void fill() throws IOException {
        if (end == buffer.length) makeRoom();
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            over = true;
        } else {
            end += read;
        }
    }

    /** Only when the buffer is full, and into one of twice the size when most of it is one line: no byte is moved often. */
    private void makeRoom() {
        boolean isMost = end - from > buffer.length / 2;
        moveTo(isMost ? larger((int) Math.min(2L * buffer.length, (long) longest + FIRST_SIZE)) : buffer);
    }

    private byte[] larger(int size) {
        held.takeBuffer(size);
        return new byte[size];
    }

    private void moveTo(byte[] target) {
        int left = end - from;
        System.arraycopy(buffer, from, target, 0, left);
        buffer = target;
        from = 0;
        end = left;
    }

    /** Releases memory between two lines, since the next one may take long to arrive. */
    public void shrink() {
        if (buffer.length <= KEPT_SIZE || end - next > FIRST_SIZE) return;
        from = next;
        moveTo(new byte[FIRST_SIZE]);
        next = 0;
        held.releaseBuffer();
    }

    private boolean isBlank() {
        for (int i = from; i < from + length; i++) {
            byte b = buffer[i];
            if (b != ' ' && b != '\t' && b != '\r') return false;
        }
        return true;
    }
}
