package dev.redrive.store.captures;

import java.util.List;

/** The part of a store that takes letters in. */
public interface Captures {
    /** Stores all of these letters or none. When it returns they survive the end of any process. */
    List<CaptureResult> capture(List<NewLetter> letters);

    /**
     * Stores letters of another store as they are there, all of them or none. A letter whose id or key is here already stays
     * as it is and is not new.
     */
    List<CaptureResult> importAll(List<ImportedLetter> letters);
}
