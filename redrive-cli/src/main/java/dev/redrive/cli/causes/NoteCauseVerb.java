package dev.redrive.cli.causes;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Adds a note to a cause. */
public final class NoteCauseVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("Adds a note to a cause, for those who look at it next.");
        spec.addPositional(Opt.words("ID TEXT", "2..*", "The cause's id, or how it begins, and the note."));
    }

    @Override
    public int run(Session session) {
        List<String> words = session.words();
        if (words.size() < 2) throw new BadUsage("give the cause and the note: redrive causes note ID TEXT");
        String id = Ids.cause(session, words.get(0));
        Value body = Value.object()
                .with("text", String.join(" ", words.subList(1, words.size())))
                .build();
        Reply reply = session.send(Request.post("/dlq/causes/" + id + "/notes").json(body));
        if (session.isJson()) session.json(reply);
        else
            session.say("noted about " + Ids.cut(id, 8) + ": "
                    + SafeText.line(reply.json().at("title").text("")));
        return ExitCode.DONE;
    }
}
