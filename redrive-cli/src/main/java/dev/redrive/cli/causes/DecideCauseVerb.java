package dev.redrive.cli.causes;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import picocli.CommandLine.Model.CommandSpec;

/** Sets the state of a cause. Its letters do not change. */
public final class DecideCauseVerb implements Verb {
    private final String decision;
    private final String description;

    /** @param decision the last word of the API's path */
    public DecideCauseVerb(String decision, String description) {
        this.decision = decision;
        this.description = description;
    }

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description(description + " Its letters stay as they are.");
        spec.addPositional(Opt.words("ID", "1", "The cause's id, or how it begins."));
    }

    @Override
    public int run(Session session) {
        String id = Ids.cause(session, session.words().get(0));
        Reply reply = session.send(Request.post("/dlq/causes/" + id + "/" + decision));
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        Value cause = reply.json();
        session.say(Ids.cut(id, 8) + " is "
                + session.palette().word(cause.at("state").text("")) + ": "
                + SafeText.line(cause.at("title").text("")));
        return ExitCode.DONE;
    }
}
