package dev.redrive.server.live;

import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.LetterId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event of the engine as it is sent to watchers.
 *
 * @param channel what it is about, or null when it is about none or unknown
 */
record LiveEventData(String name, @Nullable String channel, Map<String, @Nullable Object> data) {
    /** A bulk move names so many letters; all of them are counted. */
    private static final int NAMED = 100;

    static @Nullable LiveEventData of(RedriveEvent event) {
        if (event instanceof RedriveEvent.Captured captured) return captured(captured);
        if (event instanceof RedriveEvent.Attempted attempted) return attempted(attempted);
        if (event instanceof RedriveEvent.Moved moved) return moved(moved);
        if (event instanceof RedriveEvent.Edited edited)
            return new LiveEventData(
                    "edited", null, data("id", id(edited.id()), "version", edited.version(), "by", edited.by()));
        if (event instanceof RedriveEvent.Deleted deleted)
            return new LiveEventData("deleted", null, data("id", id(deleted.id()), "by", deleted.by()));
        if (event instanceof RedriveEvent.CauseChanged cause)
            return new LiveEventData(
                    "cause",
                    null,
                    data("id", cause.id().toString(), "state", cause.state().name(), "by", cause.by()));
        if (event instanceof RedriveEvent.CircuitChanged circuit)
            return new LiveEventData(
                    "circuit",
                    null,
                    data("target", circuit.target(), "state", circuit.to().name()));
        if (event instanceof RedriveEvent.ChannelHeld held)
            return channel(held.hold().channel(), true, held.hold().by());
        if (event instanceof RedriveEvent.ChannelReleased released)
            return channel(released.channel(), false, released.by());
        return ofNumbers(event);
    }

    private static @Nullable LiveEventData ofNumbers(RedriveEvent event) {
        if (event instanceof RedriveEvent.Expired expired)
            return new LiveEventData("expired", null, data("count", expired.count()));
        if (event instanceof RedriveEvent.Spilled spilled)
            return new LiveEventData("spilled", null, data("count", spilled.count()));
        if (event instanceof RedriveEvent.Recovered recovered)
            return new LiveEventData("recovered", null, data("count", recovered.count()));
        return null;
    }

    /** Without the reason, which not every watcher may read. */
    private static LiveEventData channel(String channel, boolean isHeld, String by) {
        return new LiveEventData("channel", channel, data("channel", channel, "held", isHeld, "by", by));
    }

    private static LiveEventData captured(RedriveEvent.Captured event) {
        Map<String, @Nullable Object> data = data(
                "id", id(event.id()),
                "channel", event.channel(),
                "errorType", event.errorType(),
                "category", event.category().name(),
                "causeId", event.cause().toString(),
                "status", event.status().name(),
                "isNew", event.isNew());
        return new LiveEventData("captured", event.channel(), data);
    }

    private static LiveEventData attempted(RedriveEvent.Attempted event) {
        Map<String, @Nullable Object> data = data(
                "id", id(event.id()),
                "channel", event.channel(),
                "result", event.result().name().toLowerCase(Locale.ROOT),
                "status", event.status().name(),
                "retryCount", event.retryCount(),
                "processingDuration", event.took().toMillis(),
                "errorType", event.errorType());
        return new LiveEventData("attempted", event.channel(), data);
    }

    private static LiveEventData moved(RedriveEvent.Moved event) {
        List<String> ids =
                event.ids().stream().limit(NAMED).map(LiveEventData::id).toList();
        return new LiveEventData(
                "moved",
                event.channel(),
                data(
                        "channel", event.channel(),
                        "count", event.ids().size(),
                        "ids", ids,
                        "move", event.move().name().toLowerCase(Locale.ROOT),
                        "by", event.by()));
    }

    private static String id(LetterId id) {
        return id.toString();
    }

    /** Names and values in turn. */
    private static Map<String, @Nullable Object> data(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2)
            data.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        return data;
    }
}
