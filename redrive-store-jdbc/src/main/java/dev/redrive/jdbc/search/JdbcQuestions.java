package dev.redrive.jdbc.search;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseNote;
import dev.redrive.jdbc.counters.CounterQueries;
import dev.redrive.jdbc.letters.CauseTables;
import dev.redrive.jdbc.letters.NextDue;
import dev.redrive.jdbc.letters.SequenceTables;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.ChannelQueue;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Questions;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Answers questions about letters, each in a transaction of its own, the same on both databases. */
public final class JdbcQuestions implements Questions {
    private static final Duration TEXT_SEARCH = Duration.ofSeconds(1);

    /** How a database reads its counters. */
    public interface Counters {
        CounterQueries of(Sql sql) throws SQLException;
    }

    private final Transactions database;
    private final Counters counters;

    public JdbcQuestions(Transactions database, Counters counters) {
        this.database = database;
        this.counters = counters;
    }

    @Override
    public Optional<DeadLetter> find(LetterId id) {
        return database.read(sql ->
                new WholeLetters(sql).letters(List.of(id.value())).stream().findFirst());
    }

    @Override
    public OptionalInt payloadSize(LetterId id) {
        Optional<Integer> size = database.read(sql -> sql.first(
                "SELECT payload_size FROM dlq_letter WHERE id = ?", in -> in.id(id.value()), Columns::number));
        return size.isPresent() ? OptionalInt.of(size.get()) : OptionalInt.empty();
    }

    @Override
    public List<Version> versions(LetterId id) {
        return database.read(sql -> new Versions(sql).of(id.value()));
    }

    @Override
    public long versionBytes(LetterId id) {
        return database.read(sql -> new Versions(sql).bytes(id.value()));
    }

    @Override
    public Map<LetterId, LetterState> states(Collection<LetterId> ids) {
        return database.read(sql -> LetterStates.of(sql, ids));
    }

    private LetterQueries queries(Sql sql) throws SQLException {
        return new LetterQueries(sql, counters.of(sql));
    }

    @Override
    public Page search(Query query) {
        return database.read(sql -> queries(sql).search(query, textDeadline()));
    }

    /** The next letters of a bulk move, oldest first. */
    public List<LetterId> next(Filter filter, int limit, @Nullable LetterId after) {
        return database.read(sql -> queries(sql).next(filter, limit, after));
    }

    @Override
    public Total count(Filter filter) {
        return database.read(sql -> queries(sql).count(filter, textDeadline()));
    }

    private static BooleanSupplier textDeadline() {
        long until = System.nanoTime() + TEXT_SEARCH.toNanos();
        return () -> System.nanoTime() - until > 0;
    }

    @Override
    public Tallies tallies() {
        return database.read(sql -> counters.of(sql).tallies());
    }

    @Override
    public ChannelQueue queue(String channel) {
        return database.read(
                sql -> new ChannelQueue(NextDue.nextOf(sql, channel), SequenceTables.waitingIn(sql, channel)));
    }

    @Override
    public List<Cause> causes(CauseQuery query) {
        return database.read(sql -> counters.of(sql).causes(query));
    }

    @Override
    public List<CauseNote> causeNotes(CauseId id, int limit) {
        return database.read(sql -> CauseTables.notes(sql, id, limit));
    }

    @Override
    public List<CauseChange> causeChanges(CauseId id) {
        return database.read(sql -> new CounterQueries(sql).causeChanges(id));
    }

    @Override
    public List<WholeLetter> whole(Collection<LetterId> ids, long maxBytes) {
        return database.read(sql -> new WholeLetters(sql).read(ids, maxBytes));
    }
}
