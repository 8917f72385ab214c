package dev.redrive.cli.holds;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.SafeText;
import picocli.CommandLine.Model.CommandSpec;

/** Places a legal hold. */
public final class PlaceHoldVerb implements Verb {
    private static final int CREATED = 201;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Places a legal hold: what is under it is not deleted, not erased and not removed by retention"
                                + " until the hold is lifted. Needs the role admin.")
                .footer("%nExample:", "  redrive holds add --channel ledger --reason 'audit 2026-07, case 4711'");
        HoldSubject.describe(spec);
        spec.addOption(Opt.text("--reason", "TEXT", "Why; shown with the letters."));
    }

    @Override
    public int run(Session session) {
        String reason = session.text("--reason").orElse("");
        if (reason.isBlank()) throw new BadUsage("say why with --reason TEXT");
        HoldSubject subject = HoldSubject.of(session);
        Reply reply = session.send(Request.post("/dlq/holds")
                .json(Value.object()
                        .with(subject.kind(), subject.name())
                        .with("reason", reason)
                        .build()));
        if (session.isJson()) session.json(reply);
        else session.say(SafeText.line(said(subject, reply)));
        return ExitCode.DONE;
    }

    private static String said(HoldSubject subject, Reply reply) {
        if (reply.status() == CREATED) return subject + " is under a legal hold";
        Value hold = reply.json();
        return subject + " was under a legal hold already, by "
                + hold.at("by").text("?") + " since " + hold.at("since").text("?") + ": "
                + hold.at("reason").text("");
    }
}
