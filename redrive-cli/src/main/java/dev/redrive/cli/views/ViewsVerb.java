package dev.redrive.cli.views;

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

/** The saved views that the caller may use. */
public final class ViewsVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Saved views of the list of letters, those of the page too: the shared ones and your own.")
                .footer(
                        "%nAlso: redrive views save, redrive views delete",
                        "%nExample:", "  redrive list --view 'Payments to decide'");
    }

    @Override
    public int run(Session session) {
        Reply reply = session.send(Request.get("/dlq/views"));
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        List<Value> views = reply.json().at("items").items();
        if (session.isIds()) {
            views.forEach(view -> session.console().line(view.at("name").text("")));
        } else if (views.isEmpty()) {
            session.console().note("there are no saved views");
        } else {
            session.page();
            session.print(table(session, views));
        }
        return ExitCode.DONE;
    }

    private static Table table(Session session, List<Value> views) {
        Table table = new Table(
                Column.of("NAME").cutTo(18),
                Column.of("WHOSE"),
                Column.of("SAVED"),
                Column.of("QUERY").cutTo(20));
        for (Value view : views)
            table.row(
                    Cell.of(view.at("name").text("")),
                    Cell.of(
                            view.at("shared").isTrue()
                                    ? "shared, by " + view.at("by").text("?")
                                    : "own"),
                    Cell.of(TimeText.relative(view.at("savedAt").text(""), session.now())),
                    Cell.of(view.at("query").text("")));
        return table;
    }
}
