package dev.redrive.store.memory;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.letter.Resolution;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.Former;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What is decided over letters: moves, edits, deletions. */
final class MemoryDecisions {
    private final LetterIndex index;
    private final MemoryCaptures captures;
    private final InMemoryLegalHolds holds;
    private final MemoryAttributes attributes;

    MemoryDecisions(LetterIndex index, MemoryCaptures captures, InMemoryLegalHolds holds, MemoryAttributes attributes) {
        this.attributes = attributes;
        this.index = index;
        this.captures = captures;
        this.holds = holds;
    }

    MoveResult move(LetterId id, ManualMove move) {
        StoredLetter letter = index.find(id);
        if (letter == null) return new MoveResult.NoSuchLetter();
        LetterStatus from = letter.status;
        Optional<LetterStatus> to = from.after(move.move());
        if (to.isEmpty() || !move.concerns(letter.receipt))
            return new MoveResult.NotAllowed(
                    from, letter.lease == null ? null : letter.held().until());
        if (move.move() == Move.RESTORE) return restore(letter);
        if (to.get() == LetterStatus.PENDING && !letter.message.isWhole())
            return new MoveResult.NotWhole(letter.message.completeness());
        index.leave(letter);
        if (move.undo() instanceof ManualMove.Keep keep) {
            Instant due = from == LetterStatus.PENDING ? letter.dueAt : null;
            letter.former = new Former(from, due, letter.receipt, letter.resolution);
            letter.closedBy = keep.action();
        }
        letter.status = to.get();
        letter.updatedAt = index.now();
        letter.receipt = null;
        letter.resolution = to.get().isOpen() ? null : new Resolution(index.now(), move.how(), move.by(), move.notes());
        if (to.get() == LetterStatus.PENDING) letter.dueAt = index.now();
        if (move.move() == Move.RESET) letter.retryCount = 0;
        if (move.move() == Move.REQUEUE) letter.maxRetries = Math.max(letter.maxRetries, letter.retryCount + 1);
        if (!to.get().isOpen() && from.isOpen()) index.leaveSequence(letter);
        if (to.get().isOpen() && !from.isOpen()) index.enterSequence(letter);
        index.enter(letter);
        return new MoveResult.To(letter.channel(), from, to.get());
    }

    private MoveResult restore(StoredLetter letter) {
        Former former = letter.former == null ? Former.unknown() : letter.former;
        LetterStatus to = former.restored(letter.message.completeness());
        index.leave(letter);
        letter.status = to;
        letter.updatedAt = index.now();
        letter.dueAt = former.dueAt();
        letter.receipt = former.receipt();
        letter.resolution = former.resolution();
        letter.former = null;
        letter.closedBy = null;
        if (to.isOpen()) index.enterSequence(letter);
        index.enter(letter);
        return new MoveResult.To(letter.channel(), LetterStatus.ARCHIVED, to);
    }

    BulkMoveResult moveAll(Filter filter, ManualMove move, int limit, @Nullable LetterId after) {
        List<StoredLetter> matching = index.allAfter(after).stream()
                .filter(k -> k.matches(filter, attributes.paths()))
                .limit(limit)
                .toList();
        return moveAll(matching, move, channel -> true, limit);
    }

    BulkMoveResult restoreAll(UUID action, Predicate<String> channels, int limit, @Nullable LetterId after) {
        List<StoredLetter> closed = index.allAfter(after).stream()
                .filter(k -> action.equals(k.closedBy))
                .limit(limit)
                .toList();
        return moveAll(closed, ManualMove.restore(null), channels, limit);
    }

    private BulkMoveResult moveAll(List<StoredLetter> letters, ManualMove move, Predicate<String> channels, int limit) {
        Map<String, List<LetterId>> moved = new LinkedHashMap<>();
        for (StoredLetter letter : letters)
            if (channels.test(letter.channel()) && move(letter.id(), move) instanceof MoveResult.To to)
                moved.computeIfAbsent(to.channel(), c -> new ArrayList<>()).add(letter.id());
        return BulkMoveResult.of(moved, letters.stream().map(StoredLetter::id).toList(), limit);
    }

