package dev.redrive.transform.json;

/**
 * A text for regular expressions that ends their search when its time is over. Java's engine can try for longer than the
 * universe has existed; it reads the text one character at a time, and this is where it can be stopped.
 */
public final class TimedText implements CharSequence {
    private static final int LOOK_AT_THE_CLOCK = 0xFFF;

    private final String text;
    private final Runnable clock;
    private int reads;

    /** The clock throws when the time is over. */
    public TimedText(String text, Runnable clock) {
        this.text = text;
        this.clock = clock;
    }

    @Override
    public char charAt(int index) {
        if ((++reads & LOOK_AT_THE_CLOCK) == 0) clock.run();
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
