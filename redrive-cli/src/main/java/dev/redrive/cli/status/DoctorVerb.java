package dev.redrive.cli.status;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Cell;
import dev.redrive.cli.terminal.Column;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import dev.redrive.cli.terminal.Table;
import picocli.CommandLine.Model.CommandSpec;

/** Looks at everything the server needs. */
public final class DoctorVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Looks at everything the server needs: store, disk, targets, Kafka, alerts. Says what is"
                        + " wrong and what to do about it; exits with 1 when something is broken.");
    }

    @Override
    public int run(Session session) {
        Reply reply = session.send(Request.get("/dlq/doctor"));
        Value found = reply.json();
        String status = found.at("status").text("broken");
        if (session.isJson()) session.json(reply);
        else show(session, found, status);
        return status.equals("broken") ? ExitCode.FAILED : ExitCode.DONE;
    }

    private static void show(Session session, Value found, String status) {
        Table table = new Table(
                Column.of("CHECK"), Column.of("STATUS"), Column.of("DETAIL").brokenTo(20));
        for (Value check : found.at("checks").items())
            table.row(
                    Cell.of(check.at("name").text("")),
                    Cell.word(check.at("status").text("")),
                    Cell.of(check.at("detail").text("")));
        session.print(table);
        session.console().line();
        for (Value check : found.at("checks").items())
            check.at("next")
                    .text()
                    .ifPresent(next -> session.say(session.paint(
                                    Style.BOLD, SafeText.line(check.at("name").text(""))) + ": "
                            + SafeText.line(next)));
        session.console()
                .line(session.server().address().shown() + ": "
                        + session.palette().word(status));
    }
}