    EditResult edit(LetterId id, int expectedVersion, Edit edit) {
        StoredLetter letter = index.find(id);
        if (letter == null) return new EditResult.NoSuchLetter();
        if (letter.status == LetterStatus.RETRYING || !letter.status.isOpen())
            return new EditResult.NotAllowed(letter.status);
        if (letter.version != expectedVersion) return new EditResult.Outdated(letter.version);
        if (letter.version == 0) letter.versions.add(version(letter, id.createdAt(), null, null));
        index.leave(letter);
        letter.message = edit.in(letter.message);
        waitForPersonUnlessWhole(letter);
        if (edit.priority() != null) letter.priority = edit.priority();
        if (edit.tags() != null) letter.tags = List.copyOf(edit.tags());
        letter.version++;
        letter.updatedAt = index.now();
        index.enter(letter);
        letter.versions.add(version(letter, index.now(), edit.by(), edit.notes()));
        return new EditResult.As(letter.version);
    }

    private static void waitForPersonUnlessWhole(StoredLetter letter) {
        if (letter.status == LetterStatus.PENDING && !letter.message.isWhole()) letter.status = LetterStatus.MANUAL;
    }

    private static Version version(StoredLetter letter, Instant time, @Nullable String by, @Nullable String notes) {
        return new Version(
                letter.version,
                time,
                by,
                notes,
                letter.message.payload(),
                letter.message.headers(),
                letter.message.completeness(),
                letter.priority,
                letter.tags);
    }

    DeleteResult delete(LetterId id) {
        StoredLetter letter = index.find(id);
        if (letter == null) return new DeleteResult.NoSuchLetter();
        Optional<LegalHold> hold = holds.on(letter);
        if (hold.isPresent()) return new DeleteResult.Held(hold.get());
        if (letter.lease != null) return new DeleteResult.Leased(letter.held().until());
        remove(letter);
        return new DeleteResult.Gone();
    }

    void remove(StoredLetter letter) {
        index.remove(letter);
        captures.forget(letter);
    }

    RewriteResult rewrite(WholeLetter whole) {
        DeadLetter now = whole.letter();
        StoredLetter letter = index.find(now.id());
        if (letter == null) return new RewriteResult.NoSuchLetter();
        Optional<LegalHold> hold = holds.on(letter);
        if (hold.isPresent()) return new RewriteResult.Held(hold.get());
        if (letter.lease != null) return new RewriteResult.Leased(letter.held().until());
        if (letter.version != now.state().version() || letter.token != now.attempt())
            return new RewriteResult.Outdated(letter.version);
        index.leave(letter);
        replace(letter, now, whole.versions());
        index.enter(letter);
        return new RewriteResult.Done();
    }

    private void replace(StoredLetter letter, DeadLetter now, List<Version> versions) {
        Sequence sequence = Sequence.of(letter.channel(), now.message(), letter.first.ordered());
        boolean otherSequence = letter.status.isOpen() && !Objects.equals(sequence, letter.sequence());
        if (otherSequence) index.leaveSequence(letter);
        letter.message = now.message();
        if (otherSequence) index.enterSequence(letter);
        letter.failure = now.failure();
        letter.lastFailure = now.lastFailure();
        letter.attempts.clear();
        letter.attempts.addAll(now.attempts());
        letter.versions.clear();
        letter.versions.addAll(versions);
        letter.tags = now.tags();
        letter.former = null;
        letter.closedBy = null;
        letter.resolution = noted(letter.resolution, now.state().resolution());
        letter.updatedAt = index.now();
        waitForPersonUnlessWhole(letter);
    }

    /** How and by whom it was closed stays; what was noted may have changed. */
    private static @Nullable Resolution noted(@Nullable Resolution before, @Nullable Resolution now) {
        return before == null || now == null ? before : before.noted(now.notes());
    }
}
