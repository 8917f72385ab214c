package dev.redrive.server.letters;

import dev.redrive.internal.export.CompletenessFields;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.server.web.Problem;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.holds.LegalHold;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The problem for a refused move: which state the letter is in, and which moves it allows. */
final class MoveRefusals {
    private static final Map<Move, String> MOVES = new LinkedHashMap<>();

    static {
        MOVES.put(Move.CLAIM, "retry");
        MOVES.put(Move.RESET, "reset");
        MOVES.put(Move.ARCHIVE, "archive");
        MOVES.put(Move.RESTORE, "restore");
        MOVES.put(Move.CONFIRM, "confirm");
    }

    private MoveRefusals() {}

    static Problem noSuchLetter(LetterId id) {
        return Problem.notFound("there is no letter " + id + "; it was never captured here, or it was deleted");
    }

    /** @param done what cannot be done, as in "archived" */
    static Problem notAllowed(LetterId id, LetterStatus found, @Nullable Instant leasedUntil, String done) {
        Problem problem = Problem.conflict("letter " + id + " is " + found
                + (leasedUntil == null ? "" : " until " + leasedUntil) + " and cannot be " + done + "; "
                + hint(found));
        problem.with("state", found.name());
        return leasedUntil == null ? problem : problem.with("lockedUntil", leasedUntil.toString());
    }

    static Problem notWhole(LetterId id, Completeness why, String done) {
        return Problem.conflict("letter " + id + " cannot be " + done + ": " + why.explanation())
                .with(CompletenessFields.COMPLETE, false)
                .with(CompletenessFields.BECAUSE, why.reason().orElseThrow());
    }

    /** For a retry by hand. */
    static Problem channelHeld(LetterId id, ChannelHold hold) {
        return Problem.conflict("letter " + id + " was not tried: its channel " + hold.channel() + " is "
                        + hold.sentence()
                        + "; release the channel with POST /dlq/channels/{name}/release, or retry this"
                        + " letter all the same with force=true")
                .with("channel", hold.channel());
    }

    /** For a deletion, which is all that a legal hold stops. */
    static Problem held(LetterId id, LegalHold hold) {
        return Problem.conflict("letter " + id + " cannot be deleted because of " + HoldJson.sentence(hold)
                        + "; lift the hold first, with DELETE /dlq/holds")
                .with("hold", HoldJson.members(hold));
    }

    private static String hint(LetterStatus found) {
        if (found == LetterStatus.RETRYING) return "a worker is trying it right now, wait until it is done";
        List<String> possible = MOVES.entrySet().stream()
                .filter(move -> found.after(move.getKey()).isPresent())
                .map(Map.Entry::getValue)
                .toList();
        return "possible now: " + String.join(", ", possible);
    }
}
