package dev.redrive.cli.terminal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holds back a screenful; what is longer goes to a pager, what is not goes straight out, without starting one. */
final class PagedOutput extends OutputStream {
    private static final int NEWLINE = '\n';

    private final OutputStream screen;
    private final int height;
    private final Pager pager;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private int lines;
    private @Nullable OutputStream decided;
    private Optional<Process> process = Optional.empty();

    PagedOutput(OutputStream screen, int height, Pager pager) {
        this.screen = screen;
        this.height = height;
        this.pager = pager;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (decided != null) {
            decided.write(bytes, offset, length);
            return;
        }
        held.write(bytes, offset, length);
        for (int i = offset; i < offset + length; i++) if (bytes[i] == NEWLINE) lines++;
        if (lines >= height) release();
    }

    private void release() throws IOException {
        screen.flush();
        process = pager.start();
        OutputStream to = process.map(Process::getOutputStream).orElse(screen);
        decided = to;
        held.writeTo(to);
        held.reset();
    }

    /** A screenful that is held back stays so: it may yet become more. */
    @Override
    public void flush() throws IOException {
        if (decided != null) decided.flush();
    }

    @Override
    public void close() throws IOException {
        if (decided == null) {
            held.writeTo(screen);
            screen.flush();
            return;
        }
        try {
            if (process.isPresent()) {
                decided.close();
            } else {
                decided.flush();
            }
        } finally {
            process.ifPresent(Pager::await);
        }
    }
}
