package dev.redrive.cli.status;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Alerts that fire, and those that were sent. */
public final class AlertsVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Which alerts are firing, and which were sent.")
                .footer("%nAlso: redrive alerts check, redrive alerts test, redrive alerts snooze NAME");
        spec.addOption(Opt.number("-n, --limit", "N", "So many of those sent; usually 20."));
    }

    @Override
    public int run(Session session) {
        Reply reply =
                session.send(Request.get("/dlq/alerts").query("limit", String.valueOf(session.number("--limit", 20))));
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        session.page();
        Value alerts = reply.json();
        firing(session, alerts.at("firing"));
        sent(session, alerts.at("items"));
        return ExitCode.DONE;
    }

    private static void firing(Session session, Value firing) {
        if (firing.items().isEmpty()) {
            session.console().line(session.paint(Style.GREEN, "No alert is firing."));
            return;
        }
        Table table = new Table(
                Column.of("FIRING").brokenTo(48),
                Column.of("SEVERITY"),
                Column.of("RULE").below(1),
                Column.of("SINCE").below(2),
                Column.number("NOW").below(3),
                Column.number("WHEN FIRED").below(4),
                Column.of("CHANNEL").below(5),
                Column.of("SNOOZED").below(6));
        for (Value alert : firing.items())
            table.row(
                    Cell.of(alert.at("text").text("-")),
                    Cell.word(alert.at("severity").text("")),
                    Cell.of(alert.at("rule").text("")),
                    Cell.of(TimeText.relative(alert.at("since").text(""), session.now())),
                    value(alert.at("value")),
                    value(alert.at("valueWhenFired")),
                    Cell.of(alert.at("channel").text("all")),
                    snoozed(session, alert.at("snooze")));
        session.print(table);
    }

    private static Cell value(Value value) {
        return value.isNothing() ? Cell.dim("-") : Cell.of(value.text(""));
    }

    private static Cell snoozed(Session session, Value snooze) {
        if (snooze.isNothing()) return Cell.dim("-");
        String until = TimeText.clock(snooze.at("until").text(""), session.zone());
        return Cell.of("until " + until + " by " + snooze.at("by").text("?"));
    }

    static void sent(Session session, Value messages) {
        if (messages.items().isEmpty()) return;
        Table table = new Table(
                Column.of("SENT"),
                Column.of("RULE").below(1),
                Column.of("KIND"),
                Column.of("DELIVERED").below(2),
                Column.of("TEXT").brokenTo(32));
        for (Value message : messages.items())
            table.row(
                    Cell.of(TimeText.relative(message.at("at").text(""), session.now())),
                    Cell.of(message.at("rule").text("")),
                    new Cell(message.at("kind").text(""), style(message)),
                    Cell.of(deliveries(message)),
                    Cell.of(message.at("text").text("")));
        session.console().line();
        session.print(table);
    }

    private static Style style(Value message) {
        return message.at("kind").text("").equals("STARTED") ? Style.RED : Style.GREEN;
    }

    private static String deliveries(Value message) {
        String channels = message.at("deliveries").items().stream()
                .map(delivery -> (delivery.at("delivered").isTrue() ? "" : "not ")
                        + delivery.at("way").text(""))
                .collect(Collectors.joining(", "));
        return channels.isEmpty() ? "-" : channels;
    }
}
