package dev.redrive.store.decisions;

import dev.redrive.letter.Move;
import dev.redrive.letter.Resolution;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change of a letter's status by a user, or on a user's behalf.
 *
 * @param receipt where the letter must have been sent, for a move that rests on it; null for any other move
 * @param undo what is kept with a letter that it closes, so that it can be restored
 */
public record ManualMove(
        Move move,
        Resolution.How how,
        @Nullable String by,
        @Nullable String notes,
        @Nullable String receipt,
        Undo undo) {
    /** What is kept of a letter that is closed. */
    public sealed interface Undo {}

    /** Nothing: it waits for a person when it is restored. */
    public record Forget() implements Undo {}

    /**
     * Where it stood.
     *
     * @param action the bulk action that closes it, by which all its letters can be restored together
     */
    public record Keep(@Nullable UUID action) implements Undo {}

    /** One after which nothing of the former status is kept. */
    public ManualMove(
            Move move, Resolution.How how, @Nullable String by, @Nullable String notes, @Nullable String receipt) {
        this(move, how, by, notes, receipt, new Forget());
    }

    public static ManualMove reset(@Nullable String by) {
        return new ManualMove(Move.RESET, Resolution.How.MANUAL_RETRY, by, null, null);
    }

    public static ManualMove requeue(@Nullable String by) {
        return new ManualMove(Move.REQUEUE, Resolution.How.MANUAL_RETRY, by, null, null);
    }

    public static ManualMove archive(@Nullable String by, @Nullable String notes) {
        return new ManualMove(Move.ARCHIVE, Resolution.How.MANUAL_RESOLUTION, by, notes, null, new Keep(null));
    }

    public static ManualMove discard(@Nullable String by, @Nullable String notes) {
        return new ManualMove(Move.DISCARD, Resolution.How.DISCARD, by, notes, null, new Keep(null));
    }

    public static ManualMove restore(@Nullable String by) {
        return new ManualMove(Move.RESTORE, Resolution.How.MANUAL_RESOLUTION, by, null, null);
    }

    /** What was sent there is processed; it may have come back and been sent again since that was seen. */
    public static ManualMove confirmSent(String receipt, String by) {
        return new ManualMove(Move.CONFIRM, Resolution.How.AUTOMATIC_RETRY, by, null, receipt);
    }

    public static ManualMove confirm(@Nullable String by) {
        return new ManualMove(Move.CONFIRM, Resolution.How.MANUAL_RETRY, by, null, null);
    }

    public ManualMove noted(@Nullable String text) {
        return new ManualMove(move, how, by, text, receipt, undo);
    }

    /** The same as part of a bulk action, for a move that closes letters. */
    public ManualMove partOf(UUID action) {
        return new ManualMove(move, how, by, notes, receipt, new Keep(action));
    }

    /** Whether the letter stands where the move expects it. */
    public boolean concerns(@Nullable String sentTo) {
        return receipt == null || receipt.equals(sentTo);
    }
}
