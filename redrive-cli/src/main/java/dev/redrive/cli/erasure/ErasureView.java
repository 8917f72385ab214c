package dev.redrive.cli.erasure;

import dev.redrive.cli.command.Session;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import java.util.List;

/** What a search for a subject found and what its erasure did, for people. */
final class ErasureView {
    private static final int SHOWN = 20;

    private final Session session;

    ErasureView(Session session) {
        this.session = session;
    }

    void found(Value report) {
        long found = report.at("found").number();
        List<Value> matches = report.at("matches").items();
        int shown = session.isWide() ? matches.size() : Math.min(SHOWN, matches.size());
        if (shown > 0) session.print(table(matches.subList(0, shown)));
        if (shown < found)
            line(session.paint(
                    Style.DIM, NumberText.of(found - shown) + " more; the first 1 000 of them: --output wide"));
        long held = report.at("held").number();
        String kept = held == 0 ? "" : "; " + NumberText.of(held) + " of them cannot be erased: they are under a hold";
        line(NumberText.letters(found) + (found == 1 ? " contains" : " contain") + " the value" + kept);
        views(report);
        problems(report);
        session.console().flush();
    }

    private void views(Value report) {
        List<Value> views = report.at("views").items();
        for (Value view : views)
            line("the saved view \"" + SafeText.line(view.at("name").text("")) + "\""
                    + (view.at("owner").isNothing()
                            ? ", which is shared,"
                            : " of " + SafeText.line(view.at("owner").text("")))
                    + " quotes the value and will be deleted");
    }

    /** {@code 1 saved view}, {@code 2 saved views}. */
    static String views(int count) {
        return NumberText.of(count) + (count == 1 ? " saved view" : " saved views");
    }

    private static Table table(List<Value> matches) {
        Table table = new Table(
                Column.of("ID"),
                Column.of("CHANNEL").cutTo(8),
                Column.of("IN"),
                Column.of("LEGAL HOLD").cutTo(12));
        for (Value match : matches)
            table.row(
                    Cell.of(match.at("id").text("")),
                    Cell.of(match.at("channel").text("")),
                    Cell.of(places(match)),
                    Cell.of(hold(match.at("hold"))));
        return table;
    }

    private static String places(Value match) {
        boolean isInArchive = match.at("inArchive").isTrue();
        if (!match.at("inStore").isTrue()) return isInArchive ? "archive" : "";
        return isInArchive ? "store, archive" : "store";
    }

    private static String hold(Value hold) {
        if (hold.isNothing()) return "-";
        return hold.at("by").text("?") + ": " + hold.at("reason").text("");
    }

    void nothing(Value report) {
        if (report.at("found").number() == 0) session.console().note("there is nothing to erase");
        else session.console().note("redrive: nothing was erased: lift the holds first, see: redrive holds");
    }

    /** Returns the exit code. */
    int erased(Value done, Value left, boolean isRedacted) {
        line(NumberText.letters(done.at("erased").number()) + (isRedacted ? " redacted" : " erased"));
        int views = done.at("views").items().size();
        if (views > 0) line(views(views) + " deleted");
        problems(done);
        long found = left.at("found").number();
        long held = left.at("held").number();
        String kept = held == 0 ? "" : ", " + NumberText.of(held) + " of them under a legal hold";
        line("searched again: " + NumberText.letters(found) + (found == 1 ? " contains" : " contain") + " the value"
                + kept);
        problems(left);
        return EraseVerb.code(EraseVerb.isErased(done, left));
    }

    private void problems(Value report) {
        report.at("problems")
                .items()
                .forEach(problem -> session.console().note("redrive: " + SafeText.line(problem.text(""))));
    }

    private void line(String text) {
        session.say(text);
    }
}
