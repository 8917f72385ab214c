package dev.redrive.cli.letters;

import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TextWrap;
import dev.redrive.cli.terminal.TimeText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A whole letter for people. */
public final class LetterView {
    private static final int FRAMES = 6;
    private static final String INDENT = "  ";

    private final Session session;
    private final Value letter;
    private final Instant now;

    public LetterView(Session session, Value letter) {
        this.session = session;
        this.letter = letter;
        this.now = session.now();
    }

    public void print(Optional<String> causeTitle) {
        line(session.paint(Style.BOLD, letter.at("id").text(""))
                + INDENT
                + session.palette().word(letter.at("status").text("")));
        state();
        origin();
        cause(causeTitle);
        error("Error", letter.at("error"));
        if (failsOtherwise()) error("Newest error", letter.at("lastError"));
        attempts();
        headers();
        additional();
        payload();
    }

    // Where it stands

    private void state() {
        cold(letter.at("cold"));
        field("Channel", letter.at("channel").text());
        field("Retries", Optional.of(LetterTable.tries(letter).replace("/", " of ")));
        next();
        letter.at("blockedBy")
                .text()
                .ifPresent(id -> field("Blocked by", Optional.of(id + "  (redrive show " + Ids.cut(id, 18) + ")")));
        letter.at("lockedBy").text().ifPresent(by -> field("In retry", Optional.of("by " + by)));
        hold(letter.at("hold"));
        resolution(letter.at("resolution"));
        Value sent = letter.at("sentTo");
        if (!sent.isNothing()) field("Sent to", Optional.of(place(sent)));
        time("Captured", letter.at("createdAt"));
        time("First failed", letter.at("firstFailedAt"));
        time("Last failed", letter.at("lastFailedAt"));
        field("Priority", letter.at("priority").text());
        if (!letter.at("tags").items().isEmpty()) field("Tags", Optional.of(LetterTable.tags(letter)));
        long edits = letter.at("version").number();
        if (edits > 0) field("Edited", Optional.of(NumberText.count(edits, "time", "times") + "  (--versions)"));
    }

    /** Without a target it is not sent, whenever it was due. */
    private void next() {
        Optional<String> noTarget = letter.at("noTarget").text();
        field("Not sent", noTarget);
        if (noTarget.isPresent()) return;
        letter.at("nextRetryAt")
                .text()
                .ifPresent(at -> field("Next retry", Optional.of(LetterTable.ahead(at, now) + "  (" + at + ")")));
    }

    private void cold(Value cold) {
        if (cold.isNothing()) return;
        String also = cold.at("inStore").isTrue() ? "; the store has it too: redrive show" : "";
        field("Archive", Optional.of(cold.at("object").text("") + also));
    }

    private void hold(Value hold) {
        if (hold.isNothing()) return;
        String subject = hold.at("letter").isNothing() ? subject(hold) : "";
        field(
                "Legal hold",
                Optional.of(subject + "by " + hold.at("by").text("?") + ", "
                        + TimeText.relative(hold.at("since").text(""), now) + ": "
                        + hold.at("reason").text("")));
    }

    private static String subject(Value hold) {
        return hold.at("cause").isNothing()
                ? "on the channel " + hold.at("channel").text("") + " "
                : "on the cause " + hold.at("cause").text("") + " ";
    }

    private void resolution(Value resolution) {
        if (resolution.isNothing()) return;
        String by =
                resolution.at("resolvedBy").text().map(name -> " by " + name).orElse("");
        String notes = resolution.at("notes").text().map(text -> ": " + text).orElse("");
        field(
                "Closed",
                Optional.of(resolution.at("strategy").text("").replace('_', ' ') + by + ", "
                        + TimeText.relative(resolution.at("timestamp").text(""), now) + notes));
    }

    private void origin() {
        Value event = letter.at("originalEvent");
        Value origin = letter.at("origin");
        String pattern = event.at("pattern").text().map(name -> INDENT + name).orElse("");
        String version = event.at("version").text().map(number -> " v" + number).orElse("");
        field("Event", event.at("eventId").text().map(id -> id + pattern + version));
        field("Key", origin.at("key").text());
        if (!origin.at("topic").isNothing() && !origin.at("offset").isNothing())
            field("Came from", Optional.of(place(origin)));
        field(
                "Sender",
                origin.at("sourceService")
                        .text()
                        .or(() -> event.at("source").at("name").text()));
        field("Receiver", letter.at("subscriberId").text());
    }

    private static String place(Value record) {
        return record.at("topic").text("") + ", partition "
                + record.at("partition").text("?") + ", offset "
                + record.at("offset").text("?");
    }

    private void cause(Optional<String> title) {
        letter.at("causeId")
                .text()
                .ifPresent(id -> field(
                        "Cause",
                        Optional.of(title.map(text -> text + INDENT).orElse("") + "(redrive causes show "
                                + Ids.cut(id, 8) + ")")));
        letter.at("lastCauseId")
                .text()
                .filter(id -> !id.equals(letter.at("causeId").text("")))
                .ifPresent(id -> field(
                        "Fails with",
                        Optional.of(LetterTable.error(letter.at("lastError")) + INDENT + "(redrive causes show "
                                + Ids.cut(id, 8) + ")")));
    }

