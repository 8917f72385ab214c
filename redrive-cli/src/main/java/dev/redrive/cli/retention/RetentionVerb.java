package dev.redrive.cli.retention;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import picocli.CommandLine.Model.CommandSpec;

/** How long letters are kept, what is due, and what the last run came to. */
public final class RetentionVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "How long letters are kept, where they go then, what is due now and within the next 7 days,"
                                + " and what the last run did.")
                .footer("%nAlso: redrive retention run, redrive holds");
    }

    @Override
    public int run(Session session) {
        Reply reply = session.send(Request.get("/dlq/retention"));
        if (session.isJson()) {
            session.json(reply);
        } else {
            session.page();
            new RetentionView(session).report(reply.json());
        }
        return ExitCode.DONE;
    }
}
