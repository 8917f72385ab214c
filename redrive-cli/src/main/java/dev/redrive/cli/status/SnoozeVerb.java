package dev.redrive.cli.status;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.TimeWords;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Keeps an alert rule silent until a time. It goes on to be evaluated, and is shown as firing. */
public final class SnoozeVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Sends no message of an alert rule until a time. The rule is still evaluated and shown.")
                .footer(
                        "%nExamples:",
                        "  redrive alerts snooze DLQPendingHigh --for 2h",
                        "  redrive alerts snooze DLQFailedHigh --channel payments --until 'tomorrow 09:00'");
        spec.addPositional(Opt.words("NAME", "1", "The rule; redrive alerts shows those that fire."));
        spec.addOption(Opt.text("--for", "TIME", "How long: 30m, 2h, 1d."));
        spec.addOption(Opt.text("--until", "TIME", "Until when: 17:30, \"tomorrow 09:00\", 2026-11-20."));
        spec.addOption(Opt.text("-c, --channel", "NAME", "Only for this channel."));
        spec.addOption(Opt.text("--reason", "TEXT", "Why; shown with the alert."));
    }

    @Override
    public int run(Session session) {
        String rule = session.words().get(0);
        Instant until = until(session);
        Reply reply = session.send(Request.post("/dlq/alerts/" + Request.encoded(rule) + "/snooze")
                .json(Value.object()
                        .with("until", until.toString())
                        .with("channel", session.text("--channel").orElse(null))
                        .with("reason", session.text("--reason").orElse(null))
                        .build()));
        if (session.isJson()) session.json(reply);
        else
            session.say(SafeText.line(rule + " sends nothing until "
                    + TimeText.clock(reply.json().at("until").text(until.toString()), session.zone()) + " ("
                    + TimeText.relative(until.toString(), session.now()) + ")"));
        return ExitCode.DONE;
    }

    private static Instant until(Session session) {
        Optional<String> span = session.text("--for");
        Optional<String> time = session.text("--until");
        if (span.isPresent() == time.isPresent()) throw new BadUsage("say how long with --for 2h or --until TIME");
        Instant now = session.environment().clock().instant();
        Instant until = span.map(text -> now.plus(span(text)))
                .orElseGet(() -> session.times().next("--until", time.orElseThrow()));
        if (!until.isAfter(now)) throw new BadUsage("--until is not in the future: \"" + time.orElse("") + "\"");
        return until;
    }

    private static Duration span(String text) {
        return TimeWords.duration(text.strip())
                .filter(span -> span.compareTo(Duration.ZERO) > 0)
                .orElseThrow(() -> new BadUsage("--for must be a time such as 30m, 2h or 1d, not \"" + text + "\""));
    }
}
