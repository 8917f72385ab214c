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
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.TimeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Ignores a cause, for good or until something happens. Its letters do not change. */
public final class IgnoreCauseVerb implements Verb {
    private static final int MOST = 1_000_000_000;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Marks a cause as known and not worth an alert, for good or until something happens. Its letters stay as they are.")
                .footer(
                        "%nExamples:",
                        "  redrive causes ignore be16",
                        "  redrive causes ignore be16 --until 'tomorrow 09:00' --more 500",
                        "  redrive causes ignore be16 --until-release");
        spec.addPositional(Opt.words("ID", "1", "The cause's id, or how it begins."));
        spec.addOption(Opt.text("--until", "TIME", "Until when: 17:30, \"tomorrow 09:00\", 2026-11-20."));
        spec.addOption(Opt.number("--more", "N", "Until so many more letters were captured for it."));
        spec.addOption(Opt.flag("--until-release", "Until a release is announced with causes released."));
    }

    @Override
    public int run(Session session) {
        Optional<Instant> until = session.text("--until").map(text -> until(session, text));
        int more = session.number("--more", -1);
        if (more > MOST) throw new BadUsage("--more can be at most " + MOST);
        List<String> ends = new ArrayList<>();
        Value.Building body = Value.object();
        until.ifPresent(time -> {
            body.with("until", time.toString());
            ends.add(TimeText.clock(time.toString(), session.zone()));
        });
        if (more >= 0) {
            body.with("moreThan", Value.of(more));
            ends.add(NumberText.count(more, "more letter", "more letters"));
        }
        if (session.has("--until-release")) {
            body.with("untilRelease", Value.of(true));
            ends.add("the next release");
        }
        String id = Ids.cause(session, session.words().get(0));
        Request request = Request.post("/dlq/causes/" + id + "/ignore");
        Reply reply = session.send(ends.isEmpty() ? request : request.json(body.build()));
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        session.say(Ids.cut(id, 8) + " is "
                + session.palette().word(reply.json().at("state").text(""))
                + (ends.isEmpty() ? "" : " until " + String.join(" or ", ends)) + ": "
                + SafeText.line(reply.json().at("title").text("")));
        return ExitCode.DONE;
    }

    private static Instant until(Session session, String text) {
        Instant time = session.times().next("--until", text);
        if (!time.isAfter(session.now())) throw new BadUsage("--until is not in the future: \"" + text + "\"");
        return time;
    }
}
