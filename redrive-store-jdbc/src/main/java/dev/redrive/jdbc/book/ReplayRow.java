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
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a row of {@code dlq_replay} is written and read, all but its owner. */
final class ReplayRow {
    /** In the order in which they are written and read; the counts are in the order of {@link LineState}. */
    static final String NAMES = """
            id, state, reason, created_by, created_at, started_at, ended_at, asked, plan, batch_size, concurrency,
            rate_per_second, steps, step_pause, stop_share, stop_window, stop_minimum, hours, hours_zone, circuit_closed,
            cpu_below, memory_below, database_connections, target, transform, validate, planned, sent, resolved, came_back,
            failed, skipped, cancelled, step, active_millis, wake_at""";

    static final int COLUMNS = 36;

    private static final ReplayState[] STATES = ReplayState.values();
    private static final LineState[] LINE_STATES = LineState.values();

    private ReplayRow() {}

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

    static void write(ReplayProgress progress, ColumnSink out) throws SQLException {
        for (LineState state : LINE_STATES) out.int8(progress.count(state));
        out.int4(progress.step());
        out.int8(progress.active().toMillis());
    }

    private static String text(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    static Replay read(Columns in) throws SQLException {
        ReplayId id = new ReplayId(in.id());
        ReplayState state = STATES[in.number()];
        String reason = in.textOrNull();
        String by = in.textOrNull();
        Instant created = in.time();
        Instant started = in.timeOrNull();
        Instant ended = in.timeOrNull();
        Json asked = Json.of(in.text());
        ReplayPlan plan = ReplayPlan.of(Json.of(in.text()));
        Brakes brakes = brakes(in);
        ReplayTask task = new ReplayTask(in.textOrNull(), in.textOrNull(), in.number() == 1);
        ReplayProgress progress = progress(in);
        return new Replay(
                id, state, reason, by, created, started, ended, asked, plan, brakes, task, progress, in.timeOrNull());
    }

    private static Brakes brakes(Columns in) throws SQLException {
        int batchSize = in.number();
        int concurrency = in.number();
        Double rate = in.realOrNull();
        List<Integer> steps = numbers(in.text());
        Optional<Duration> pause = Optional.ofNullable(in.bigOrNull()).map(Duration::ofMillis);
        Brakes.StopRule stop = new Brakes.StopRule(in.real(), in.number(), in.number());
        String hours = in.textOrNull();
        String zone = in.textOrNull();
        Optional<OffPeak> offPeak = hours == null || zone == null
                ? Optional.empty()
                : Optional.of(new OffPeak(numbers(hours), ZoneId.of(zone)));
        Integer circuit = in.numberOrNull();
        Double cpu = in.realOrNull();
        Double memory = in.realOrNull();
        boolean connections = in.number() == 1;
        Optional<Conditions> conditions =
                Optional.ofNullable(circuit).map(closed -> new Conditions(closed == 1, cpu, memory, connections));
        return new Brakes(batchSize, concurrency, rate, steps, pause, stop, offPeak, conditions);
    }

    private static List<Integer> numbers(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList();
    }

    private static ReplayProgress progress(Columns in) throws SQLException {
        Map<LineState, Long> counts = new EnumMap<>(LineState.class);
        for (LineState state : LINE_STATES) {
            long count = in.big();
            if (count != 0) counts.put(state, count);
        }
        return new ReplayProgress(counts, in.number(), Duration.ofMillis(in.big()));
    }
}
