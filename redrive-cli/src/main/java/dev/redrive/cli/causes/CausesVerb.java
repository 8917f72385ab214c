package dev.redrive.cli.causes;

import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.command.WatchMode;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** What is broken right now: the causes that have open letters, the worst first. */
public final class CausesVerb implements Verb {
    static final List<String> STATES = List.of("OPEN", "ACKNOWLEDGED", "IGNORED", "RESOLVED", "REGRESSED");
    private static final int USUAL = 100;
    private static final int SHORT_ID = 8;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "What is broken right now: each line is one bug or outage, the one with the most open letters first.")
                .footer(
                        "%nThen:",
                        "  redrive causes show ID                        why, and the newest letters",
                        "  redrive retry --any-cause ID                  once it is repaired",
                        "  redrive causes acknowledge|ignore|resolve|reopen ID");
        spec.addOption(Opt.flag("-a, --all", "Also those without open letters, and the ignored ones."));
        spec.addOption(Opt.choices("--state", "STATE", STATES, "What people decided: " + String.join(", ", STATES)));
        spec.addOption(Opt.number("-n, --limit", "N", "At most so many; usually " + USUAL + "."));
        WatchMode.describe(spec);
    }

    @Override
    public int run(Session session) {
        return WatchMode.run(session, () -> show(session));
    }

    private static void show(Session session) {
        Request request = Request.get("/dlq/causes").query("limit", String.valueOf(session.number("--limit", USUAL)));
        session.texts("--state").forEach(state -> request.query("state", state));
        Reply reply = session.send(request);
        if (session.isJson()) {
            session.json(reply);
            return;
        }
        boolean isEverything = session.has("--all") || session.has("--state");
        List<Value> causes = reply.json().at("items").items().stream()
                .filter(cause -> isEverything || isBroken(cause))
                .toList();
        if (session.isIds()) {
            causes.forEach(cause -> session.console().line(cause.at("id").text("")));
            return;
        }
        session.page();
        print(session, causes, isEverything);
    }

    private static boolean isBroken(Value cause) {
        return (cause.at("open").number() > 0 || cause.at("failingNow").number() > 0)
                && !cause.at("state").text("").equals("IGNORED");
    }

    private static void print(Session session, List<Value> causes, boolean isEverything) {
        if (causes.isEmpty()) {
            session.say(
                    isEverything
                            ? "There is no cause like that."
                            : session.paint(Style.GREEN, "Nothing is broken right now.")
                                    + " All causes: redrive causes --all");
            return;
        }
        session.print(table(session, causes));
        if (!session.console().terminal().out()) return;
        String first = Ids.cut(causes.get(0).at("id").text(""), SHORT_ID);
        session.say(session.paint(
                Style.DIM, "more: redrive causes show " + first + "; repaired: redrive retry --any-cause " + first));
    }

    private static Table table(Session session, List<Value> causes) {
        Table table = new Table(
                Column.of("ID"),
                Column.of("STATE"),
                Column.number("OPEN"),
                Column.number("FAILING"),
                Column.number("ALL").below(2),
                Column.of("LAST 24 HOURS").below(1),
                Column.of("OWNER").below(4),
                Column.of("SEEN").below(3),
                Column.of("TITLE").cutTo(24));
        Instant now = session.now();
        for (Value cause : causes) {
            String id = cause.at("id").text("");
            table.row(
                    Cell.of(session.isWide() ? id : Ids.cut(id, SHORT_ID)),
                    Cell.word(cause.at("state").text("")),
                    new Cell(NumberText.of(cause.at("open").number()), Style.BOLD),
                    Cell.of(cause.at("failingNow").number()),
                    Cell.of(cause.at("count").number()),
                    new Cell(Trend.of(cause.at("trend")), Style.CYAN),
                    Cell.of(CauseOwner.of(cause)),
                    Cell.of(TimeText.relative(cause.at("lastSeen").text(""), now)),
                    Cell.of(cause.at("title").text("")));
        }
        return table;
    }
}
