package dev.redrive.mongo.letters;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.timeOrNull;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.letter.Resolution;
import dev.redrive.mongo.documents.Change;
import dev.redrive.mongo.documents.FormerDocument;
import dev.redrive.mongo.documents.LetterDocument;
import dev.redrive.mongo.documents.LetterFields;
import dev.redrive.mongo.documents.LetterMapper;
import dev.redrive.mongo.documents.StatusWords;
import dev.redrive.mongo.letters.LetterChanges.Decided;
import dev.redrive.store.decisions.Former;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Moves letters by hand. */
final class LetterMoves {
    private final LetterChanges changes;

    LetterMoves(LetterChanges changes) {
        this.changes = changes;
    }

    /** Only letters that meet the condition, besides; others count as gone. */
    Map<UUID, MoveResult> move(Collection<UUID> ids, ManualMove move, Instant now, Predicate<Document> condition) {
        return changes.change(
                ids,
                LetterChanges.STATE,
                (id, letter) -> moved(letter == null || !condition.test(letter) ? null : letter, move, now));
    }

    MoveResult move(LetterId id, ManualMove move, Instant now) {
        return changes.change(id.value(), LetterChanges.STATE, (same, letter) -> moved(letter, move, now));
    }

    private static Decided<MoveResult> moved(@Nullable Document letter, ManualMove move, Instant now) {
        if (letter == null) return Decided.nothing(new MoveResult.NoSuchLetter());
        LetterStatus from = LetterMapper.status(letter);
        LetterStatus to = from.after(move.move()).orElse(null);
        if (to == null || !move.concerns(letter.getString(LetterFields.RECEIPT)))
            return Decided.nothing(new MoveResult.NotAllowed(
                    from, from == LetterStatus.RETRYING ? timeOrNull(letter, LetterFields.LOCKED_UNTIL) : null));
        if (move.move() == Move.RESTORE) return restored(letter, now);
        if (to == LetterStatus.PENDING && !LetterMapper.completeness(letter).isWhole())
            return Decided.nothing(new MoveResult.NotWhole(LetterMapper.completeness(letter)));
        Change change = new Change()
                .set(LetterFields.STATUS, StatusWords.of(to))
                .set(LetterFields.UPDATED_AT, date(now))
                .set(LetterFields.NEXT_RETRY_AT, to == LetterStatus.PENDING ? date(now) : null)
                .set(LetterFields.RECEIPT, null)
                .set(
                        LetterFields.RESOLUTION,
                        to.isOpen()
                                ? null
                                : LetterDocument.of(new Resolution(now, move.how(), move.by(), move.notes())));
        if (move.undo() instanceof ManualMove.Keep keep)
            change.set(LetterFields.FORMER, FormerDocument.of(letter, from)).set(LetterFields.CLOSED_BY, keep.action());
        if (move.move() == Move.RESET) change.set(LetterFields.RETRY_COUNT, 0);
        if (move.move() == Move.REQUEUE)
            change.set(
                    LetterFields.MAX_RETRIES,
                    Math.max(number(letter, LetterFields.MAX_RETRIES), number(letter, LetterFields.RETRY_COUNT) + 1));
        UUID sequence = null;
        if (!to.isOpen() && from.isOpen()) sequence = LetterChanges.leaveSequence(change, letter);
        if (to.isOpen() && !from.isOpen()) sequence = LetterChanges.enterSequence(change, letter);
        return Decided.to(new MoveResult.To(text(letter, LetterFields.CHANNEL), from, to), change, sequence);
    }

    private static Decided<MoveResult> restored(Document letter, Instant now) {
        Former former = FormerDocument.read(letter);
        LetterStatus to = former.restored(LetterMapper.completeness(letter));
        Resolution closed = former.resolution();
        Change change = new Change()
                .set(LetterFields.STATUS, StatusWords.of(to))
                .set(LetterFields.UPDATED_AT, date(now))
                .set(LetterFields.NEXT_RETRY_AT, to == LetterStatus.PENDING ? date(former.dueAt()) : null)
                .set(LetterFields.RECEIPT, former.receipt())
                .set(LetterFields.RESOLUTION, closed == null ? null : LetterDocument.of(closed))
                .unset(LetterFields.FORMER, LetterFields.CLOSED_BY);
        UUID sequence = to.isOpen() ? LetterChanges.enterSequence(change, letter) : null;
        return Decided.to(
                new MoveResult.To(text(letter, LetterFields.CHANNEL), LetterStatus.ARCHIVED, to), change, sequence);
    }
}
