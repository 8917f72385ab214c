package dev.redrive.cli.retention;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import picocli.CommandLine.Model.CommandSpec;

/** Runs retention now: shows what it would do, asks, and stays until its end. */
public final class RetentionRunVerb implements Verb {
    private static final String PATH = "/dlq/retention/run";

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Runs retention now, instead of at its next time. Shows first how many letters would leave the"
                                + " store, and asks. Ends with 1 when the run left something undone.");
        spec.addOption(Opt.flag("--dry-run", "Only shows what a run would do."));
        spec.addOption(Opt.flag("-y, --yes", "Does not ask, and does not count first."));
    }

    @Override
    public int run(Session session) {
        RetentionView view = new RetentionView(session);
        boolean isDryRun = session.has("--dry-run");
        if (isDryRun || !session.has("--yes")) {
            Reply reply = post(session, Value.object().with("dryRun", Value.of(true)));
            Value preview = reply.json();
            long letters = preview.at("total").number();
            if (isDryRun && session.isJson()) session.json(reply);
            else if (!session.isJson()) view.preview(preview);
            if (letters == 0 && !session.isJson()) session.console().note("nothing is due");
            if (isDryRun || letters == 0) return ExitCode.DONE;
            session.confirm(letters, "Run retention for " + NumberText.letters(letters) + "?");
        }
        Value before = session.send(Request.get(RunFollower.PATH)).json();
        Value answer = post(session, Value.object()).json();
        Value run = answer.at("running").isTrue()
                ? RunFollower.follow(
                        session, before.at("lastRun"), before.at("dueTotal").number())
                : answer.at("run");
        if (session.isJson()) session.json(run);
        else view.run(run);
        return run.at("problem").isNothing() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static Reply post(Session session, Value.Building body) {
        return session.send(Request.post(PATH).json(body.build()));
    }
}
