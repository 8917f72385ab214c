package dev.redrive.mongo.book;

import dev.redrive.internal.text.CleanText;
import dev.redrive.json.Json;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.mongo.database.Fields;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.OffPeak;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** How a replay is written and read, all but its owner and the end of its ledger. */
final class ReplayDocument {
    private ReplayDocument() {}

    // Write

    static Document write(Replay replay) {
        return new Document("_id", replay.id().value())
                .append("state", replay.state().name())
                .append("reason", CleanText.textOrNull(replay.reason()))
                .append("by", CleanText.textOrNull(replay.by()))
                .append("createdAt", Fields.date(replay.createdAt()))
                .append("startedAt", Fields.date(replay.startedAt()))
                .append("endedAt", Fields.date(replay.endedAt()))
                .append("asked", CleanText.text(replay.asked().text()))
                .append("plan", write(replay.plan()))
                .append("brakes", write(replay.brakes()))
                .append("task", write(replay.task()))
                .append("progress", write(replay.progress()))
                .append("wakeAt", Fields.date(replay.wakeAt()));
    }

    static String write(ReplayPlan plan) {
        return CleanText.text(plan.json().text());
    }

    private static Document write(Brakes brakes) {
        return new Document("batchSize", brakes.batchSize())
                .append("concurrency", brakes.concurrency())
                .append("ratePerSecond", brakes.ratePerSecond())
                .append("steps", brakes.steps())
                .append(
                        "stepPauseMillis",
                        brakes.stepPause().map(Duration::toMillis).orElse(null))
                .append("stop", write(brakes.stop()))
                .append("hours", brakes.hours().map(ReplayDocument::write).orElse(null))
                .append(
                        "onlyWhile",
                        brakes.onlyWhile().map(ReplayDocument::write).orElse(null));
    }

    private static Document write(Brakes.StopRule stop) {
        return new Document("share", stop.share())
                .append("window", stop.window())
                .append("minimum", stop.minimum());
    }

    private static Document write(OffPeak hours) {
        return new Document("hours", hours.hours()).append("zone", hours.zone().getId());
    }

    private static Document write(Conditions conditions) {
        return new Document("circuitClosed", conditions.circuitClosed())
                .append("cpuBelow", conditions.cpuBelow())
                .append("memoryBelow", conditions.memoryBelow())
                .append("databaseConnections", conditions.databaseConnections());
    }

    private static Document write(ReplayTask task) {
        return new Document("target", CleanText.textOrNull(task.target()))
                .append("transform", CleanText.textOrNull(task.transform()))
                .append("validate", task.validate())
                .append("takeOver", task.takeOver());
    }

    static Document write(ReplayProgress progress) {
        Document lines = new Document();
        progress.lines().forEach((state, count) -> lines.append(state.name(), count));
        return new Document("lines", lines)
                .append("step", progress.step())
                .append("activeMillis", progress.active().toMillis());
    }

    // Read

    static Replay read(Document in) {
        return new Replay(
                new ReplayId(Fields.id(in, "_id")),
                ReplayState.valueOf(Fields.text(in, "state")),
                in.getString("reason"),
                in.getString("by"),
                Fields.time(in, "createdAt"),
                Fields.timeOrNull(in, "startedAt"),
                Fields.timeOrNull(in, "endedAt"),
                Json.of(Fields.text(in, "asked")),
                ReplayPlan.of(Json.of(Fields.text(in, "plan"))),
                brakes(Fields.part(in, "brakes")),
                task(Fields.part(in, "task")),
                progress(Fields.part(in, "progress")),
                Fields.timeOrNull(in, "wakeAt"));
    }

    private static Brakes brakes(Document in) {
        return new Brakes(
                Fields.number(in, "batchSize"),
                Fields.number(in, "concurrency"),
                realOrNull(in, "ratePerSecond"),
                in.getList("steps", Integer.class),
                Optional.ofNullable(in.get("stepPauseMillis", Number.class))
                        .map(Number::longValue)
                        .map(Duration::ofMillis),
                stop(Fields.part(in, "stop")),
                Optional.ofNullable(in.get("hours", Document.class)).map(ReplayDocument::offPeak),
                Optional.ofNullable(in.get("onlyWhile", Document.class)).map(ReplayDocument::conditions));
    }

    private static Brakes.StopRule stop(Document in) {
        return new Brakes.StopRule(
                Objects.requireNonNull(realOrNull(in, "share")),
                Fields.number(in, "window"),
                Fields.number(in, "minimum"));
    }

    private static OffPeak offPeak(Document in) {
        return new OffPeak(in.getList("hours", Integer.class), ZoneId.of(Fields.text(in, "zone")));
    }

    private static Conditions conditions(Document in) {
        return new Conditions(
                Fields.isTrue(in, "circuitClosed"),
                realOrNull(in, "cpuBelow"),
                realOrNull(in, "memoryBelow"),
                Fields.isTrue(in, "databaseConnections"));
    }

    private static ReplayTask task(Document in) {
        return new ReplayTask(
                in.getString("target"),
                in.getString("transform"),
                Fields.isTrue(in, "validate"),
                Fields.isTrue(in, "takeOver"));
    }

    private static ReplayProgress progress(Document in) {
        Map<LineState, Long> lines = new EnumMap<>(LineState.class);
        Document counts = Fields.part(in, "lines");
        counts.keySet().forEach(state -> lines.put(LineState.valueOf(state), Fields.big(counts, state)));
        return new ReplayProgress(lines, Fields.number(in, "step"), Fields.millis(in, "activeMillis"));
    }

    private static @Nullable Double realOrNull(Document in, String field) {
        Number number = in.get(field, Number.class);
        return number == null ? null : number.doubleValue();
    }
}
