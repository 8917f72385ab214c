package dev.redrive.cli.holds;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.Table;
import dev.redrive.cli.terminal.TimeText;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** All legal holds. */
public final class HoldsVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Legal holds: letters under one are not deleted, not erased and not removed by retention.")
                .footer("%nAlso: redrive holds add, redrive holds lift");
    }

    @Override
    public int run(Session session) {
        Reply reply = session.send(Request.get("/dlq/holds"));
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        List<Value> holds = reply.json().at("items").items();
        if (session.isIds()) {
            holds.forEach(hold -> session.console().line(HoldSubject.of(hold).name()));
        } else if (holds.isEmpty()) {
            session.console().note("there are no legal holds");
        } else {
            session.page();
            session.print(table(session, holds));
        }
        return ExitCode.DONE;
    }

    private static Table table(Session session, List<Value> holds) {
        Table table = new Table(
                Column.of("HELD"),
                Column.of("NAME").cutTo(18),
                Column.of("BY").cutTo(8),
                Column.of("SINCE"),
                Column.of("REASON").cutTo(12));
        for (Value hold : holds) {
            HoldSubject subject = HoldSubject.of(hold);
            table.row(
                    Cell.of(subject.kind()),
                    Cell.of(subject.name()),
                    Cell.of(hold.at("by").text("")),
                    Cell.of(TimeText.relative(hold.at("since").text(""), session.now())),
                    Cell.of(hold.at("reason").text("")));
        }
        return table;
    }
}
