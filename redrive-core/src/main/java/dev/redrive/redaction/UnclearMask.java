package dev.redrive.redaction;

/** An edit has a mask of which it is not certain which hidden value it stands for, so it is not made. */
public final class UnclearMask extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnclearMask(String where) {
        super(Redaction.MASK + " stands " + where
                + ", and it is not certain which hidden value belongs there, if any; give"
                + " the value itself, or leave " + Redaction.MASK
                + " where it was, with the elements of its array in their order, and change one element at a time");
    }
}
