package dev.redrive.store;

import dev.redrive.letter.Move;
import dev.redrive.letter.Resolution;
import org.jspecify.annotations.Nullable;

/** What a person, or something in a person's name, wants to happen to a letter. */
public record Order(
        Move move,
        Resolution.How how,
        @Nullable String by,
        @Nullable String notes) {

    public static Order reset(@Nullable String by) {
        return new Order(Move.RESET, Resolution.How.MANUAL_RETRY, by, null);
    }

    public static Order requeue(@Nullable String by) {
        return new Order(Move.REQUEUE, Resolution.How.MANUAL_RETRY, by, null);
    }

    public static Order archive(@Nullable String by, @Nullable String notes) {
        return new Order(Move.ARCHIVE, Resolution.How.MANUAL_RESOLUTION, by, notes);
    }

    public static Order discard(@Nullable String by, @Nullable String notes) {
        return new Order(Move.DISCARD, Resolution.How.DISCARD, by, notes);
    }

    public static Order restore(@Nullable String by) {
        return new Order(Move.RESTORE, Resolution.How.MANUAL_RESOLUTION, by, null);
    }

    public static Order confirm(@Nullable String by) {
        return new Order(Move.CONFIRM, Resolution.How.MANUAL_RETRY, by, null);
    }
}
