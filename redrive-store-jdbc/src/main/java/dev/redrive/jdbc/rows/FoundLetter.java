package dev.redrive.jdbc.rows;

import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.store.captures.Sequence;
import org.jspecify.annotations.Nullable;

/** A letter and its state, read with one statement. */
public record FoundLetter(LetterRow letter, StateRow state) {
    public CounterKey kind() {
        return letter.kind();
    }

    @Nullable
    public Sequence sequence() {
        return Sequence.of(letter.channel(), letter.message(), letter.ordered());
    }
}
