package dev.redrive.cli.status;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** Looks at all rules of the alerts now. */
public final class CheckAlertsVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("Looks at all alert rules now, and sends what follows from them.");
    }

    @Override
    public int run(Session session) {
        Reply reply = session.send(Request.post("/dlq/alerts/check"));
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        session.page();
        Value checked = reply.json();
        Table table = new Table(
                Column.of("RULE").cutTo(16),
                Column.of("CHANNEL").droppable(1),
                Column.of("SUBJECT").droppable(2),
                Column.number("VALUE"),
                Column.number("LIMIT"),
                Column.of("FIRING"));
        for (Value rule : checked.at("rules").items()) row(table, rule);
        session.print(table);
        AlertsVerb.sent(session, checked.at("sent"));
        return ExitCode.DONE;
    }

    private static void row(Table table, Value rule) {
        boolean holds = rule.at("holds").isTrue();
        table.row(
                Cell.of(rule.at("name").text("")),
                Cell.of(rule.at("channel").text("all")),
                Cell.of(rule.at("subject").text("")),
                Cell.of(number(rule.at("value"))),
                Cell.of(number(rule.at("threshold"))),
                holds ? new Cell("yes, " + rule.at("severity").text(""), Style.RED) : Cell.dim("no"));
    }

    /** Two digits after the point. */
    private static String number(Value number) {
        if (number.isNothing()) return "-";
        double value = number.decimal();
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(Locale.ROOT, "%.2f", value);
    }
}
