package dev.redrive.cli.holds;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import picocli.CommandLine.Model.CommandSpec;

/** Lifts a legal hold. */
public final class LiftHoldVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Lifts a legal hold. Letters that are past their time leave the store with the next run of"
                        + " retention. Needs the role admin.");
        HoldSubject.describe(spec);
    }

    @Override
    public int run(Session session) {
        HoldSubject subject = HoldSubject.of(session);
        Reply reply = session.send(Request.delete("/dlq/holds").query(subject.kind(), subject.name()));
        if (session.isJson()) {
            session.json(reply);
        } else {
            Value hold = reply.json();
            String was = "; it was by " + hold.at("by").text("?") + " since "
                    + hold.at("since").text("?") + ": " + hold.at("reason").text("");
            session.say(SafeText.line("the legal hold on " + subject + " is lifted" + was));
        }
        return ExitCode.DONE;
    }
}
