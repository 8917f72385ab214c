package dev.redrive.store;

import dev.redrive.letter.Move;
import dev.redrive.letter.Resolution;
import org.jspecify.annotations.Nullable;

/**
 * What a person, or something in a person's name, wants to happen to a letter.
 *
 * @param receipt where the letter must have been sent, for an order that rests on it; null for any other order
 */
public record Order(
        Move move,
        Resolution.How how,
        @Nullable String by,
        @Nullable String notes,
        @Nullable String receipt) {

    public static Order reset(@Nullable String by) {
        return new Order(Move.RESET, Resolution.How.MANUAL_RETRY, by, null, null);
    }

    public static Order requeue(@Nullable String by) {
        return new Order(Move.REQUEUE, Resolution.How.MANUAL_RETRY, by, null, null);
    }

    public static Order archive(@Nullable String by, @Nullable String notes) {
        return new Order(Move.ARCHIVE, Resolution.How.MANUAL_RESOLUTION, by, notes, null);
    }

    public static Order discard(@Nullable String by, @Nullable String notes) {
        return new Order(Move.DISCARD, Resolution.How.DISCARD, by, notes, null);
    }

    public static Order restore(@Nullable String by) {
        return new Order(Move.RESTORE, Resolution.How.MANUAL_RESOLUTION, by, null, null);
    }

    /** What was sent there is processed; it may have come back and been sent again since somebody saw that. */
    public static Order confirmSent(String receipt, String by) {
        return new Order(Move.CONFIRM, Resolution.How.AUTOMATIC_RETRY, by, null, receipt);
    }

    public static Order confirm(@Nullable String by) {
        return new Order(Move.CONFIRM, Resolution.How.MANUAL_RETRY, by, null, null);
    }

    public Order noted(@Nullable String text) {
        return new Order(move, how, by, text, receipt);
    }

    /** Whether the letter stands where the order expects it. */
    public boolean concerns(@Nullable String sentTo) {
        return receipt == null || receipt.equals(sentTo);
    }
}
