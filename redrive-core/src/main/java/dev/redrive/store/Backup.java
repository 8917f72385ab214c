package dev.redrive.store;

/** The result of a backup. */
public sealed interface Backup {
    /** The file is a copy of everything as of one moment; it was read back and is whole. */
    record Done(long letters) implements Backup {}

    /** A store of this kind is backed up by its own means. */
    record Elsewhere(String how) implements Backup {}
}
