package dev.redrive.jdbc.letters;

import dev.redrive.cause.Fingerprint;
import dev.redrive.jdbc.rows.AttemptRow;
import dev.redrive.jdbc.rows.KeptPaths;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.PreparedLetter;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.rows.StoredTrace;
import dev.redrive.jdbc.sql.AdvisoryLock;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterId;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.questions.Version;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;

/** Imports letters of another store, inside one transaction, the same on both databases. */
public final class ImportTables {
    private static final int ASK_AT_ONCE = 100;

    private final Sql sql;
    private final Instant now;
    private final LetterTables tables;

    public ImportTables(Sql sql, Instant now) {
        this.sql = sql;
        this.now = now;
        this.tables = new LetterTables(sql, now);
    }

    /** One import at a time, because two may bring the same letters; SQLite has one writer anyway. */
    public static void lock(Sql sql, List<ImportedLetter> letters) throws SQLException {
        AdvisoryLock.IMPORT.take(sql);
        Set<Sequence> sequences = new HashSet<>();
        for (ImportedLetter letter : letters) {
            Sequence sequence = letter.sequence();
            if (sequence != null) sequences.add(sequence);
        }
        SequenceLocks.take(sql, sequences);
    }

    private record Fresh(ImportedLetter imported, PreparedLetter prepared) {
        LetterRow row() {
            List<Version> versions = imported.versions();
            LetterRow row = LetterRow.of(
                    prepared.letter(),
                    prepared.trace(),
                    versions.isEmpty() ? 0 : versions.get(versions.size() - 1).number());
            return row.failingWith(
                    imported.letter().lastFailure(),
                    imported.lastFingerprint().id().value());
        }
    }

    /** In the order of their ids, so that the oldest letter of a sequence goes first. */
    public List<CaptureResult> importAll(List<ImportedLetter> letters) throws SQLException {
        List<Integer> order = IntStream.range(0, letters.size())
                .boxed()
                .sorted(Comparator.comparing(i -> letters.get(i).letter().id()))
                .toList();
        Set<UUID> known = known(letters);
        KeptPaths paths = AttributeTable.kept(sql);
        CaptureResult[] answers = new CaptureResult[letters.size()];
        List<Fresh> fresh = new ArrayList<>();
        for (int i : order) {
            ImportedLetter one = letters.get(i);
            answers[i] = answer(one, known);
            if (answers[i].isNew()) fresh.add(new Fresh(one, PreparedLetter.of(one.asNew(now), paths)));
        }
        put(fresh);
        return List.of(answers);
    }

    private Set<UUID> known(List<ImportedLetter> letters) throws SQLException {
        List<UUID> ids = letters.stream().map(a -> a.letter().id().value()).toList();
        Set<UUID> known = new HashSet<>();
        for (int from = 0; from < ids.size(); from += ASK_AT_ONCE) {
            Condition some = Condition.in("id", ids.subList(from, Math.min(ids.size(), from + ASK_AT_ONCE)));
            known.addAll(sql.query("SELECT id FROM dlq_letter WHERE " + some.sql(), some::bind, Columns::id));
        }
        return known;
    }

    private CaptureResult answer(ImportedLetter imported, Set<UUID> known) throws SQLException {
        LetterId id = imported.letter().id();
        if (known.contains(id.value())) return new CaptureResult(id, false);
        Optional<LetterId> owner = CaptureTables.ownerOf(sql, imported.key(), id);
        if (owner.isPresent()) return new CaptureResult(owner.get(), false);
        known.add(id.value());
        return new CaptureResult(id, true);
    }

    private void put(List<Fresh> fresh) throws SQLException {
        sql.batch(
                CaptureTables.INSERT_LETTER,
                fresh,
                (one, out) ->
                        one.row().write(one.prepared().payload(), one.prepared().attributes(), out));
        AttributeTable.insert(
                sql,
                fresh.stream()
                        .flatMap(one -> one.prepared().attributes().stream())
                        .toList());
        putShared(fresh);
        List<StateRow> states = new ArrayList<>(fresh.size());
        for (Fresh one : fresh) {
            UUID id = one.imported().letter().id().value();
            boolean blocked = tables.sequences().enter(one.imported().sequence(), id);
            states.add(StateRow.of(one.imported(), one.prepared().letter(), blocked, now));
            UUID lastCause = one.imported().lastFingerprint().id().value();
            tables.deltas()
                    .add(
                            one.prepared().kind().failingWith(lastCause),
                            one.imported().status(),
                            1);
        }
        tables.states().insertAll(states);
        tables.writeDeltas();
    }

    /** What several letters share, in the fixed order in which captures write it. */
    private void putShared(List<Fresh> fresh) throws SQLException {
        SortedMap<UUID, StoredTrace> traces = new TreeMap<>();
        Map<UUID, CauseTables.Seen> causes = new TreeMap<>();
        Set<String> patterns = new TreeSet<>();
        List<AttemptRow> attempts = new ArrayList<>();
        for (Fresh one : fresh) {
            ImportedLetter imported = one.imported();
            StoredTrace.keep(one.prepared().trace(), traces);
            LetterId id = imported.letter().id();
            for (Attempt attempt : imported.letter().attempts())
                attempts.add(AttemptRow.of(id, attempt, trace -> StoredTrace.keep(trace, traces)));
            keepCauses(imported, causes);
            String pattern = imported.letter().message().event().pattern();
            if (pattern != null) patterns.add(pattern);
            for (String tag : imported.letter().tags()) CaptureTables.insertTag(sql, id.value(), tag);
            for (Version version : imported.versions()) VersionTable.insert(sql, id.value(), version);
        }
        tables.attempts().insertTraces(traces);
        tables.causes().insertAll(causes.values());
        for (String pattern : patterns) CaptureTables.insertPattern(sql, pattern);
        tables.attempts().insertAll(attempts);
        tables.attempts().insertLastFailures(fresh.stream().map(Fresh::row).toList());
    }

    private void keepCauses(ImportedLetter imported, Map<UUID, CauseTables.Seen> causes) {
        Instant captured = imported.letter().createdAt();
        Instant last = imported.letter().state().lastFailedAt();
        boolean same =
                imported.fingerprint().id().equals(imported.lastFingerprint().id());
        keepCause(imported.fingerprint(), captured, same ? last : captured, causes);
        if (!same) keepCause(imported.lastFingerprint(), last, last, causes);
    }

    private void keepCause(Fingerprint fingerprint, Instant first, Instant last, Map<UUID, CauseTables.Seen> causes) {
        UUID id = fingerprint.id().value();
        causes.putIfAbsent(id, new CauseTables.Seen(fingerprint, first));
        tables.deltas().seenElsewhere(id, last);
    }
}
