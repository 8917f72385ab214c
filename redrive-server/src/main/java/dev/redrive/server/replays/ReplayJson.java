package dev.redrive.server.replays;

import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.server.json.JsonStreams;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes replays and the lines of their ledgers as JSON. */
final class ReplayJson {
    private static final Set<ReplayState> REPORTED =
            Set.of(ReplayState.DONE, ReplayState.CANCELLED, ReplayState.STOPPED);

    private final JsonGenerator out;

    ReplayJson(JsonGenerator out) {
        this.out = out;
    }

    void replay(Replay replay) {
        out.writeStartObject();
        fields(replay);
        out.writeEndObject();
    }

    /** One that was not stored: it has no id. */
    void dryRun(Replay replay) {
        out.writeStartObject();
        dryRunFields(replay);
        out.writeEndObject();
    }

    void dryRunFields(Replay replay) {
        out.writeNullProperty("id");
        withoutId(replay);
    }

    void fields(Replay replay) {
        text("id", replay.id().toString());
        withoutId(replay);
    }

    private void withoutId(Replay replay) {
        text("state", replay.state().name());
        text("reason", replay.reason());
        text("createdBy", replay.by());
        time("createdAt", replay.createdAt());
        time("startedAt", replay.startedAt());
        time("endedAt", replay.endedAt());
        time("wakesAt", replay.wakeAt());
        out.writeName("options");
        out.writeRawValue(replay.asked().text());
        out.writeName("plan");
        out.writeRawValue(replay.plan().json().text());
        progress(replay);
        report(replay);
    }

    private void progress(Replay replay) {
        ReplayProgress progress = replay.progress();
        out.writeObjectPropertyStart("progress");
        out.writeNumberProperty("matched", progress.matched());
        for (LineState state : LineState.values()) out.writeNumberProperty(word(state), progress.count(state));
        out.writeNumberProperty("replayed", progress.replayed());
        out.writeNumberProperty("step", progress.step());
        out.writeArrayPropertyStart("steps");
        replay.brakes().steps().forEach(out::writeNumber);
        out.writeEndArray();
        out.writeNumberProperty("activeMillis", progress.active().toMillis());
        out.writeNumberProperty("ratePerSecond", rounded(progress.rate()));
        out.writeEndObject();
    }

    private void report(Replay replay) {
        if (!REPORTED.contains(replay.state())) {
            out.writeNullProperty("report");
            return;
        }
        ReplayProgress progress = replay.progress();
        out.writeObjectPropertyStart("report");
        out.writeNumberProperty("matched", progress.matched());
        out.writeNumberProperty("replayed", progress.replayed());
        for (LineState state : LineState.values()) {
            if (state != LineState.PLANNED) out.writeNumberProperty(word(state), progress.count(state));
        }
        out.writeNumberProperty("durationMillis", took(replay).toMillis());
        out.writeNumberProperty("ratePerSecond", rounded(progress.rate()));
        out.writeEndObject();
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
        out.writeStartObject();
        out.writeNumberProperty("position", line.position());
        text("letterId", line.letter().toString());
        text("channel", line.channel());
        text("state", line.state().name());
        text("why", line.why());
        time("at", line.at());
        out.writeEndObject();
    }

    /** What those who watch are told. */
    static String news(Replay replay) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = JsonStreams.generator(bytes)) {
            ReplayJson json = new ReplayJson(out);
            out.writeStartObject();
            json.text("id", replay.id().toString());
            json.text("state", replay.state().name());
            json.text("reason", replay.reason());
            json.progress(replay);
            out.writeEndObject();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private void text(String name, @Nullable String value) {
        out.writeName(name);
        if (value == null) out.writeNull();
        else out.writeString(value);
    }

    private void time(String name, @Nullable Instant value) {
        text(name, value == null ? null : value.toString());
    }
}
