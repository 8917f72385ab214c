package dev.redrive.cli.causes;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Announces a release: causes that were ignored until the next one are open again. */
public final class ReleasedVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Says that a release is out, so that causes ignored until the next release are open again.")
                .footer("%nExample:", "  redrive causes released 'payments 4.2.0' --channel 'payment.*'");
        spec.addPositional(Opt.words("NAME", "1", "The release, as the audit log will name it."));
        spec.addOption(Opt.texts("-c, --channel", "PATTERN", "Only causes in these channels."));
    }

    @Override
    public int run(Session session) {
        Value.Building body = Value.object().with("name", session.words().get(0));
        List<String> channels = session.texts("--channel");
        if (!channels.isEmpty()) body.with("channels", Value.of(channels));
        Reply reply = session.send(Request.post("/dlq/releases").json(body.build()));
        int count = reply.json().at("reopened").items().size();
        if (session.isJson()) session.json(reply);
        else
            session.say(SafeText.line(session.words().get(0)) + ": " + count
                    + (count == 1 ? " cause is" : " causes are") + " open again");
        return ExitCode.DONE;
    }
}
