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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
                        "  redrive alerts snooze PaymentsBacklog --channel payments --until 'tomorrow 09:00'",
                        "  redrive alerts snooze DLQPendingHigh --end");
        spec.addPositional(Opt.words("NAME", "1", "The rule; redrive alerts shows those that fire."));
        spec.addOption(Opt.text("--for", "TIME", "How long: 30m, 2h, 1d."));
        spec.addOption(Opt.text("--until", "TIME", "Until when: 17:30, \"tomorrow 09:00\", 2026-11-20."));
        spec.addOption(Opt.text("-c, --channel", "NAME", "Only for this channel of a rule that is about channels."));
        spec.addOption(Opt.flag("--end", "Ends the snooze that there is."));
        spec.addOption(Opt.text("--reason", "TEXT", "Why; shown with the alert."));
    }

    @Override
    public int run(Session session) {
        String rule = session.words().get(0);
        Optional<Instant> until = until(session);
        Reply reply = session.send(request(rule).json(body(session, until)));
        if (session.isJson()) session.json(reply);
        else
            session.say(SafeText.line(until.map(time -> rule + " sends nothing until "
                            + TimeText.clock(reply.json().at("until").text(time.toString()), session.zone()) + " ("
                            + TimeText.relative(time.toString(), session.now()) + ")")
                    .orElse(rule + " is no longer snoozed")));
        return ExitCode.DONE;
    }

    /** A name with a slash, which servers refuse in a path, is a parameter. */
    private static Request request(String rule) {
        return rule.contains("/")
                ? Request.post("/dlq/alerts/snooze").query("name", rule)
                : Request.post("/dlq/alerts/" + Request.encoded(rule) + "/snooze");
    }

    private static Value body(Session session, Optional<Instant> until) {
        List<Value.Field> fields = new ArrayList<>();
        fields.add(
                new Value.Field("until", Value.of(until.map(Instant::toString).orElse(null))));
        for (String option : List.of("channel", "reason"))
            session.text("--" + option).ifPresent(text -> fields.add(new Value.Field(option, Value.of(text))));
        return new Value.Fields(fields);
    }

    /** Empty when a snooze is to be ended. */
    private static Optional<Instant> until(Session session) {
        Optional<String> span = session.text("--for");
        Optional<String> time = session.text("--until");
        long given = Stream.of(span.isPresent(), time.isPresent(), session.has("--end"))
                .filter(isGiven -> isGiven)
                .count();
        if (given != 1) throw new BadUsage("say how long with --for 2h or --until TIME, or --end to end a snooze");
        return session.has("--end") ? Optional.empty() : Optional.of(end(session, span, time));
    }

    private static Instant end(Session session, Optional<String> span, Optional<String> time) {
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
