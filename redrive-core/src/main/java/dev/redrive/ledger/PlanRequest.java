package dev.redrive.ledger;

import dev.redrive.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A wish to have letters replayed.
 *
 * @param asked what was asked for, in the words of whoever asked; kept and shown as it is
 */
public record PlanRequest(
        Selection selection,
        Brakes brakes,
        ReplayTask task,
        Json asked,
        @Nullable String by) {
    public static PlanRequest of(Selection selection) {
        return new PlanRequest(selection, Brakes.defaults(), ReplayTask.plain(), Json.EMPTY_OBJECT, null);
    }

    public PlanRequest with(Brakes value) {
        return new PlanRequest(selection, value, task, asked, by);
    }

    public PlanRequest with(ReplayTask value) {
        return new PlanRequest(selection, brakes, value, asked, by);
    }
}
