package dev.redrive.server.replays;

import dev.redrive.json.JsonOutput;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;

/** Writes replays and the lines of their ledgers as JSON. */
final class ReplayJson {
    private static final Set<ReplayState> REPORTED =
            Set.of(ReplayState.DONE, ReplayState.CANCELLED, ReplayState.STOPPED, ReplayState.FAILED);

    private final JsonOutput out;

    ReplayJson(JsonOutput out) {
        this.out = out;
    }

    void replay(Replay replay) {
        out.startObject();
        fields(replay);
        out.endObject();
    }

    /** One that was not stored: it has no id. */
    void dryRun(Replay replay) {
        out.startObject();
        dryRunFields(replay);
        out.endObject();
    }

    void dryRunFields(Replay replay) {
        out.nullValue("id");
        withoutId(replay);
    }

    void fields(Replay replay) {
        out.text("id", replay.id().toString());
        withoutId(replay);
    }

    private void withoutId(Replay replay) {
        out.text("state", replay.state().name());
        out.text("reason", replay.reason());
        out.text("createdBy", replay.by());
        out.time("createdAt", replay.createdAt());
        out.time("startedAt", replay.startedAt());
        out.time("endedAt", replay.endedAt());
        out.time("wakesAt", replay.wakeAt());
        out.name("options");
        out.raw(replay.asked().text());
        out.name("plan");
        out.raw(replay.plan().json().text());
        progress(replay);
        report(replay);
    }

    private void progress(Replay replay) {
        ReplayProgress progress = replay.progress();
        out.startObject("progress");
        out.number("matched", progress.matched());
        for (LineState state : LineState.values()) out.number(word(state), progress.count(state));
        out.number("replayed", progress.replayed());
        out.number("step", progress.step());
        out.startArray("steps");
        replay.brakes().steps().forEach(out::number);
        out.endArray();
        out.number("activeMillis", progress.active().toMillis());
        out.number("ratePerSecond", rounded(progress.rate()));
        out.endObject();
    }

    private void report(Replay replay) {
        if (!REPORTED.contains(replay.state())) {
            out.nullValue("report");
            return;
        }
        ReplayProgress progress = replay.progress();
        out.startObject("report");
        out.number("matched", progress.matched());
        out.number("replayed", progress.replayed());
        for (LineState state : LineState.values()) {
            if (state != LineState.PLANNED) out.number(word(state), progress.count(state));
        }
        out.number("durationMillis", took(replay).toMillis());
        out.number("ratePerSecond", rounded(progress.rate()));
        out.endObject();
    }

    private static Duration took(Replay replay) {
        Instant from = replay.startedAt();
        Instant to = replay.endedAt();
        return from == null || to == null ? Duration.ZERO : Duration.between(from, to);
    }

    /** {@code CAME_BACK} is {@code cameBack}. */
    private static String word(LineState state) {
        String[] parts = state.name().toLowerCase(Locale.ROOT).split("_", -1);
        StringBuilder word = new StringBuilder(parts[0]);
        for (int i = 1; i < parts.length; i++)
            word.append(Character.toUpperCase(parts[i].charAt(0))).append(parts[i].substring(1));
        return word.toString();
    }

    private static double rounded(double rate) {
        return Math.round(rate * 10) / 10.0;
    }

    void line(LedgerLine line) {
        out.startObject();
        out.number("position", line.position());
        out.text("letterId", line.letter().toString());
        out.text("channel", line.channel());
        out.text("state", line.state().name());
        out.text("why", line.why());
        out.time("at", line.at());
        out.endObject();
    }

    /** What is sent to watchers. */
    static String news(Replay replay) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JsonOutput out = new JsonOutput(bytes);
        out.startObject();
        out.text("id", replay.id().toString());
        out.text("state", replay.state().name());
        out.text("reason", replay.reason());
        new ReplayJson(out).progress(replay);
        out.endObject();
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
