package dev.redrive.store.streams;

import dev.redrive.store.captures.NewLetter;
import java.util.List;

/** A batch of a stream reader, stored atomically: new letters, returned letters, and the ranges that were read. */
public record Intake(List<NewLetter> letters, List<ReturnedLetter> returned, List<ReadRange> read) {
    public Intake {
        letters = List.copyOf(letters);
        returned = List.copyOf(returned);
        read = List.copyOf(read);
    }
}
