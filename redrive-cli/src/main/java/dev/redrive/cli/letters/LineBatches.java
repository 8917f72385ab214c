package dev.redrive.cli.letters;

import dev.redrive.cli.http.CommandFailed;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Cuts lines into batches of bounded size, always at the same places. */
public final class LineBatches {
    private static final int MOST_LINES = 1000;
    private static final int ENOUGH_BYTES = 1024 * 1024;
    private static final int LONGEST_LINE = 64 * 1024 * 1024;

    private final InputStream in;
    private long lines;

    public LineBatches(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /** Some lines, and the number of the first, counted from 1. */
    public static final class Batch {
        private final byte[] bytes;
        private final long firstLine;

        private Batch(byte[] bytes, long firstLine) {
            this.bytes = bytes;
            this.firstLine = firstLine;
        }

        public byte[] bytes() {
            return bytes.clone();
        }

        public long firstLine() {
            return firstLine;
        }
    }

    /** Empty at the end. */
    public Optional<Batch> next() throws IOException {
        ByteArrayOutputStream batch = new ByteArrayOutputStream();
        long first = lines + 1;
        int count = 0;
        while (count < MOST_LINES && batch.size() < ENOUGH_BYTES && line(batch)) count++;
        lines += count;
        return count == 0 ? Optional.empty() : Optional.of(new Batch(batch.toByteArray(), first));
    }

    /** Adds a line with its end; false when there is none left. */
    private boolean line(ByteArrayOutputStream batch) throws IOException {
        int start = batch.size();
        for (int next = in.read(); next >= 0; next = in.read()) {
            batch.write(next);
            if (next == '\n') return true;
            if (batch.size() - start > LONGEST_LINE)
                throw new CommandFailed(
                        "line " + (lines + 1) + " is longer than 64 MB", "a letter is a JSON object on one line");
        }
        return batch.size() > start;
    }
}
