package dev.redrive.cli.replays;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import picocli.CommandLine.Model.CommandSpec;

/** Plans a replay, shows the plan, asks, starts it, and stays until its end. */
public final class ReplayVerb implements Verb {
    private static final int SAMPLES = 3;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Sends many letters back as one planned operation: shows what it would do, asks, starts, and"
                                + " follows it to its end. Exits with 0 when all went well, with 1 when something failed.",
                        "Also: redrive replay list | show | ledger | watch | start | pause | resume | cancel | release");
        ReplayBodies.describe(spec);
    }

    @Override
    public int run(Session session) {
        Value asked = ReplayBodies.body(session).build();
        if (ReplayBodies.isDryRun(session)) return dryRun(session, asked);
        Reply planned = session.send(Request.post("/dlq/replays").json(asked));
        Value replay = planned.json();
        String id = replay.at("id").text("");
        boolean isStarted = false;
        try {
            show(session, replay, asked);
            long count = replay.at("plan").at("count").number();
            if (count == 0) return nothing(session, replay);
            ask(session, count);
            command(session, id, "start");
            isStarted = true;
        } finally {
            if (!isStarted) forget(session, id);
        }
        if (!session.has("--detach")) return ReplayFollower.follow(session, id);
        detached(session, id);
        return ExitCode.DONE;
    }

    private static int dryRun(Session session, Value asked) {
        Reply reply = session.send(Request.post("/dlq/replays").json(with(asked, "dryRun")));
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        show(session, reply.json(), asked);
        session.say("\nThis was a dry run: nothing was sent, and nothing is kept.");
        return ExitCode.DONE;
    }

    private static Value with(Value asked, String flag) {
        Value.Building body = Value.object();
        asked.fields().forEach(field -> body.with(field.name(), field.value()));
        return body.with(flag, Value.of(true)).build();
    }

    private static void show(Session session, Value replay, Value asked) {
        if (session.isJson()) return;
        ReplayView view = new ReplayView(session);
        view.plan(replay);
        boolean isChecked =
                !asked.at("transform").isNothing() || asked.at("validate").isTrue();
        if (!isChecked || replay.at("plan").at("count").number() == 0) return;
        Reply preview = session.send(Request.post("/dlq/replays/preview").json(ReplayBodies.preview(asked, SAMPLES)));
        view.preview(preview.json().at("items").items());
    }

    private static int nothing(Session session, Value replay) {
        if (session.isJson()) session.json(replay);
        else session.console().line("There is nothing to replay.");
        return ExitCode.DONE;
    }

    private static void ask(Session session, long count) {
        if (session.has("--yes")) return;
        if (!session.console().terminal().in() && count > 1) {
            session.console().flush();
            throw new BadUsage("replay asks before it starts, and there is no terminal; nothing was sent\n"
                    + "  add --yes to start without a question, or --dry-run to see only the plan");
        }
        session.console().flush();
        session.confirm(count, "Replay " + NumberText.letters(count) + "?");
    }

    private static void detached(Session session, String id) {
        if (session.isJson()) {
            session.json(session.send(Request.get("/dlq/replays/" + Request.encoded(id))));
        } else {
            session.console().line(id);
            session.console().note("started; " + ReplayFollower.next(id, "watch", "pause", "cancel"));
        }
    }

    static Reply command(Session session, String id, String command) {
        return session.send(Request.post("/dlq/replays/" + Request.encoded(id) + "/" + command));
    }

    /** A plan that is not started is cancelled, so that it leaves no unused replay behind. */
    private static void forget(Session session, String id) {
        try {
            Reply unused = command(session, id, "cancel");
        } catch (CommandFailed e) {
            session.console().note("the plan " + id + " could not be taken back: " + e.reason());
        }
    }
}
