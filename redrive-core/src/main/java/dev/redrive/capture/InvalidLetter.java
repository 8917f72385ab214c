package dev.redrive.capture;

/** A message that cannot be captured as it is; nothing of its batch was stored. */
public final class InvalidLetter extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private final int index;

    public InvalidLetter(int index, String message) {
        super(message);
        this.index = index;
    }

    /** Its place in the batch. */
    public int index() {
        return index;
    }
}