    // Why

    /** False as well for a server that does not know of it. */
    private boolean failsOtherwise() {
        Value last = letter.at("lastError");
        return !last.isNothing() && !LetterTable.error(last).equals(LetterTable.error(letter.at("error")));
    }

    private void error(String heading, Value error) {
        heading(heading);
        line(INDENT + session.paint(Style.RED, SafeText.line(error.at("type").text(""))));
        for (String part : SafeText.text(error.at("message").text("")).split("\n", -1)) session.say(INDENT + part);
        String code = error.at("code").text().map(text -> ", code " + text).orElse("");
        line(INDENT
                + session.paint(
                        Style.DIM,
                        SafeText.line(error.at("category").text("") + ", "
                                + error.at("retryability").text("") + code)));
        for (Value.Field known : error.at("context").fields())
            line(INDENT
                    + session.paint(Style.DIM, SafeText.line(known.name()) + " = ")
                    + SafeText.line(known.value().text(JsonWriter.compact(known.value()))));
        error.at("stackTrace").text().ifPresent(this::stackTrace);
    }

    private void stackTrace(String trace) {
        List<String> lines = SafeText.text(trace.strip()).lines().toList();
        int shown = session.has("--full") || lines.size() <= FRAMES + 2 ? lines.size() : FRAMES;
        heading("Stack trace");
        lines.subList(0, shown).forEach(frame -> line(INDENT + session.paint(Style.DIM, frame)));
        if (shown < lines.size())
            line(INDENT
                    + session.paint(
                            Style.DIM,
                            "… " + NumberText.count(lines.size() - shown, "more line", "more lines") + ": --full"));
    }

    private void attempts() {
        List<Value> attempts = letter.at("retryHistory").items();
        if (attempts.isEmpty()) return;
        heading("Attempts");
        Table table = new Table(
                Column.number(" #"),
                Column.of("WHEN"),
                Column.of("RESULT"),
                Column.number("TOOK"),
                Column.of("STRATEGY").below(2),
                Column.of("BY").cutTo(8).below(1),
                Column.of("ERROR").cutTo(12));
        for (Value attempt : attempts)
            table.row(
                    attempt.at("attempt").isNothing()
                            ? Cell.dim("before")
                            : Cell.of(attempt.at("attempt").number()),
                    Cell.of(TimeText.relative(attempt.at("timestamp").text(""), now)),
                    Cell.word(attempt.at("result").text("")),
                    Cell.of(TimeText.took(attempt.at("processingDuration").number())),
                    Cell.dim(attempt.at("strategy").text("")),
                    Cell.dim(attempt.at("workerId").text("")),
                    Cell.of(LetterTable.error(attempt.at("error"))));
        session.print(table);
    }

    private void headers() {
        List<Value.Field> headers = letter.at("origin").at("headers").fields();
        if (headers.isEmpty()) return;
        heading("Headers");
        headers.forEach(this::named);
    }

    /** What its sender said that a letter has no place for. */
    private void additional() {
        List<Value.Field> members = letter.at("additional").fields();
        if (members.isEmpty()) return;
        heading("Also said");
        members.forEach(this::named);
    }

    private void payload() {
        Value event = letter.at("originalEvent");
        Value payload = event.at("payload");
        boolean isBinary = event.at("payloadEncoding").text("").equals("base64");
        heading("Payload"
                + session.paint(
                        Style.DIM,
                        " (" + NumberText.count(letter.at("payloadSize").number(), "byte", "bytes")
                                + (isBinary ? ", in base64" : "") + ")"));
        String text = payload instanceof Value.Text plain
                ? SafeText.text(plain.value())
                : payload.isNothing() ? "" : JsonWriter.pretty(payload, session.palette());
        text.lines().forEach(part -> line(INDENT + part));
    }

    // Lines

    private void heading(String title) {
        line("");
        line(session.paint(Style.BOLD, title));
    }

    private void time(String name, Value time) {
        time.text().ifPresent(at -> field(name, Optional.of(TimeText.relative(at, now) + "  (" + at + ")")));
    }

    private void field(String name, Optional<String> value) {
        value.ifPresent(text -> session.console()
                .lines(TextWrap.lines(
                        session.paint(Style.DIM, name + " ".repeat(14 - name.length())) + SafeText.line(text),
                        session.width(),
                        14)));
    }

    private void named(Value.Field field) {
        String value = SafeText.line(field.value().text(JsonWriter.compact(field.value())));
        session.console()
                .lines(TextWrap.lines(
                        INDENT + session.paint(Style.BLUE, SafeText.line(field.name())) + ": " + value,
                        session.width(),
                        2 * INDENT.length()));
    }

    private void line(String text) {
        session.console().line(text);
    }
}
