package dev.redrive.archive;

/** An archive cannot be reached now; a later call can succeed. */
public final class ArchiveUnavailable extends ArchiveException {
    private static final long serialVersionUID = 1;

    public ArchiveUnavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
