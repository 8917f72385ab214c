package dev.redrive.cli.replays;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.letters.LetterTable;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.ProgressBar;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How a replay is shown: its plan, how far it is, and what came of it. */
final class ReplayView {
    private static final int SHOWN = 5;
    private static final int WHOLE_ID = 36;
    private static final int NARROW = 100;

    private final Session session;

    ReplayView(Session session) {
        this.session = session;
    }

    // Plan

    void plan(Value replay) {
        Value plan = replay.at("plan");
        long count = plan.at("count").number();
        line("letters", NumberText.of(count) + ages(plan));
        if (count > 0) {
            named("causes", plan.at("causes"), "title", plan.at("otherCauses").number());
            named(
                    "channels",
                    plan.at("channels"),
                    "name",
                    plan.at("otherChannels").number());
            named("targets", plan.at("targets"), "name", 0);
        }
        warn("without a target", plan.at("withoutTarget").number(), "they will be skipped: configure a target first");
        warn("blocked", plan.at("blocked").number(), "they wait behind earlier letters with the same key");
        warn("held", held(plan), "another replay holds them; --take-over takes them when it was stopped or paused");
        warn("replayed before", plan.at("replayedBefore").number(), "they were part of an earlier replay");
        warn("not found", plan.at("notFound").number(), "there are no letters with these ids");
        sample(plan.at("sample").items());
    }

    /** A number, or a line for each replay that holds some. */
    private static long held(Value plan) {
        Value held = plan.at("held");
        return held.items().isEmpty()
                ? held.number()
                : held.items().stream()
                        .mapToLong(one -> one.at("count").number())
                        .sum();
    }

    private String ages(Value plan) {
        String oldest = plan.at("oldest").text("");
        if (oldest.isEmpty()) return "";
        return ", from " + TimeText.relative(oldest, session.now()) + " to "
                + TimeText.relative(plan.at("newest").text(oldest), session.now());
    }

    private void named(String title, Value list, String name, long others) {
        String label = title;
        for (Value one : list.items().stream().limit(SHOWN).toList()) {
            String target = one.at("target")
                    .text()
                    .map(text -> " → " + SafeText.line(text))
                    .orElse("");
            line(
                    label,
                    NumberText.of(one.at("count").number()) + "  "
                            + SafeText.line(one.at(name).text("?")) + target);
            label = "";
        }
        long more = list.items().size() - SHOWN + others;
        if (more > 0) line("", "and " + NumberText.of(more) + " more");
    }

    private void warn(String title, long count, String meaning) {
        if (count > 0) line(title, session.paint(Style.YELLOW, NumberText.of(count)) + ": " + meaning);
    }

    private void line(String title, String text) {
        session.say(title, 18, text);
    }

    private void sample(List<Value> letters) {
        if (letters.isEmpty()) return;
        session.console().line();
        Table table = new Table(
                Column.of("ID"),
                Column.of("CHANNEL").cutTo(8),
                Column.of("STATUS"),
                Column.number("AGE").below(1),
                Column.of("ERROR").cutTo(12));
        List<Value> shown = letters.stream().limit(SHOWN).toList();
        int length = session.width() >= NARROW
                ? WHOLE_ID
                : Ids.shortest(
                        shown.stream().map(letter -> letter.at("id").text("")).toList());
        for (Value letter : shown)
            table.row(
                    Cell.of(Ids.cut(letter.at("id").text(""), length)),
                    Cell.of(letter.at("channel").text("")),
                    Cell.word(letter.at("status").text("")),
                    Cell.of(TimeText.age(letter.at("createdAt").text(""), session.now())),
                    Cell.of(LetterTable.shortType(letter.at("errorType").text("")) + ": "
                            + letter.at("errorMessage").text("")));
        session.print(table);
    }

    // Preview

    void preview(List<Value> samples) {
        for (Value sample : samples) {
            session.console().line();
            session.console()
                    .line(session.paint(
                            Style.BOLD,
                            "letter " + SafeText.line(sample.at("letterId").text("?"))));
            sample.at("error").text().ifPresent(error -> problem("cannot be changed: " + error));
            for (Value violation : sample.at("violations").items()) problem("does not fit: " + violation.text(""));
            List<Value> differences = sample.at("differences").items();
            if (differences.isEmpty() && sample.at("error").isNothing())
                session.console().line("  no change");
            differences.forEach(this::difference);
        }
        session.console().line();
    }

