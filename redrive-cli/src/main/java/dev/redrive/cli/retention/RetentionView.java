package dev.redrive.cli.retention;

import dev.redrive.cli.command.Session;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Retention for people. */
final class RetentionView {
    private static final List<String> TIMES = List.of("resolved", "failed", "archived");

    private final Session session;

    RetentionView(Session session) {
        this.session = session;
    }

    void report(Value report) {
        if (report.at("times").isNothing()) line("Letters are kept for ever: no retention is configured.");
        else times(report);
        line("");
        field("Archive", report.at("archive").text("none"));
        report.at("unarchived").text().ifPresent(warning -> line(session.paint(Style.YELLOW, SafeText.line(warning))));
        field(
                "Due now",
                NumberText.letters(report.at("dueTotal").number())
                        + held(report.at("holds").number()));
        report.at("runningOn").text().ifPresent(node -> field("Running on", node));
        runs(report);
        due(report);
    }

    // What is configured

    private void times(Value report) {
        Table table = new Table(
                Column.of("CHANNELS").cutTo(12),
                Column.number("RESOLVED"),
                Column.number("FAILED"),
                Column.number("ARCHIVED"));
        Value usual = report.at("times");
        for (Value channel : report.at("channels").items())
            table.row(
                    Cell.of(channel.at("match").text("")),
                    time(channel, usual, 0),
                    time(channel, usual, 1),
                    time(channel, usual, 2));
        String others = table.isEmpty() ? "all" : "all others";
        table.row(Cell.of(others), time(usual, usual, 0), time(usual, usual, 1), time(usual, usual, 2));
        session.print(table);
    }

    private static Cell time(Value times, Value usual, int number) {
        String name = TIMES.get(number);
        return Cell.of(times.at(name).text(usual.at(name).text("-")));
    }

    private static String held(long holds) {
        if (holds == 0) return "";
        return "; " + NumberText.of(holds) + (holds == 1 ? " legal hold" : " legal holds") + ": redrive holds";
    }

    // Runs

    private void runs(Value report) {
        Value last = report.at("lastRun");
        if (last.isNothing()) {
            field("Last run", "none yet");
        } else {
            String ended = TimeText.relative(last.at("endedAt").text(""), session.now());
            field("Last run", ended + " on " + last.at("node").text("?") + ": " + counts(last));
            problem(last);
        }
        report.at("nextRun").text().ifPresent(next -> field("Next run", TimeText.relative(next, session.now())));
    }

    /** What a run came to, for a line of its own. */
    void run(Value run) {
        line(counts(run));
        problem(run);
    }

    private void problem(Value run) {
        run.at("problem")
                .text()
                .ifPresent(problem ->
                        session.console().note(session.paint(Style.RED, "redrive: ") + SafeText.line(problem)));
    }

    private static String counts(Value run) {
        StringBuilder counts = new StringBuilder();
        counts.append(NumberText.of(run.at("archived").number())).append(" archived");
        long objects = run.at("objects").number();
        if (objects > 0)
            counts.append(" in ")
                    .append(NumberText.of(objects))
                    .append(objects == 1 ? " object (" : " objects (")
                    .append(NumberText.bytes(run.at("bytes").number()))
                    .append(')');
        counts.append(", ").append(NumberText.of(run.at("removed").number())).append(" removed from the store");
        counts.append(", ").append(NumberText.of(run.at("closed").number())).append(" failed ones closed");
        long held = run.at("held").number();
        if (held > 0) counts.append(", ").append(NumberText.of(held)).append(" held");
        return counts + took(run);
    }

    private static String took(Value run) {
        try {
            Instant start = Instant.parse(run.at("startedAt").text(""));
            Instant end = Instant.parse(run.at("endedAt").text(""));
            return "; took " + TimeText.took(Duration.between(start, end).toMillis());
        } catch (DateTimeException e) {
            return "";
        }
    }

    // What is due

    private void due(Value report) {
        Table table = new Table(
                Column.of("DUE"), Column.of("STATUS"), Column.of("CHANNEL").cutTo(12), Column.number("LETTERS"));
        for (Value due : report.at("due").items()) row(table, due, Style.YELLOW);
        for (Value soon : report.at("soon").items()) row(table, soon, Style.PLAIN);
        if (table.isEmpty()) return;
        line("");
        session.print(table);
    }

    private static void row(Table table, Value count, Style style) {
        table.row(
                new Cell(count.at("day").text(""), style),
                Cell.word(count.at("status").text("")),
                Cell.of(count.at("channel").text("")),
                Cell.of(count.at("letters").number()));
    }

    /** What a run would do now. */
    void preview(Value preview) {
        Table table = new Table(
                Column.of("STATUS"),
                Column.of("CHANNEL").cutTo(12),
                Column.number("LETTERS"),
                Column.of("WHAT HAPPENS").below(1));
        for (Value part : preview.at("letters").items()) {
            String status = part.at("status").text("");
            table.row(
                    Cell.word(status),
                    Cell.of(part.at("channel").text("")),
                    Cell.of(part.at("letters").number()),
                    Cell.dim(status.equals("FAILED") ? "becomes ARCHIVED" : "leaves the store"));
        }
        if (!table.isEmpty()) session.print(table);
        long held = preview.at("held").number();
        if (held > 0) line(NumberText.letters(held) + " past their time stay: they are under a legal hold");
    }

    private void field(String name, String value) {
        line(session.paint(Style.DIM, name + " ".repeat(12 - name.length())) + SafeText.line(value));
    }

    private void line(String text) {
        session.say(text);
    }
}
