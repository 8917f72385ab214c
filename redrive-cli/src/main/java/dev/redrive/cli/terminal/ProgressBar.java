package dev.redrive.cli.terminal;

import java.io.PrintStream;
import java.util.Locale;

/** A progress line, redrawn in place; not drawn when output is not a terminal. */
public final class ProgressBar implements AutoCloseable {
    private static final long PAUSE_NANOS = 100_000_000;
    private static final int USUAL = 24;
    private static final int NARROWEST = 8;
    private static final int NARROW = 100;
    private static final String WHOLE_LINE = "\r\u001b[2K";

    private final PrintStream err;
    private final boolean shown;
    private final int width;
    private long next = System.nanoTime();
    private boolean drawn;

    public ProgressBar(PrintStream err, Terminal terminal) {
        this.err = err;
        this.shown = terminal.err();
        this.width = Math.min(terminal.width(), 120);
    }

    public boolean isShown() {
        return shown;
    }

    /** Not more often than an eye follows. */
    public void show(long done, long total, String words) {
        if (!shown || System.nanoTime() < next) return;
        next = System.nanoTime() + PAUSE_NANOS;
        draw(done, total, words);
    }

    /** At once. */
    public void draw(long done, long total, String words) {
        if (!shown) return;
        err.print(WHOLE_LINE + TextWidth.cut(line(done, total, words), width - 1));
        err.flush();
        drawn = true;
    }

    private String line(long done, long total, String words) {
        if (total <= 0) return words;
        double share = Math.max(0, Math.min(1, (double) done / total));
        String percent = String.format(Locale.ROOT, "%3d%%", (int) Math.floor(share * 100));
        int room = width < NARROW ? NARROWEST : USUAL;
        int full = (int) Math.floor(share * room);
        return "[" + "#".repeat(full) + "-".repeat(room - full) + "] " + percent + "  " + words;
    }

    /** Takes it away, so that something else can be written. */
    public void clear() {
        if (!drawn) return;
        err.print(WHOLE_LINE);
        err.flush();
        drawn = false;
    }

    @Override
    public void close() {
        clear();
    }
}