    private void problem(String text) {
        session.say("  " + session.paint(Style.RED, SafeText.line(text)));
    }

    private void difference(Value difference) {
        String path = SafeText.line(difference.at("path").text(""));
        difference
                .at("before")
                .text()
                .ifPresent(text ->
                        session.console().line(session.paint(Style.RED, "  - " + path + ": " + SafeText.line(text))));
        difference
                .at("after")
                .text()
                .ifPresent(text ->
                        session.console().line(session.paint(Style.GREEN, "  + " + path + ": " + SafeText.line(text))));
    }

    // Progress

    /** How many letters are through, in whatever way. */
    static long through(Value replay) {
        Value progress = replay.at("progress");
        return progress.at("matched").number() - progress.at("planned").number();
    }

    static String progress(Value replay) {
        Value progress = replay.at("progress");
        List<String> words = new ArrayList<>();
        words.add(NumberText.of(through(replay)) + " of "
                + NumberText.letters(progress.at("matched").number()));
        add(words, progress, "resolved", "resolved");
        add(words, progress, "sent", "sent");
        add(words, progress, "cameBack", "came back");
        add(words, progress, "failed", "failed");
        add(words, progress, "skipped", "skipped");
        double perSecond = progress.at("ratePerSecond").decimal();
        if (perSecond > 0) words.add(rate(progress));
        long open = progress.at("matched").number() - through(replay);
        return String.join(", ", words) + ProgressBar.left(open, perSecond);
    }

    /** How much of its plan is through. */
    static String percent(Value replay) {
        return ProgressBar.percent(
                through(replay), replay.at("progress").at("matched").number());
    }

    private static void add(List<String> words, Value progress, String name, String word) {
        long count = progress.at(name).number();
        if (count > 0) words.add(NumberText.of(count) + " " + word);
    }

    private static String rate(Value of) {
        return String.format(Locale.ROOT, "%.1f/s", of.at("ratePerSecond").decimal());
    }

    // Report

    void report(Value replay) {
        Value report = replay.at("report");
        session.say("replay " + replay.at("id").text("") + " is "
                + session.palette().word(replay.at("state").text("?"))
                + replay.at("reason")
                        .text()
                        .map(why -> ": " + SafeText.line(why))
                        .orElse(""));
        Value counts = report.isNothing() ? replay.at("progress") : report;
        for (String name :
                List.of("matched", "replayed", "resolved", "sent", "cameBack", "failed", "skipped", "cancelled")) {
            boolean isUsual = !name.equals("sent") && !name.equals("cancelled");
            long count = counts.at(name).number();
            if (isUsual || count > 0) line(name.equals("cameBack") ? "came back" : name, NumberText.of(count));
        }
        if (!report.isNothing())
            line("took", TimeText.took(report.at("durationMillis").number()) + ", " + rate(report));
    }

    /** 0 when it came to its end and, unless that is allowed, no letter failed. */
    static int code(Value replay, boolean allowFailed) {
        Value progress = replay.at("progress");
        boolean isDone = replay.at("state").text("").equals("DONE");
        boolean failed =
                progress.at("failed").number() + progress.at("cameBack").number() > 0;
        return isDone && (allowFailed || !failed) ? ExitCode.DONE : ExitCode.FAILED;
    }

    // List

    void list(List<Value> replays) {
        Table table = new Table(
                Column.of("ID"),
                Column.of("STATE"),
                Column.number("LETTERS"),
                Column.number("RESOLVED").below(1),
                Column.number("FAILED"),
                Column.of("BY").cutTo(6).below(2),
                Column.of("AGE"),
                Column.of("NOTES").cutTo(8).below(3));
        for (Value replay : replays) {
            Value progress = replay.at("progress");
            table.row(
                    Cell.of(replay.at("id").text("")),
                    Cell.word(replay.at("state").text("")),
                    Cell.of(progress.at("matched").number()),
                    Cell.of(progress.at("resolved").number()),
                    Cell.of(progress.at("failed").number()
                            + progress.at("cameBack").number()),
                    Cell.of(replay.at("createdBy").text("")),
                    Cell.of(TimeText.age(replay.at("createdAt").text(""), session.now())),
                    Cell.dim(replay.at("options").at("notes").text("")));
        }
        session.print(table);
    }
}
