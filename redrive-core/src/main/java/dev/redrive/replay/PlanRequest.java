package dev.redrive.replay;

import dev.redrive.text.Json;
import org.jspecify.annotations.Nullable;

/**
 * A wish to have letters replayed.
 *
 * @param asked what was asked for, in the words of whoever asked; kept and shown as it is
 */
public record PlanRequest(
        Selection selection,
        Brakes brakes,
        Errand errand,
        Json asked,
        @Nullable String by) {
    public static PlanRequest of(Selection selection) {
        return new PlanRequest(selection, Brakes.defaults(), Errand.plain(), Json.EMPTY_OBJECT, null);
    }

    public PlanRequest with(Brakes value) {
        return new PlanRequest(selection, value, errand, asked, by);
    }

    public PlanRequest with(Errand value) {
        return new PlanRequest(selection, brakes, value, asked, by);
    }
}
