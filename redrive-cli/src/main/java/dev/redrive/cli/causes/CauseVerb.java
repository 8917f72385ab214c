package dev.redrive.cli.causes;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.letters.LetterTable;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** One cause: why its letters were grouped, how many there are, and the newest of them. */
public final class CauseVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("One cause: why its letters belong together, and the newest of them.");
        spec.addOption(Opt.number("-n, --limit", "N", "So many of its letters; usually 5."));
        spec.addPositional(Opt.words("ID", "1", "The cause's id, or how it begins."));
    }

    @Override
    public int run(Session session) {
        String id = Ids.cause(session, session.words().get(0));
        Reply reply = session.send(Request.get("/dlq/causes/" + id));
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        session.page();
        print(session, reply.json());
        notes(session, reply.json());
        samples(session, id);
        return ExitCode.DONE;
    }

    private static void print(Session session, Value cause) {
        Instant now = session.now();
        String by = cause.at("stateBy")
                .text()
                .map(name -> " by " + SafeText.line(name))
                .orElse("");
        line(session, session.paint(Style.BOLD, SafeText.line(cause.at("title").text(""))));
        line(
                session,
                cause.at("id").text("") + "  "
                        + session.palette().word(cause.at("state").text("")) + by);
        line(
                session,
                session.paint(Style.BOLD, NumberText.of(cause.at("open").number())) + " open of "
                        + NumberText.of(cause.at("count").number()) + "; first seen "
                        + TimeText.relative(cause.at("firstSeen").text(""), now) + ", last "
                        + TimeText.relative(cause.at("lastSeen").text(""), now));
        line(session, failing(cause.at("failingNow").number()));
        others(session, "captured for it, failing now with", cause.at("failsWith"));
        others(session, "failing with it now, captured for", cause.at("capturedFor"));
        care(session, cause);
        String trend = Trend.of(cause.at("trend"));
        if (!trend.isEmpty()) line(session, session.paint(Style.CYAN, trend) + "  the last 24 hours");
        grouped(session, cause.at("grouped"));
    }

    private static String failing(long letters) {
        return NumberText.count(letters, "open letter fails", "open letters fail") + " with it now";
    }

    private static void care(Session session, Value cause) {
        String owner = CauseOwner.of(cause);
        if (!owner.isEmpty()) line(session, "owner " + SafeText.line(owner));
        cause.at("link").text().ifPresent(url -> line(session, "ticket " + SafeText.line(url)));
        ignored(session, cause);
        Value replay = cause.at("lastReplay");
        replay.at("id")
                .text()
                .ifPresent(id -> line(
                        session,
                        "last replay " + Ids.cut(id, 8) + " "
                                + session.palette().word(replay.at("state").text("")) + ": "
                                + NumberText.of(replay.at("resolved").number()) + " resolved, "
                                + NumberText.of(replay.at("failed").number()) + " failed of "
                                + NumberText.of(replay.at("matched").number()) + ", "
                                + TimeText.relative(replay.at("at").text(""), session.now())));
    }

    private static void ignored(Session session, Value cause) {
        cause.at("ignoredUntil")
                .text()
                .ifPresent(time -> line(session, "ignored until " + TimeText.clock(time, session.zone())));
        if (cause.at("ignoredUpTo").text().isPresent())
            line(
                    session,
                    "ignored until "
                            + NumberText.count(
                                    cause.at("ignoredUpTo").number()
                                            - cause.at("count").number(),
                                    "more letter",
                                    "more letters")
                            + " came");
        if (cause.at("ignoredUntilRelease").text().isPresent()) line(session, "ignored until the next release");
    }

    private static void notes(Session session, Value cause) {
        for (Value note : cause.at("notes").items()) {
            line(session, "");
            line(
                    session,
                    session.paint(Style.BOLD, SafeText.line(note.at("by").text(""))) + " "
                            + TimeText.relative(note.at("at").text(""), session.now()));
            note.at("text").text("").lines().forEach(text -> line(session, "  " + SafeText.line(text)));
        }
    }

    private static void others(Session session, String what, Value others) {
        for (Value other : others.items())
            line(
                    session,
                    "  " + NumberText.of(other.at("letters").number()) + " " + what + " "
                            + SafeText.line(other.at("title").text("")) + "  (redrive causes show "
                            + Ids.cut(other.at("id").text(""), 8) + ")");
    }

    private static void grouped(Session session, Value grouped) {
        line(session, "");
        line(session, session.paint(Style.BOLD, "All of them have"));
        line(
                session,
                "  " + session.paint(Style.RED, SafeText.line(grouped.at("type").text(""))));
        line(session, "  " + SafeText.line(grouped.at("message").text("")));
        for (Value frame : grouped.at("frames").items())
            line(session, "  " + session.paint(Style.DIM, "at " + SafeText.line(frame.text(""))));
    }

    private static void samples(Session session, String id) {
        List<Value> samples = session.send(Request.get("/dlq/causes/" + id + "/samples")
                        .query("limit", String.valueOf(session.number("--limit", 5))))
                .json()
                .at("items")
                .items();
        if (samples.isEmpty()) return;
        line(session, "");
        Table table = new Table(
                Column.of("ID"),
                Column.of("STATUS"),
                Column.of("CHANNEL").cutTo(8),
                Column.number("AGE"),
                Column.number("RETRIES").below(1),
                Column.of("MESSAGE").cutTo(12));
        Instant now = session.now();
        int length = session.isWide()
                ? 36
                : Ids.shortest(
                        samples.stream().map(letter -> letter.at("id").text("")).toList());
        for (Value letter : samples)
            table.row(
                    Cell.of(Ids.cut(letter.at("id").text(""), length)),
                    Cell.word(letter.at("status").text("")),
                    Cell.of(letter.at("channel").text("")),
                    Cell.of(TimeText.age(letter.at("createdAt").text(""), now)),
                    Cell.of(LetterTable.tries(letter)),
                    Cell.of(letter.at("errorMessage").text("")));
        session.print(table);
    }

    private static void line(Session session, String text) {
        session.say(text);
    }
}
