package dev.redrive.ledger;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One letter in a replay's ledger: how it stood when the replay was planned, and what became of it.
 *
 * @param position its place in the order of sending, from 1
 * @param status the letter's status in the plan; one that differs later was changed since
 * @param attempt the token of its last attempt in the plan
 * @param version its version in the plan
 * @param why the reason, where there is one to give
 * @param at when the line last changed; null while it is planned
 */
public record LedgerLine(
        long position,
        LetterId letter,
        String channel,
        LetterStatus status,
        int attempt,
        int version,
        LineState state,
        @Nullable String why,
        @Nullable Instant at) {
    /** A letter as it stands now, as a line of a plan. */
    public static LedgerLine planned(
            long position, LetterId letter, String channel, LetterStatus status, int attempt, int version) {
        return new LedgerLine(position, letter, channel, status, attempt, version, LineState.PLANNED, null, null);
    }

    public LedgerLine marked(LineState to, @Nullable String reason, Instant time) {
        return new LedgerLine(position, letter, channel, status, attempt, version, to, reason, time);
    }

    /** The same line, with another reason. */
    public LedgerLine because(@Nullable String reason) {
        return new LedgerLine(position, letter, channel, status, attempt, version, state, reason, at);
    }

    /** What became of the line at a position. */
    public record Mark(
            long position, LineState state, @Nullable String why) {}
}
