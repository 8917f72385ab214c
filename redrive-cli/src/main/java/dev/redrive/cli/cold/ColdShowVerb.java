package dev.redrive.cli.cold;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.letters.LetterView;
import dev.redrive.cli.letters.PayloadOutput;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** One letter of the archive, whole. */
public final class ColdShowVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("One letter of the archive, whole, and the object that contains it.");
        spec.addOption(Opt.flag("--full", "The whole stack trace."));
        spec.addOption(Opt.flag("--payload", "Nothing but the payload, for a file or another program."));
        spec.addPositional(Opt.words("ID", "1", "The letter's id, or how it begins."));
    }

    @Override
    public int run(Session session) {
        String id = Ids.coldLetter(session, session.words().get(0));
        Reply reply = session.send(Request.get("/dlq/cold/" + id));
        if (session.isJson()) {
            session.json(reply);
        } else if (session.has("--payload")) {
            PayloadOutput.print(session, reply);
        } else {
            session.page();
            new LetterView(session, reply.json()).print(Optional.empty());
        }
        return ExitCode.DONE;
    }
}
