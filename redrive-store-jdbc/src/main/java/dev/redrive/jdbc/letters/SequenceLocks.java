package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.sql.AdvisoryLock;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.store.captures.Sequence;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Locks on sequences, held until the end of a transaction: a letter that enters a sequence while its holder is being closed
 * would otherwise wait for ever. A transaction takes them before anything else and in a fixed order.
 */
public final class SequenceLocks {
    private SequenceLocks() {}

    public static void take(Sql sql, Collection<Sequence> sequences) throws SQLException {
        if (sequences.isEmpty()) return;
        long[] locks = sequences.stream()
                .mapToLong(SequenceLocks::lock)
                .sorted()
                .distinct()
                .toArray();
        for (long lock : locks) AdvisoryLock.take(sql, lock);
    }

    /** The sequences of those of the letters that are ordered. */
    public static Set<Sequence> sequencesOf(LetterTables tables, List<LetterId> ids) throws SQLException {
        Set<Sequence> sequences = new HashSet<>();
        for (LetterId id : ids) {
            Sequence sequence =
                    tables.states().find(id.value()).map(FoundLetter::sequence).orElse(null);
            if (sequence != null) sequences.add(sequence);
        }
        return sequences;
    }

    private static long lock(Sequence sequence) {
        return ((long) sequence.channel().hashCode() << 32) ^ (sequence.key().hashCode() * 0x9E3779B97F4A7C15L);
    }
}
