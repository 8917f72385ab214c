package dev.redrive.server.letters;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a person can do to a letter on its page. */
public enum LetterAction {
    RETRY(Move.CLAIM, "Retry", "r", "Sends it now and waits for the outcome: resolved, or failed again."),
    EDIT(null, "Edit", "e", "Changes its payload and headers. The original stays as a version."),
    ARCHIVE(Move.ARCHIVE, "Archive", "a", "Closes it as resolved by hand. Restore brings it back."),
    CONFIRM(Move.CONFIRM, "Confirm", "", "Its consumer processed it: resolved."),
    RESET(Move.RESET, "Reset", "", "Sets the retry count to zero and queues it again: pending, due at once."),
    DISCARD(Move.DISCARD, "Discard", "", "Closes it as not worth processing. Restore brings it back."),
    RESTORE(Move.RESTORE, "Restore", "", "Takes it out of the archive."),
    DELETE(null, "Delete", "", "Removes it for good, with its versions. Nothing brings it back.");

    private final @Nullable Move move;
    private final String title;
    private final String key;
    private final String effect;

    LetterAction(@Nullable Move move, String title, String key, String effect) {
        this.move = move;
        this.title = title;
        this.key = key;
        this.effect = effect;
    }

    public String title() {
        return title;
    }

    /** The key that presses it; empty when it has none. */
    public String key() {
        return key;
    }

    public String effect() {
        return effect;
    }

    /** True for those at the top of the page. */
    public boolean isFirst() {
        return !key.isEmpty();
    }

    /** True when the letter goes out then, at once or by itself. */
    private boolean sends() {
        return this == RETRY || this == RESET;
    }

    /** Why it cannot be done to a letter in its status; empty when it can. */
    Optional<String> inTheWay(DeadLetter letter) {
        LetterStatus status = letter.status();
        if (status == LetterStatus.RETRYING) return Optional.of("A worker is trying it right now.");
        if (!isAllowed(status)) return Optional.of(because(status));
        if (sends() && !letter.message().isWhole())
            return Optional.of("Part of its message is missing, so it is not sent. Edit it, or archive it.");
        if (this == RETRY && letter.blockedBy().isPresent())
            return Optional.of("An earlier letter with the same key is still open.");
        return Optional.empty();
    }

    private boolean isAllowed(LetterStatus status) {
        if (this == DELETE) return true;
        return move == null ? status.isOpen() : status.after(move).isPresent();
    }

    private String because(LetterStatus status) {
        return switch (this) {
            case CONFIRM -> "Only for a letter that was sent to a broker.";
            case RESTORE -> "It is not archived.";
            case RETRY, EDIT, ARCHIVE, RESET, DISCARD, DELETE ->
                switch (status) {
                    case ARCHIVED -> "It is archived. Restore it first.";
                    case REPLAYED -> "It was sent to its broker and waits to be confirmed.";
                    case RESOLVED -> "It is resolved.";
                    case PENDING, RETRYING, FAILED, MANUAL -> "Its status does not allow it.";
                };
        };
    }
}
