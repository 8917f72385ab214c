package dev.redrive.cli.audit;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Filters;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Who did what, newest first. */
public final class AuditListVerb implements Verb {
    private static final int USUAL = 50;
    private static final int LARGEST_PAGE = 500;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Who did what, newest first. Needs the role admin.")
                .footer(
                        "%nExamples:",
                        "  redrive audit list --by maria --during 'yesterday 14:00-15:00'",
                        "  redrive audit list --letter 01a1e123-c3a4",
                        "%nWhether the log was changed: redrive audit verify");
        spec.addOption(Opt.text("--by", "NAME", "Only of this person or program."));
        spec.addOption(Opt.text("--action", "ACTION", "Only this, such as retry or 'hold channel'."));
        spec.addOption(Opt.text("--letter", "ID", "Only what was done to this letter."));
        spec.addOption(Opt.text("--subject", "TEXT", "Only what was done to this: a cause, a replay, a channel."));
        Filters.describeTimes(spec);
        spec.addOption(Opt.number("-n, --limit", "N", "At most so many; usually " + USUAL + "."));
        spec.addOption(Opt.flag("-a, --all", "All of them, however many."));
    }

    @Override
    public int run(Session session) {
        if (session.has("--letter") && session.has("--subject")) throw new BadUsage("give --letter or --subject");
        int limit = session.number("--limit", USUAL);
        if (limit < 1) throw new BadUsage("--limit must be at least 1, not " + limit);
        long wanted = session.has("--all") && !session.has("--limit") ? Long.MAX_VALUE : limit;
        Optional<String> subject =
                session.text("--letter").map(id -> Ids.letter(session, id)).or(() -> session.text("--subject"));
        if (!session.isJson()) session.page();
        Table table = table();
        Optional<String> cursor = Optional.empty();
        boolean isFirst = true;
        while (wanted > 0 && (isFirst || cursor.isPresent())) {
            Request request = request(session, subject, (int) Math.min(wanted, LARGEST_PAGE));
            cursor.ifPresent(number -> request.query("cursor", number));
            Reply reply = session.send(request);
            Value page = reply.json();
            List<Value> lines = page.at("items").items();
            show(session, table, reply, lines);
            wanted -= lines.size();
            cursor = lines.isEmpty() ? Optional.empty() : page.at("nextCursor").text();
            if (isFirst && lines.isEmpty() && !session.isJson())
                session.console().note("the audit log has no line like that");
            isFirst = false;
        }
        more(session, cursor);
        return ExitCode.DONE;
    }

    private static Request request(Session session, Optional<String> subject, int limit) {
        Request request = Request.get("/dlq/audit").query("limit", String.valueOf(limit));
        session.text("--by").ifPresent(name -> request.query("by", name));
        session.text("--action").ifPresent(action -> request.query("action", action));
        subject.ifPresent(text -> request.query("subject", text));
        Filters.within(session).forEach(request::query);
        return request;
    }

    private static Table table() {
        return new Table(
                Column.of("WHEN"),
                Column.of("WHO").cutTo(8),
                Column.of("ROLE").below(2),
                Column.of("ACTION").cutTo(10),
                Column.of("TO").cutTo(13),
                Column.number("LETTERS").below(1),
                Column.of("FROM").cutTo(9).below(3));
    }

    private static void show(Session session, Table table, Reply page, List<Value> lines) {
        if (session.isJson()) {
            session.json(page);
            return;
        }
        if (lines.isEmpty()) return;
        if (session.isIds()) {
            lines.forEach(line -> session.console().line(line.at("number").text("")));
            return;
        }
        for (Value line : lines)
            table.row(
                    Cell.of(TimeText.clock(line.at("at").text(""), session.zone())),
                    Cell.of(line.at("by").text("")),
                    Cell.dim(line.at("role").text("")),
                    new Cell(
                            line.at("actionName")
                                    .text()
                                    .orElseGet(() -> line.at("action").text("")),
                            Style.BOLD),
                    Cell.of(line.at("subject").text("")),
                    Cell.of(letters(line.at("count").number())),
                    Cell.dim(line.at("from").text("")));
        session.print(table);
        session.console().flush();
    }

    /** Not everything is done to letters. */
    private static String letters(long count) {
        return count == 0 ? "-" : NumberText.of(count);
    }

    private static void more(Session session, Optional<String> cursor) {
        if (cursor.isPresent()
                && !session.isJson()
                && session.console().terminal().out())
            session.say(session.paint(Style.DIM, "there are older lines: --all, or --limit N"));
    }
}
