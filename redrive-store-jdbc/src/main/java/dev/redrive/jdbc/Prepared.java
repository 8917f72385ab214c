package dev.redrive.jdbc;

import dev.redrive.store.NewLetter;

/** A new letter with all that can be worked out before it is somebody's turn to write. */
record Prepared(NewLetter letter, Packing.Packed payload, Trace trace) {
    static Prepared of(NewLetter letter) {
        return new Prepared(
                letter,
                Packing.pack(letter.message().payload()),
                Trace.of(letter.failure().stackTrace(), letter.id().createdAt()));
    }

    Kind kind() {
        return Kind.of(
                letter.channel(), letter.failure(), letter.fingerprint().id().value());
    }
}
