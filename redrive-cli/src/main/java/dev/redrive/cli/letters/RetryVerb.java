package dev.redrive.cli.letters;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Filters;
import dev.redrive.cli.command.LetterArguments;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.TimeText;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/** Retries letters now: named ones one by one with their outcome, those of a filter as a replay. */
public final class RetryVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Retries letters now. Of named ones the outcome is shown; those of a filter or a cause become a replay"
                                + " that goes on by itself.")
                .footer("%nExamples:", "  redrive retry 019a86f2-3c1e", "  redrive retry --any-cause 5d8c1f0a");
        spec.addOption(Opt.flag("--dry-run", "Of a filter: only says how many letters are meant."));
        LetterArguments.describe(spec);
        Filters.describe(spec);
    }

    @Override
    public int run(Session session) throws IOException {
        boolean isFiltered = Filters.isGiven(session);
        if (isFiltered == LetterArguments.isGiven(session))
            throw new BadUsage(
                    "say which letters: either ids, or a filter such as --any-cause ID\n  try: redrive retry --help");
        if (isFiltered) return replay(session);
        if (session.has("--dry-run")) throw new BadUsage("--dry-run is for filters; redrive show ID looks at a letter");
        return EachLetter.run(session, "Retry %d letters?", new Try(session));
    }

    private static final class Try implements EachLetter.Order {
        private final Session session;

        Try(Session session) {
            this.session = session;
        }

        @Override
        public Request request(String id) {
            return Request.post("/dlq/" + id + "/retry");
        }

        @Override
        public String outcome(Value answer) {
            Value attempt = answer.at("attempt");
            String took = attempt.isNothing()
                    ? ""
                    : " in " + TimeText.took(attempt.at("processingDuration").number());
            String why =
                    attempt.at("error").isNothing() ? "" : ": " + SafeText.line(LetterTable.error(attempt.at("error")));
            String next = answer.at("nextRetryAt")
                    .text()
                    .map(time -> "; next try " + TimeText.relative(time, session.now()))
                    .orElse("");
            return session.palette().word(answer.at("status").text("")) + took + why + next;
        }

        @Override
        public boolean isGood(Value answer) {
            String status = answer.at("status").text("");
            return status.equals("RESOLVED") || status.equals("REPLAYED");
        }
    }

    private static int replay(Session session) {
        BulkAction bulk = new BulkAction(
                session, "/dlq/bulk/retry", Value.object().with("filterCriteria", Filters.criteria(session)));
        Value plan = bulk.plan();
        long count = BulkAction.count(plan);
        if (session.has("--dry-run")) return planned(session, plan, count);
        if (count == 0) {
            session.console().note("no letter is like that; nothing was changed");
            return ExitCode.DONE;
        }
        if (!session.has("--yes") && count > 1) BulkAction.describe(session, plan);
        session.confirm(count, "Retry " + NumberText.letters(count) + "?");
        return started(session, bulk.run());
    }

    private static int planned(Session session, Value plan, long count) {
        if (session.isJson()) {
            session.json(plan);
        } else {
            session.console().line(NumberText.letters(count) + " would be retried");
            BulkAction.describe(session, plan);
        }
        return ExitCode.DONE;
    }

    private static int started(Session session, Reply reply) {
        if (session.isJson()) {
            session.json(reply);
            return ExitCode.DONE;
        }
        Value replay = reply.json();
        if (replay.at("id").isNothing()) {
            session.console()
                    .line(NumberText.of(replay.at("accepted").number()) + " of "
                            + NumberText.letters(replay.at("matched").number()) + " are due now");
        } else {
            String id = replay.at("id").text("");
            session.console().line("replay " + id + " runs: " + NumberText.letters(BulkAction.count(replay)));
            session.console().line("look at it with: redrive replay show " + id);
        }
        return ExitCode.DONE;
    }
}
