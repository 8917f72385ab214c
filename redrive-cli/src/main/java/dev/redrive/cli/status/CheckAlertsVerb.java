package dev.redrive.cli.status;

import dev.redrive.cli.command.ExitCode;
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
import java.time.Duration;
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
                Column.of("RULE").cutTo(24),
                Column.of("CHANNEL").below(1),
                Column.of("SUBJECT").below(2),
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
                Cell.of(number(rule, "value")),
                Cell.of(number(rule, "threshold")),
                holds ? new Cell("yes, " + rule.at("severity").text(""), Style.RED) : Cell.dim("no"));
    }

    /** In the unit of what the rule is about: a count, a duration or a share. */
    private static String number(Value rule, String name) {
        if (rule.at(name).isNothing()) return "-";
        double number = rule.at(name).decimal();
        return switch (rule.at("subject").text("")) {
            case "oldest_age", "retention_overdue" -> TimeText.words(Duration.ofSeconds((long) number));
            case "resolution_rate" -> NumberText.of(100 * number, 1) + " %";
            default -> NumberText.of(number, 2);
        };
    }
}
