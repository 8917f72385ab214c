package dev.redrive.archive;

/** An archive has no object of that key. */
public final class NoSuchObject extends ArchiveException {
    private static final long serialVersionUID = 1;

    public NoSuchObject(String key) {
        super("there is no object " + key + " in the archive");
    }
}
