package dev.redrive.ledger;

import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes a plan as JSON, and reads it. */
final class PlanJson {
    /** The values by their paths as the scanner writes them, for instance {@code $['causes'][0]['id']}. */
    private final Map<String, String> values = new HashMap<>();

    PlanJson(Json json) {
        byte[] text = json.text().getBytes(StandardCharsets.UTF_8);
        for (JsonPath.Place leaf : JsonPath.leaves(text).orElseThrow()) {
            byte[] value = leaf.in(text);
            if (!new String(value, StandardCharsets.UTF_8).equals("null"))
                values.put(leaf.path(), JsonPath.text(value));
        }
    }

    // Read

    ReplayPlan plan() {
        return new ReplayPlan(
                number("count"),
                number("blocked"),
                number("replayedBefore"),
                number("notFound"),
                number("notAllowed"),
                number("notWhole"),
                time("oldest"),
                time("newest"),
                list("causes", "id", this::cause),
                number("otherCauses"),
                list("lastCauses", "id", this::cause),
                list("channels", "name", this::channel),
                number("otherChannels"),
                number("withoutTarget"),
                list("targets", "name", this::target),
                number("heldByOthers"),
                list("holders", "replay", this::holder),
                list("sample", "id", this::sample));
    }

    private <T> List<T> list(String name, String always, Function<String, T> element) {
        List<T> all = new ArrayList<>();
        while (true) {
            String at = "$" + step(name) + "[" + all.size() + "]";
            if (!values.containsKey(at + step(always))) return all;
            all.add(element.apply(at));
        }
    }

    private ReplayPlan.CauseCount cause(String at) {
        return new ReplayPlan.CauseCount(CauseId.of(text(at, "id")), optional(at, "title"), number(at, "count"));
    }

    private ReplayPlan.ChannelCount channel(String at) {
        return new ReplayPlan.ChannelCount(text(at, "name"), number(at, "count"), optional(at, "target"));
    }

    private ReplayPlan.TargetCount target(String at) {
        return new ReplayPlan.TargetCount(text(at, "name"), number(at, "count"));
    }

    private ReplayPlan.HolderCount holder(String at) {
        return new ReplayPlan.HolderCount(
                ReplayId.of(text(at, "replay")), ReplayState.valueOf(text(at, "state")), number(at, "count"));
    }

    private ReplayPlan.Sample sample(String at) {
        return new ReplayPlan.Sample(
                LetterId.of(text(at, "id")),
                text(at, "channel"),
                LetterStatus.valueOf(text(at, "status")),
                text(at, "errorType"),
                text(at, "errorMessage"),
                Instant.parse(text(at, "createdAt")));
    }

    private @Nullable String optional(String at, String name) {
        return values.get(at + step(name));
    }

    private String text(String at, String name) {
        return Objects.requireNonNullElse(optional(at, name), "");
    }

    private long number(String name) {
        return number("$", name);
    }

    private long number(String at, String name) {
        return Long.parseLong(Objects.requireNonNullElse(optional(at, name), "0"));
    }

    private @Nullable Instant time(String name) {
        String text = optional("$", name);
        return text == null ? null : Instant.parse(text);
    }

    private static String step(String name) {
        return "['" + name + "']";
    }

    // Write

    static Json write(ReplayPlan plan) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("count", plan.count());
        values.put("blocked", plan.blocked());
        values.put("replayedBefore", plan.replayedBefore());
        values.put("notFound", plan.notFound());
        values.put("notAllowed", plan.notAllowed());
        values.put("notWhole", plan.notWhole());
        values.put("oldest", plan.oldest());
        values.put("newest", plan.newest());
        values.put("causes", plan.causes().stream().map(PlanJson::write).toList());
        values.put("otherCauses", plan.otherCauses());
        values.put("lastCauses", plan.lastCauses().stream().map(PlanJson::write).toList());
        values.put("channels", plan.channels().stream().map(PlanJson::write).toList());
        values.put("otherChannels", plan.otherChannels());
        values.put("withoutTarget", plan.withoutTarget());
        values.put("targets", plan.targets().stream().map(PlanJson::write).toList());
        values.put("heldByOthers", plan.heldByOthers());
        values.put("holders", plan.holders().stream().map(PlanJson::write).toList());
        values.put("sample", plan.sample().stream().map(PlanJson::write).toList());
        return Json.object(values);
    }

    private static Map<String, @Nullable Object> write(ReplayPlan.CauseCount cause) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("id", cause.id());
        values.put("title", cause.title());
        values.put("count", cause.count());
        return values;
    }

    private static Map<String, @Nullable Object> write(ReplayPlan.ChannelCount channel) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("name", channel.name());
        values.put("count", channel.count());
        values.put("target", channel.target());
        return values;
    }

    private static Map<String, @Nullable Object> write(ReplayPlan.TargetCount target) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("name", target.name());
        values.put("count", target.count());
        return values;
    }

    private static Map<String, @Nullable Object> write(ReplayPlan.HolderCount holder) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("replay", holder.replay());
        values.put("state", holder.state());
        values.put("count", holder.count());
        return values;
    }

    private static Map<String, @Nullable Object> write(ReplayPlan.Sample letter) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("id", letter.id());
        values.put("channel", letter.channel());
        values.put("status", letter.status());
        values.put("errorType", letter.errorType());
        values.put("errorMessage", letter.errorMessage());
        values.put("createdAt", letter.createdAt());
        return values;
    }
}
