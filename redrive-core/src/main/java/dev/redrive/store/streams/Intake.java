package dev.redrive.store.streams;

import dev.redrive.store.captures.NewLetter;
import java.util.List;

/** What a reader of streams found, and how far it has read. It is stored atomically. */
public record Intake(List<NewLetter> letters, List<ReturnedLetter> returned, List<ReadRange> read) {
    public Intake {
        letters = List.copyOf(letters);
        returned = List.copyOf(returned);
        read = List.copyOf(read);
    }
}
