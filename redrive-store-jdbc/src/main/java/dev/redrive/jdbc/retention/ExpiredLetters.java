package dev.redrive.jdbc.retention;

import dev.redrive.jdbc.letters.AttributeTable;
import dev.redrive.jdbc.letters.LegalHoldTable;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.letters.SequenceLocks;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.retention.DueLetter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** Removes and closes letters whose retention is over, many with each statement, inside one transaction. */
public final class ExpiredLetters {
    /** So many in a transaction: others wait for it. */
    public static final int AT_ONCE = 500;

    private static final List<String> BY_LETTER = List.of(
            "DELETE FROM dlq_settled WHERE %s",
            "DELETE FROM dlq_attempt WHERE %s",
            "DELETE FROM dlq_last_failure WHERE %s",
            "DELETE FROM dlq_tag WHERE %s",
            "DELETE FROM dlq_edit WHERE %s");

    private static final String CLOSE = """
            UPDATE dlq_settled SET status = ?, updated_at = ?, resolution_time = ?, resolution_how = ?, resolved_by = ?,
                notes = ?, receipt = NULL
            WHERE %s""";

    private final Sql sql;
    private final Instant now;
    private final LetterTables tables;

    public ExpiredLetters(Sql sql, Instant now) {
        this.sql = sql;
        this.now = now;
        tables = new LetterTables(sql, now);
    }

    public List<LetterId> remove(List<DueLetter> due) throws SQLException {
        LegalHoldTable.keep(sql);
        List<SeenLetter> letters = stillAsSeen(
                due.stream().filter(letter -> !letter.status().isOpen()).toList());
        if (letters.isEmpty()) return List.of();
        List<UUID> these = letters.stream().map(SeenLetter::id).toList();
        Condition ids = Condition.in("id", these);
        for (String delete : BY_LETTER) sql.update(delete.formatted(ids.sql()), ids::bind);
        AttributeTable.deleteLetters(sql, these);
        List<UUID> keys =
                letters.stream().map(SeenLetter::key).filter(Objects::nonNull).toList();
        if (!keys.isEmpty()) {
            Condition ofThem = Condition.in("key", keys);
            sql.update("DELETE FROM dlq_capture_key WHERE " + ofThem.sql(), ofThem::bind);
        }
        for (SeenLetter letter : letters) tables.deltas().add(letter.kind(), letter.status(), -1);
        tables.writeDeltas();
        return ids(letters);
    }

    public List<LetterId> close(List<DueLetter> due, ManualMove move) throws SQLException {
        LegalHoldTable.keep(sql);
        List<DueLetter> failed = due.stream()
                .filter(letter -> letter.status() == LetterStatus.FAILED)
                .toList();
        if (sql.dialect() == SqlDialect.POSTGRESQL) lockSequences(failed);
        List<SeenLetter> letters = stillAsSeen(failed);
        if (letters.isEmpty()) return List.of();
        LetterStatus closed = LetterStatus.FAILED.after(move.move()).orElseThrow();
        Condition ids = Condition.in("id", letters.stream().map(SeenLetter::id).toList());
        sql.update(CLOSE.formatted(ids.sql()), in -> {
            in.int2(closed.ordinal());
            in.int8(now.toEpochMilli());
            in.int8(now.toEpochMilli());
            in.int2(move.how().ordinal());
            in.text(move.by());
            in.text(move.notes());
            ids.bind(in);
        });
        for (SeenLetter letter : letters) {
            tables.deltas().move(letter.kind(), letter.status(), closed);
            tables.sequences().leave(letter.sequence(), letter.id());
        }
        tables.writeDeltas();
        return ids(letters);
    }

    /** Those that nothing changed since they were seen and no legal hold keeps, in the order of their ids. */
    private List<SeenLetter> stillAsSeen(List<DueLetter> due) throws SQLException {
        if (due.isEmpty()) return List.of();
        Map<UUID, DueLetter> seen = new HashMap<>();
        for (DueLetter letter : due) seen.put(letter.id().value(), letter);
        List<SeenLetter> still = new ArrayList<>(due.size());
        for (SeenLetter letter : SeenLetter.lock(sql, due)) {
            DueLetter before = seen.get(letter.id());
            if (before != null && !letter.held() && letter.isStill(before)) still.add(letter);
        }
        return still;
    }

    /** Before the letters themselves, as all who close letters do. */
    private void lockSequences(List<DueLetter> letters) throws SQLException {
        if (letters.isEmpty()) return;
        Set<Sequence> sequences = new HashSet<>();
        for (SeenLetter letter : SeenLetter.find(sql, letters)) {
            Sequence sequence = letter.sequence();
            if (sequence != null) sequences.add(sequence);
        }
        SequenceLocks.take(sql, sequences);
    }

    private static List<LetterId> ids(List<SeenLetter> letters) {
        return letters.stream().map(letter -> new LetterId(letter.id())).toList();
    }
}
