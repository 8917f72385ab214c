package dev.redrive.cli.replays;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Ids;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import picocli.CommandLine.Model.CommandSpec;

/** A verb for one replay: show, start, pause, resume, cancel, release or follow it. */
public final class ReplayCommandVerb implements Verb {
    private final String command;

    public ReplayCommandVerb(String command) {
        this.command = command;
    }

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        switch (command) {
                            case "show" -> "Shows a replay: its plan, and how far it is.";
                            case "watch" -> "Stays with a replay until it ends; exits as redrive replay does.";
                            case "start" -> "Starts a planned replay, and stays with it.";
                            case "pause" -> "Holds a running replay; what is being sent is finished.";
                            case "resume" -> "Lets a paused or stopped replay go on, and stays with it.";
                            case "release" -> "Releases the letters that a stopped replay still holds.";
                            default -> "Ends a replay; letters that were not sent stay as they are.";
                        });
        spec.addPositional(Opt.words("ID", "1", "The replay's id, or how it begins."));
        if (isFollowing()) spec.addOption(Opt.flag("--detach", "Does not wait for its end."));
    }

    private boolean isFollowing() {
        return command.equals("start") || command.equals("resume");
    }

    static String id(Session session) {
        if (session.words().size() != 1) throw new BadUsage("name one replay; see: redrive replay list");
        return Ids.replay(session, session.words().get(0));
    }

    @Override
    public int run(Session session) {
        String id = id(session);
        if (command.equals("watch")) return ReplayFollower.follow(session, id);
        Reply reply = command.equals("show")
                ? session.send(Request.get("/dlq/replays/" + Request.encoded(id)))
                : ReplayVerb.command(session, id, command);
        if (isFollowing() && !session.has("--detach")) return ReplayFollower.follow(session, id);
        show(session, reply);
        return ExitCode.DONE;
    }

    private void show(Session session, Reply reply) {
        Value replay = reply.json();
        if (session.isJson()) {
            session.json(reply);
            return;
        }
        Value released = replay.at("released");
        if (!released.isNothing())
            session.say(NumberText.letters(released.number())
                    + " released; they are retried, edited and replayed as any other");
        if (replay.at("state").isNothing()) return;
        ReplayView view = new ReplayView(session);
        if (command.equals("show")) {
            view.plan(replay);
            session.console().line();
        }
        view.report(replay);
    }
}
