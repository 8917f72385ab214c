package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.time;

import dev.redrive.cause.CauseNote;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.mongo.counters.Causes;
import dev.redrive.mongo.database.Mongo;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.search.MongoQuestions;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.Decisions;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.WholeLetter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** What is decided over letters: moves, edits, deletions. */
public final class MongoDecisions implements Decisions {
    private static final int TRIES = 100;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Mongo mongo;
    private final LetterChanges changes;
    private final LetterMoves moves;
    private final LetterEdits edits;
    private final LetterRewrites rewrites;
    private final Withdrawals withdrawals;
    private final MongoQuestions questions;
    private final Causes causes;
    private final Runnable dueSoon;

    MongoDecisions(
            Mongo mongo,
            LetterChanges changes,
            LetterMoves moves,
            LetterEdits edits,
            LetterRewrites rewrites,
            Withdrawals withdrawals,
            MongoQuestions questions,
            Causes causes,
            Runnable dueSoon) {
        this.mongo = mongo;
        this.changes = changes;
        this.moves = moves;
        this.edits = edits;
        this.rewrites = rewrites;
        this.withdrawals = withdrawals;
        this.questions = questions;
        this.causes = causes;
        this.dueSoon = dueSoon;
    }

    @Override
    public MoveResult move(LetterId id, ManualMove move) {
        MoveResult result = Mongo.run("moving a letter", () -> moves.move(id, move, mongo.now()));
        dueSoon.run();
        return result;
    }

    @Override
    public BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        BulkMoveResult result = Mongo.run(
                "moving letters", () -> moveAll(questions.next(filter, limit, after), move, limit, letter -> true));
        dueSoon.run();
        return result;
    }

    @Override
    public BulkMoveResult restoreAll(UUID action, Predicate<String> channels, int limit, @Nullable LetterId after) {
        BulkMoveResult result = Mongo.run(
                "restoring letters",
                () -> moveAll(
                        questions.closedBy(action, limit, after),
                        ManualMove.restore(null),
                        limit,
                        letter -> channels.test(text(letter, LetterFields.CHANNEL))));
        dueSoon.run();
        return result;
    }

    private BulkMoveResult moveAll(List<LetterId> ids, ManualMove move, int limit, Predicate<Document> condition) {
        Map<UUID, MoveResult> results =
                moves.move(ids.stream().map(LetterId::value).toList(), move, mongo.now(), condition);
        Map<String, List<LetterId>> moved = new LinkedHashMap<>();
        for (LetterId id : ids)
            if (results.get(id.value()) instanceof MoveResult.To to)
                moved.computeIfAbsent(to.channel(), channel -> new ArrayList<>())
                        .add(id);
        return BulkMoveResult.of(moved, ids, limit);
    }

    @Override
    public EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        return Mongo.run("editing a letter", () -> edits.edit(id, expectedVersion, edit));
    }

    @Override
    public DeleteResult delete(LetterId id) {
        return Mongo.run("deleting a letter", () -> deleted(id));
    }

    private DeleteResult deleted(LetterId id) {
        UUID who = UUID.randomUUID();
        for (int i = 0; i < TRIES; i++) {
            Document letter =
                    changes.read(List.of(id.value()), LetterChanges.STATE).get(id.value());
            if (letter == null) return new DeleteResult.NoSuchLetter();
            Optional<LegalHold> hold = withdrawals.holdOn(letter);
            if (hold.isPresent()) return new DeleteResult.Held(hold.get());
            if (LetterMapper.isHeld(letter)) return new DeleteResult.Leased(time(letter, LetterFields.LOCKED_UNTIL));
            if (!withdrawals
                    .delete(who, withdrawals.announce(who, List.of(letter)))
                    .isEmpty()) return new DeleteResult.Gone();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        throw new StoreUnavailable("letter " + id + " changes faster than it can be deleted; try again");
    }

    @Override
    public RewriteResult rewrite(WholeLetter letter) {
        return Mongo.run("rewriting a letter", () -> rewrites.rewrite(letter));
    }

    @Override
    public boolean assignCause(CauseId id, @Nullable String assignee) {
        return Mongo.run("assigning a cause", () -> causes.assign(id, assignee));
    }

    @Override
    public boolean linkCause(CauseId id, @Nullable String url) {
        return Mongo.run("linking a cause", () -> causes.link(id, url));
    }

    @Override
    public boolean ignoreCause(CauseId id, IgnoreEnd end, @Nullable String by) {
        return Mongo.run("ignoring a cause", () -> causes.ignore(id, end, by));
    }

    @Override
    public boolean noteCause(CauseId id, CauseNote note) {
        return Mongo.run("noting something about a cause", () -> causes.note(id, note));
    }

    @Override
    public boolean setCause(CauseId id, CauseState state, @Nullable String by) {
        return Mongo.run("setting the state of a cause", () -> causes.set(id, state, by));
    }
}
