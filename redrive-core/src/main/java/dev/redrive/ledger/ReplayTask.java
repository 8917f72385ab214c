package dev.redrive.ledger;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a replay does with each letter besides sending it.
 *
 * @param target the name of the target that gets the letters instead of their own, or null
 * @param transform how letters are changed before they go out, as the transformer of the replay reads it, or null
 * @param validate whether letters that do not fit their channel's schema stay
 * @param takeOver whether letters are taken from replays that are stopped or paused
 */
public record ReplayTask(@Nullable String target, @Nullable String transform, boolean validate, boolean takeOver) {
    /** Letters of other replays stay theirs. */
    public ReplayTask(@Nullable String target, @Nullable String transform, boolean validate) {
        this(target, transform, validate, false);
    }

    /** Letters go to their own targets as they are. */
    public static ReplayTask plain() {
        return new ReplayTask(null, null, false);
    }

    /** The same task, with other words for how letters are changed. */
    public ReplayTask withTransform(UnaryOperator<String> words) {
        return transform == null ? this : new ReplayTask(target, words.apply(transform), validate, takeOver);
    }

    /** True when letters have to be looked at before they are claimed. */
    public boolean needsPreparation() {
        return transform != null || validate;
    }
}
