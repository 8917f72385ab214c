package dev.redrive.cli.replays;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The replays there are and were, newest first. */
public final class ReplayListVerb implements Verb {
    private static final List<String> STATES =
            List.of("PLANNED", "RUNNING", "PAUSED", "STOPPED", "CANCELLED", "DONE", "FAILED");

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("Lists the replays there are and were, newest first.");
        spec.addOption(Opt.choices("--state", "STATE", STATES, "Only those that stand so, such as RUNNING."));
        spec.addOption(Opt.number("--limit", "N", "How many; usually 50."));
    }

    @Override
    public int run(Session session) {
        Request request = Request.get("/dlq/replays").query("limit", String.valueOf(session.number("--limit", 50)));
        List<String> states = session.texts("--state");
        if (!states.isEmpty()) request.query("state", String.join(",", states));
        Reply reply = session.send(request);
        List<Value> replays = reply.json().at("items").items();
        if (session.isJson()) session.json(reply);
        else if (session.isIds())
            replays.forEach(replay -> session.console().line(replay.at("id").text("")));
        else if (replays.isEmpty()) session.console().note("no replays");
        else new ReplayView(session).list(replays);
        return ExitCode.DONE;
    }
}
