package dev.redrive.cli.terminal;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** A progress line, redrawn in place; not drawn when standard error is not a terminal. */
public final class ProgressBar implements AutoCloseable {
    private static final long PAUSE_NANOS = 100_000_000;
    /** Seconds after which the speed so far says something. */
    private static final int SURE = 2;

    private static final int USUAL = 24;
    private static final int NARROWEST = 8;
    private static final int NARROW = 100;
    private static final String WHOLE_LINE = "\r\u001b[2K";

    private final PrintStream err;
    private final boolean shown;
    private final int width;
    private final long began = System.nanoTime();
    private long next = began;
    private boolean drawn;

    public ProgressBar(PrintStream err, Terminal terminal) {
        this.err = err;
        this.shown = terminal.err();
        this.width = Math.min(terminal.screen(), 160);
    }

    public boolean isShown() {
        return shown;
    }

    /** Not more often than an eye follows, with the time that is left at the speed so far. */
    public void show(long done, long total, String words) {
        if (!shown || System.nanoTime() < next) return;
        next = System.nanoTime() + PAUSE_NANOS;
        double seconds = (next - began) / 1e9;
        draw(done, total, words + (seconds < SURE ? "" : left(total - done, done / seconds)));
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
        int room = width < NARROW ? NARROWEST : USUAL;
        int full = (int) Math.floor(share * room);
        return "[" + "#".repeat(full) + "-".repeat(room - full) + "] " + percent(done, total) + "  " + words;
    }

    /** How much of all is done, rounded down: 100 % is the end, and 0 % is only nothing. */
    public static String percent(long done, long total) {
        double share = total <= 0 ? 0 : Math.max(0, Math.min(1, (double) done / total));
        return String.format(Locale.ROOT, "%d %%", share > 0 ? Math.max(1, (int) Math.floor(share * 100)) : 0);
    }

    /** Such as {@code , 2m left}; nothing while that cannot be known. */
    public static String left(long remaining, double perSecond) {
        if (remaining <= 0 || perSecond <= 0) return "";
        return ", " + TimeText.words(Duration.ofSeconds((long) Math.ceil(remaining / perSecond))) + " left";
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
