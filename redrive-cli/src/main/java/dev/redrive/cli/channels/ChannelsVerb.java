package dev.redrive.cli.channels;

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
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Every channel: whether it flows, and what holds it up. */
public final class ChannelsVerb implements Verb {
    /** Where the column of ages is. */
    private static final int AGE = 3;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Is it flowing? Each line is one channel, the one with the most open letters first.")
                .footer(
                        "%nThen:",
                        "  redrive channels hold NAME --reason TEXT   nothing of it is sent until it is released",
                        "  redrive channels release NAME");
        spec.addOption(Opt.number("-n, --limit", "N", "At most so many."));
        WatchMode.describe(spec);
    }

    @Override
    public int run(Session session) {
        return WatchMode.run(session, () -> show(session));
    }

    private static void show(Session session) {
        Request request = Request.get("/dlq/channels");
        if (session.has("--limit")) request.query("limit", String.valueOf(session.number("--limit", 0)));
        Reply reply = session.send(request);
        if (session.isJson()) {
            session.json(reply);
            return;
        }
        List<Value> channels = reply.json().at("items").items();
        if (session.isIds()) {
            channels.forEach(channel ->
                    session.console().line(SafeText.line(channel.at("name").text(""))));
        } else if (channels.isEmpty()) {
            session.console().note("there are no channels yet");
        } else {
            session.page();
            session.print(table(session, channels));
            channels.forEach(channel -> remark(session, channel));
        }
    }

    /** Without the column that a server has no values for. */
    private static Table table(Session session, List<Value> channels) {
        boolean hasAges = channels.stream().anyMatch(channel -> oldest(channel).isPresent());
        List<Column> columns = new ArrayList<>(List.of(
                Column.of("CHANNEL").cutTo(12),
                Column.number("OPEN"),
                Column.number("BACKLOG").below(2),
                Column.of("CIRCUIT"),
                Column.of("TARGET").cutTo(8).below(1),
                Column.of("HELD").brokenTo(20).below(3)));
        if (hasAges) columns.add(AGE, Column.number("OLDEST"));
        Table table = new Table(columns.toArray(Column[]::new));
        for (Value channel : channels) {
            List<Cell> cells = new ArrayList<>(List.of(
                    Cell.of(channel.at("name").text("")),
                    new Cell(NumberText.of(channel.at("open").number()), Style.BOLD),
                    Cell.of(channel.at("backlog").number()),
                    circuit(channel),
                    Cell.of(target(channel).orElse("none")),
                    held(session, channel)));
            String age =
                    oldest(channel).map(at -> TimeText.age(at, session.now())).orElse("-");
            if (hasAges) cells.add(AGE, Cell.of(age));
            table.row(cells.toArray(Cell[]::new));
        }
        return table;
    }

    private static Optional<String> oldest(Value channel) {
        return channel.at("oldest").text().or(() -> channel.at("oldestAt").text());
    }

    private static Cell circuit(Value channel) {
        Value target = channel.at("target");
        String circuit = channel.at("circuit")
                .text()
                .or(() -> target.at("circuit").text())
                .orElse("-");
        return switch (circuit) {
            case "OPEN" -> new Cell("open", Style.RED);
            case "HALF_OPEN" -> new Cell("half open", Style.YELLOW);
            case "CLOSED" -> new Cell("closed", Style.GREEN);
            default -> Cell.of(circuit);
        };
    }

    private static Optional<String> target(Value channel) {
        Value target = channel.at("target");
        return target.text().or(() -> target.at("name").text());
    }

    private static Cell held(Session session, Value channel) {
        Value hold = hold(channel);
        if (hold.isNothing()) return Cell.of("");
        String since = hold.at("since").text().or(() -> hold.at("at").text()).orElse("");
        String by = hold.at("by").text().map(name -> "by " + name + " ").orElse("");
        String why = hold.at("reason").text().map(text -> ": " + text).orElse("");
        return new Cell(by + TimeText.relative(since, session.now()) + why, Style.YELLOW);
    }

    private static Value hold(Value channel) {
        Value hold = channel.at("hold");
        return hold.isNothing() ? channel.at("held") : hold;
    }

    /** What is missing before its letters can be sent. */
    private static void remark(Session session, Value channel) {
        channel.at("noTarget").text().ifPresent(text -> session.say(session.paint(Style.DIM, SafeText.line(text))));
    }
}
