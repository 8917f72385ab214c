package dev.redrive.jdbc.letters;

/** Rolls back a transactional retry whose lease was taken by somebody else meanwhile. */
public final class LeaseLostInTransaction extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LeaseLostInTransaction() {
        super("the lease was lost while the handler ran; its writes were rolled back");
    }
}
