package dev.redrive.jdbc;

import dev.redrive.store.NewLetter;
import java.util.List;
import java.util.function.Consumer;

/** A new letter with all that can be worked out before it is somebody's turn to write. */
record Prepared(NewLetter letter, Packing.Packed payload, Trace trace) {
    static Prepared of(NewLetter letter) {
        return new Prepared(
                letter,
                Packing.pack(letter.message().payload()),
                Trace.of(letter.failure().stackTrace(), letter.id().createdAt()));
    }

    /** What its sender tried before; their traces are handed on. */
    List<AttemptRow> history(Consumer<Trace> keep) {
        return letter.history().stream()
                .map(attempt -> AttemptRow.of(letter.id(), attempt, keep))
                .toList();
    }

    Kind kind() {
        return Kind.of(
                letter.channel(), letter.failure(), letter.fingerprint().id().value());
    }
}
