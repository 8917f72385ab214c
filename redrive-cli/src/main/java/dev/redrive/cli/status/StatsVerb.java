package dev.redrive.cli.status;

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
import dev.redrive.cli.terminal.Palette;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** How the letters are. */
public final class StatsVerb implements Verb {
    private static final int SHOWN_CHANNELS = 12;
    private static final List<String> COUNTS =
            List.of("pending", "retrying", "replayed", "failed", "manual", "success", "archived");

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("Counts and rates of letters, and whether something needs attention.");
        spec.addOption(Opt.text("-c, --channel", "NAME", "Only the letters of this channel."));
        WatchMode.describe(spec);
    }

    @Override
    public int run(Session session) {
        return WatchMode.run(session, () -> show(session));
    }

    private static void show(Session session) {
        Request request = Request.get("/dlq/stats");
        session.text("--channel").ifPresent(channel -> request.query("channel", channel));
        Reply reply = session.send(request);
        if (session.isJson()) {
            session.json(reply);
            return;
        }
        session.page();
        Value stats = reply.json();
        health(session, stats);
        session.console().line();
        numbers(session, stats);
        rates(session, stats);
        parts(session, "CHANNEL", stats.at("byChannel"));
        parts(session, "CATEGORY", stats.at("byCategory"));
    }

    private static void health(Session session, Value stats) {
        session.say(
                "The letters are " + session.palette().word(stats.at("status").text("unknown")) + ".");
        for (Value reason : stats.at("reasons").items())
            session.say("  " + session.paint(Style.DIM, "because ") + SafeText.line(reason.text("")));
    }

    private static void numbers(Session session, Value stats) {
        StringBuilder line = new StringBuilder();
        for (String name : COUNTS) {
            if (line.length() > 0) line.append("  ");
            long number = stats.at(name).number();
            Style style = number == 0 ? Style.DIM : styleOf(name);
            line.append(session.paint(style, NumberText.of(number))).append(' ').append(shown(name));
        }
        session.say(line.toString());
    }

    private static Style styleOf(String count) {
        return Palette.styleOf(count.equals("success") ? "resolved" : count);
    }

    private static String shown(String count) {
        return count.equals("success") ? "resolved" : count;
    }

    private static void rates(Session session, Value stats) {
        session.say(NumberText.of(stats.at("queueSize").number()) + " open"
                + stats.at("oldestAge")
                        .text()
                        .map(age -> ", the oldest for "
                                + TimeText.words(
                                        Duration.ofSeconds(stats.at("oldestAge").number())))
                        .orElse("")
                + "; " + NumberText.of(stats.at("ingestionPerMinute").decimal(), 1) + " new per minute"
                + share(stats.at("resolutionRate"), "; %s of the letters resolved")
                + share(stats.at("retrySuccessRate"), ", %s of the attempts worked"));
    }

    private static String share(Value rate, String text) {
        return rate.isNothing() ? "" : text.replace("%s", Math.round(rate.decimal() * 100) + " %");
    }

    /** The fullest first; those without open letters are counted at the end. */
    private static void parts(Session session, String title, Value parts) {
        List<Value.Field> fullest = parts.fields().stream()
                .sorted(Comparator.comparingLong((Value.Field part) -> open(part.value()))
                        .reversed())
                .toList();
        if (fullest.isEmpty()) return;
        Table table = new Table(
                Column.of(title).cutTo(12),
                Column.number("OPEN"),
                Column.number("PENDING").below(2),
                Column.number("FAILED"),
                Column.number("MANUAL"),
                Column.number("RESOLVED").below(1),
                Column.number("ARCHIVED").below(3));
        int most = session.isWide() ? fullest.size() : Math.min(SHOWN_CHANNELS, fullest.size());
        fullest.subList(0, most).forEach(part -> row(table, part.name(), part.value()));
        session.console().line();
        session.print(table);
        if (most < fullest.size())
            session.console()
                    .line(session.paint(
                            Style.DIM, NumberText.of(fullest.size() - most) + " more; all of them: --output wide"));
    }

    private static void row(Table table, String name, Value counts) {
        table.row(
                Cell.of(name),
                Cell.of(open(counts)),
                count(counts, "pending"),
                count(counts, "failed"),
                count(counts, "manual"),
                count(counts, "success"),
                count(counts, "archived"));
    }

    private static Cell count(Value counts, String name) {
        long number = counts.at(name).number();
        return new Cell(NumberText.of(number), number == 0 ? Style.DIM : styleOf(name));
    }

    private static long open(Value counts) {
        return counts.at("total").number()
                - counts.at("success").number()
                - counts.at("archived").number();
    }
}
