package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.LegalHoldTable;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.letter.LetterId;
import dev.redrive.store.captures.Sequence;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Changes one letter in a transaction without locking it first, and tries again when another transaction was faster. */
final class OptimisticChange {
    private final PostgresDatabase postgres;
    private final PostgresMaintenance maintenance;

    OptimisticChange(PostgresDatabase postgres, PostgresMaintenance maintenance) {
        this.postgres = postgres;
        this.maintenance = maintenance;
    }

    interface Change<T> {
        Optional<? extends T> change(LetterTables tables, FoundLetter found) throws SQLException;
    }

    /** Finds the letter and changes it; again when another transaction was faster. */
    <T> T change(LetterId id, T missing, Change<T> change) {
        return changed(sql -> tryChange(sql, id, null, missing, change));
    }

    /** As {@link #change}, but no legal hold is placed meanwhile. The letter may come into the other sequence. */
    <T> T changeUnlessHeld(LetterId id, @Nullable Sequence other, T missing, Change<T> change) {
        return changed(sql -> {
            LegalHoldTable.keep(sql);
            return tryChange(sql, id, other, missing, change);
        });
    }

    private <T> T changed(Transactions.Work<Optional<T>> tryIt) {
        Optional<T> done = Optional.empty();
        while (done.isEmpty()) done = postgres.transaction(tryIt);
        maintenance.changed();
        return done.get();
    }

    private <T> Optional<T> tryChange(Sql sql, LetterId id, @Nullable Sequence other, T missing, Change<T> change)
            throws SQLException {
        LetterTables tables = new LetterTables(sql, postgres.now(sql));
        Optional<FoundLetter> found = tables.states().find(id.value());
        List<Sequence> sequences = Stream.of(found.map(FoundLetter::sequence), Optional.ofNullable(other))
                .flatMap(Optional::stream)
                .toList();
        if (!sequences.isEmpty()) {
            SequenceLocks.take(sql, sequences);
            found = tables.states().find(id.value());
        }
        if (found.isEmpty()) return Optional.of(missing);
        Optional<? extends T> result = change.change(tables, found.get());
        tables.writeDeltas();
        return result.map(r -> r);
    }
}
