package dev.redrive.internal.text;

/**
 * A text for regular expressions that runs a check after every so many reads, which can end the search by throwing. Java's
 * engine can try for longer than the universe has existed; it reads the text one character at a time, and this is where it
 * can be stopped.
 */
public final class CountedText implements CharSequence {
    /** Often enough to look at a clock. */
    private static final int USUAL_READS = 4096;

    private final String text;
    private final long reads;
    private final Runnable check;
    private long left;

    public CountedText(String text, Runnable check) {
        this(text, USUAL_READS, check);
    }

    public CountedText(String text, long reads, Runnable check) {
        this.text = text;
        this.reads = reads;
        this.check = check;
        this.left = reads;
    }

    @Override
    public char charAt(int index) {
        if (--left < 0) {
            left = reads;
            check.run();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
