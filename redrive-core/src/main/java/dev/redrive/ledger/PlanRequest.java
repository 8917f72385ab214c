package dev.redrive.ledger;

import dev.redrive.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * A request to plan a replay.
 *
 * @param asked the request as it was received; stored and shown without values that are redacted
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
