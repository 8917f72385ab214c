package dev.redrive.cli.letters;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.LetterArguments;
import dev.redrive.cli.command.MatchCount;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/** Deletes letters for good: named ones, or those that have been in the archive for some time. */
public final class DeleteVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage().description("Deletes letters for good. Nothing of them stays but a line in the audit log.");
        spec.addOption(Opt.text("--archived-before", "AGE", "Those archived longer ago than this: 30d."));
        LetterArguments.describe(spec);
    }

    @Override
    public int run(Session session) throws IOException {
        boolean isByAge = session.has("--archived-before");
        if (isByAge == LetterArguments.isGiven(session))
            throw new BadUsage("say which letters: either ids, or --archived-before AGE\n  try: redrive delete --help");
        return isByAge
                ? archived(
                        session,
                        session.times()
                                .age(
                                        "--archived-before",
                                        session.text("--archived-before").orElse("")))
                : EachLetter.run(session, "Delete %d letters for good?", new Delete());
    }

    private static final class Delete implements EachLetter.Order {
        @Override
        public Request request(String id) {
            return Request.delete("/dlq/" + id);
        }

        @Override
        public String outcome(Value answer) {
            return "is deleted";
        }
    }

    private static int archived(Session session, String age) {
        if (!session.has("--yes")) {
            Value plan = session.send(Request.delete("/dlq/bulk/archived")
                            .query("olderThan", age)
                            .query("dryRun", "true"))
                    .json();
            MatchCount matched = MatchCount.of(plan);
            if (matched.isNone()) return nothing(session, plan);
            session.confirm(
                    matched.atWorst(),
                    "Delete " + matched.letters() + " for good, archived " + age + " ago or earlier?");
        }
        Reply reply = session.send(Request.delete("/dlq/bulk/archived").query("olderThan", age));
        if (session.isJson()) {
            session.json(reply);
        } else {
            long letters = reply.json().at("deleted").number();
            session.console().line(NumberText.letters(letters) + (letters == 1 ? " is deleted" : " are deleted"));
        }
        return ExitCode.DONE;
    }

    private static int nothing(Session session, Value plan) {
        if (session.isJson()) session.json(plan);
        else session.console().note("no letter was archived that long ago; nothing was changed");
        return ExitCode.DONE;
    }
}
