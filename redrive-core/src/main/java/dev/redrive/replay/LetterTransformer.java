package dev.redrive.replay;

import dev.redrive.ledger.ReplayTask;
import dev.redrive.letter.DeadLetter;
import dev.redrive.store.decisions.Edit;

/** Changes and checks letters before a replay sends them. */
@FunctionalInterface
public interface LetterTransformer {
    /**
     * Prepares the transformer of one replay.
     *
     * @throws IllegalArgumentException when the task cannot be carried out, with a message for the user
     */
    Transformer prepare(ReplayTask task);

    /** Changes and checks each letter of one replay. Safe to use from many threads. */
    @FunctionalInterface
    interface Transformer {
        Prepared prepare(DeadLetter letter);
    }

    /** A letter on its way out. */
    sealed interface Prepared {
        /** It goes out as it is. */
        record AsItIs() implements Prepared {}

        /** It goes out changed; the change becomes a version of the letter. */
        record Changed(Edit edit) implements Prepared {}

        /** It stays, and this is why. */
        record Unfit(String why) implements Prepared {}
    }

    /** One that changes and checks nothing, and says so when asked to. */
    static LetterTransformer none() {
        return task -> {
            if (task.needsPreparation())
                throw new IllegalArgumentException("letters can be neither changed nor checked here");
            return letter -> new Prepared.AsItIs();
        };
    }
}
