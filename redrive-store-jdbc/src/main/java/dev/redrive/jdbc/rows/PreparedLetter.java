package dev.redrive.jdbc.rows;

import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.store.captures.NewLetter;
import java.util.List;
import java.util.function.Consumer;

/** A new letter with all that can be computed before the transaction that writes it. */
public record PreparedLetter(
        NewLetter letter, ColumnCodec.Packed payload, StoredTrace trace, List<AttributeRow> attributes) {
    public static PreparedLetter of(NewLetter letter, KeptPaths paths) {
        return new PreparedLetter(
                letter,
                ColumnCodec.pack(letter.message().payload()),
                StoredTrace.of(letter.failure().stackTrace(), letter.id().createdAt()),
                paths.rows(letter.id().value(), letter.message()));
    }

    /** The attempts of its sender; their traces are handed on. */
    public List<AttemptRow> history(Consumer<StoredTrace> keep) {
        return letter.history().stream()
                .map(attempt -> AttemptRow.of(letter.id(), attempt, keep))
                .toList();
    }

    public CounterKey kind() {
        return CounterKey.of(
                letter.channel(), letter.failure(), letter.fingerprint().id().value());
    }
}
