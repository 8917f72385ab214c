package dev.redrive.server.letters;

import dev.redrive.server.web.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The lines of a stream, one after the other, in one buffer that is no larger than the longest of them. */
public final class Lines {
    private static final int FIRST_SIZE = 64 * 1024;

    private final InputStream in;
    private final int longest;
    private byte[] buffer = new byte[FIRST_SIZE];
    private int from;
    private int length;
    private int next;
    private int end;
    private boolean over;
    private long number;

    public Lines(InputStream in, long longest) {
        this.in = in;
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
    String digest() {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(buffer, from, length);
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
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
            looked = end - from;
            fill();
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

    /** Moves what is left to the front, makes room when there is none, and reads on. */
    private void fill() throws IOException {
        int left = end - from;
        byte[] roomy =
                left == buffer.length ? new byte[(int) Math.min(2L * left, (long) longest + FIRST_SIZE)] : buffer;
        System.arraycopy(buffer, from, roomy, 0, left);
        buffer = roomy;
        from = 0;
        end = left;
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            over = true;
        } else {
            end += read;
        }
    }

    private boolean isBlank() {
        for (int i = from; i < from + length; i++) {
            byte b = buffer[i];
            if (b != ' ' && b != '\t' && b != '\r') return false;
        }
        return true;
    }
}
