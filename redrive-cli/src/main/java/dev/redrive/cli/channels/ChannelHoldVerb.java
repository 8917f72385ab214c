package dev.redrive.cli.channels;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.TimeText;
import picocli.CommandLine.Model.CommandSpec;

/** Holds a channel, so that nothing of it is sent, or releases it. */
public final class ChannelHoldVerb implements Verb {
    private static final int CREATED = 201;

    private final boolean isHold;

    private ChannelHoldVerb(boolean isHold) {
        this.isHold = isHold;
    }

    public static ChannelHoldVerb hold() {
        return new ChannelHoldVerb(true);
    }

    public static ChannelHoldVerb release() {
        return new ChannelHoldVerb(false);
    }

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        isHold
                                ? "Holds a channel on all nodes: letters are still captured, and none is sent until it is"
                                        + " released."
                                : "Releases a channel: its letters are sent again when they are due.");
        spec.addPositional(Opt.words("NAME", "1", "The channel; not a pattern."));
        spec.addOption(Opt.text("--reason", "TEXT", "Why; shown with the channel and in the audit log."));
    }

    @Override
    public int run(Session session) {
        String name = session.words().get(0);
        if (name.isBlank()) throw new BadUsage("name the channel; redrive channels shows them");
        Value.Building body =
                Value.object().with("reason", session.text("--reason").orElse(null));
        Reply reply = session.send(request(name).json(body.build()));
        if (session.isJson()) session.json(reply);
        else session.say(SafeText.line(said(session, name, reply)));
        return ExitCode.DONE;
    }

    /** A name with a slash, which servers refuse in a path, is a parameter. */
    private Request request(String name) {
        String command = isHold ? "hold" : "release";
        return name.contains("/")
                ? Request.post("/dlq/channels/" + command).query("name", name)
                : Request.post("/dlq/channels/" + Request.encoded(name) + "/" + command);
    }

    private String said(Session session, String name, Reply reply) {
        if (!isHold) return "the channel " + name + " is released; its letters are sent when they are due";
        if (reply.status() == CREATED)
            return "the channel " + name + " is held: nothing of it is sent until redrive channels release " + name;
        Value hold = reply.json();
        String since = hold.at("since").text().or(() -> hold.at("at").text()).orElse("");
        return "the channel " + name + " was held already, by " + hold.at("by").text("?") + " "
                + TimeText.relative(since, session.now())
                + hold.at("reason").text().map(why -> ": " + why).orElse("");
    }
}
