package dev.redrive.store.questions;

import dev.redrive.letter.DeadLetter;
import java.util.List;

/** A letter with its versions: all that a store knows of it. */
public record WholeLetter(DeadLetter letter, List<Version> versions) {
    public WholeLetter {
        versions = List.copyOf(versions);
    }

    /** The same versions of another letter. */
    public WholeLetter with(DeadLetter value) {
        return new WholeLetter(value, versions);
    }
}
