package dev.redrive.jdbc.book;

import dev.redrive.internal.text.CleanText;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.json.Json;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.OffPeak;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a row of {@code dlq_replay} is written and read, all but its owner. */
final class ReplayRow {
    private static final ReplayState[] STATES = ReplayState.values();
    private static final LineState[] LINE_STATES = LineState.values();

    private ReplayRow() {}

    /** All columns in the order in which {@link ReplayTable} inserts them. */
    static void write(Replay replay, ColumnSink out) throws SQLException {
        out.id(replay.id().value());
        out.int2(replay.state().ordinal());
        out.text(CleanText.textOrNull(replay.reason()));
        out.text(CleanText.textOrNull(replay.by()));
        out.int8(replay.createdAt().toEpochMilli());
        out.int8(LetterRow.millis(replay.startedAt()));
        out.int8(LetterRow.millis(replay.endedAt()));
        out.text(CleanText.text(replay.asked().text()));
        out.text(CleanText.text(replay.plan().json().text()));
        write(replay.brakes(), out);
        ReplayTask task = replay.task();
        out.text(CleanText.textOrNull(task.target()));
        out.text(CleanText.textOrNull(task.transform()));
        out.int2(task.validate() ? 1 : 0);
        out.int2(task.takeOver() ? 1 : 0);
        write(replay.progress(), out);
        out.int8(LetterRow.millis(replay.wakeAt()));
    }

    private static void write(Brakes brakes, ColumnSink out) throws SQLException {
        out.int4(brakes.batchSize());
        out.int4(brakes.concurrency());
        out.float8(brakes.ratePerSecond());
        out.text(text(brakes.steps()));
        out.int8(brakes.stepPause().map(Duration::toMillis).orElse(null));
        out.float8(brakes.stop().share());
        out.int4(brakes.stop().window());
        out.int4(brakes.stop().minimum());
        out.text(brakes.hours().map(hours -> text(hours.hours())).orElse(null));
        out.text(brakes.hours().map(hours -> hours.zone().getId()).orElse(null));
        Conditions conditions = brakes.onlyWhile().orElse(null);
        out.int2OrNull(conditions == null ? null : conditions.circuitClosed() ? 1 : 0);
        out.float8(conditions == null ? null : conditions.cpuBelow());
        out.float8(conditions == null ? null : conditions.memoryBelow());
        out.int2OrNull(conditions == null ? null : conditions.databaseConnections() ? 1 : 0);
    }

    /** From {@code planned}, in the order of {@link LineState}, to {@code active_millis}. */
    static void write(ReplayProgress progress, ColumnSink out) throws SQLException {
        for (LineState state : LINE_STATES) out.int8(progress.count(state));
        out.int4(progress.step());
        out.int8(progress.active().toMillis());
    }

    private static String text(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    static Replay read(Columns in) throws SQLException {
        return new Replay(
                new ReplayId(in.at("id").id()),
                STATES[in.at("state").number()],
                in.at("reason").textOrNull(),
                in.at("created_by").textOrNull(),
                in.at("created_at").time(),
                in.at("started_at").timeOrNull(),
                in.at("ended_at").timeOrNull(),
                Json.of(in.at("asked").text()),
                ReplayPlan.of(Json.of(in.at("plan").text())),
                brakes(in),
                task(in),
                progress(in),
                in.at("wake_at").timeOrNull());
    }

    private static Brakes brakes(Columns in) throws SQLException {
        return new Brakes(
                in.at("batch_size").number(),
                in.at("concurrency").number(),
                in.at("rate_per_second").realOrNull(),
                numbers(in.at("steps").text()),
                Optional.ofNullable(in.at("step_pause").bigOrNull()).map(Duration::ofMillis),
                new Brakes.StopRule(
                        in.at("stop_share").real(),
                        in.at("stop_window").number(),
                        in.at("stop_minimum").number()),
                offPeak(in),
                conditions(in));
    }

    private static Optional<OffPeak> offPeak(Columns in) throws SQLException {
        String hours = in.at("hours").textOrNull();
        String zone = in.at("hours_zone").textOrNull();
        if (hours == null || zone == null) return Optional.empty();
        return Optional.of(new OffPeak(numbers(hours), ZoneId.of(zone)));
    }

    private static Optional<Conditions> conditions(Columns in) throws SQLException {
        Integer circuit = in.at("circuit_closed").numberOrNull();
        if (circuit == null) return Optional.empty();
        return Optional.of(new Conditions(
                circuit == 1,
                in.at("cpu_below").realOrNull(),
                in.at("memory_below").realOrNull(),
                in.at("database_connections").number() == 1));
    }

    private static ReplayTask task(Columns in) throws SQLException {
        return new ReplayTask(
                in.at("target").textOrNull(),
                in.at("transform").textOrNull(),
                in.at("validate").number() == 1,
                in.at("take_over").number() == 1);
    }

    private static List<Integer> numbers(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList();
    }

    private static ReplayProgress progress(Columns in) throws SQLException {
        Map<LineState, Long> counts = new EnumMap<>(LineState.class);
        for (LineState state : LINE_STATES) {
            long count = in.at(state.name().toLowerCase(Locale.ROOT)).big();
            if (count != 0) counts.put(state, count);
        }
        return new ReplayProgress(
                counts,
                in.at("step").number(),
                Duration.ofMillis(in.at("active_millis").big()));
    }
}
