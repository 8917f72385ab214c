package dev.redrive.cli.letters;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** One letter, whole. */
public final class ShowVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("One letter, whole: what failed, why, what was tried since, and its payload.");
        spec.addOption(Opt.flag("--full", "The whole stack trace."));
        spec.addOption(Opt.flag("--payload", "Nothing but the payload, for a file or another program."));
        spec.addOption(Opt.flag("--versions", "What it was before its edits."));
        spec.addPositional(Opt.words("ID", "1", "The letter's id, or how it begins."));
    }

    @Override
    public int run(Session session) {
        String id = Ids.letter(session, session.words().get(0));
        Reply reply = session.send(Request.get("/dlq/" + id + (session.has("--versions") ? "/versions" : "")));
        if (session.isJson()) {
            session.json(reply);
        } else if (session.has("--versions")) {
            session.page();
            VersionsView.print(session, reply.json());
        } else if (session.has("--payload")) {
            PayloadOutput.print(session, reply);
        } else {
            session.page();
            Value letter = reply.json();
            new LetterView(session, letter).print(cause(session, letter));
        }
        return ExitCode.DONE;
    }

    /** What the cause is called; not worth failing for. */
    private static Optional<String> cause(Session session, Value letter) {
        try {
            return letter.at("causeId")
                    .text()
                    .flatMap(id -> session.send(Request.get("/dlq/causes/" + id))
                            .json()
                            .at("title")
                            .text());
        } catch (CommandFailed e) {
            return Optional.empty();
        }
    }
}
