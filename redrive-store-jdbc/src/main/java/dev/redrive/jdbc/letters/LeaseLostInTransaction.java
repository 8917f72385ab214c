package dev.redrive.jdbc.letters;

/** Thrown to roll back a transactional retry whose lease ran out while the handler ran. */
public final class LeaseLostInTransaction extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LeaseLostInTransaction() {
        super("the lease was lost while the handler ran; its writes were rolled back");
    }
}
