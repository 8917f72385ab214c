package dev.redrive.internal.archive;

/** An object of the archive is not as Redrive wrote it: foreign, cut or changed. The message names it. */
final class DamagedObject extends Exception {
    private static final long serialVersionUID = 1;

    DamagedObject(String key, String why) {
        super(key + ": " + why);
    }
}
