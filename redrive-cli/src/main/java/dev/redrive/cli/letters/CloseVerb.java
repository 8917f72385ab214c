package dev.redrive.cli.letters;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Filters;
import dev.redrive.cli.command.LetterArguments;
import dev.redrive.cli.command.MatchCount;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/** Closes letters, as settled by hand or as not needed: named ones, or all of a filter. */
public final class CloseVerb implements Verb {
    private final String name;
    private final String strategy;
    private final String description;

    private CloseVerb(String name, String strategy, String description) {
        this.name = name;
        this.strategy = strategy;
        this.description = description;
    }

    public static CloseVerb archive() {
        return new CloseVerb("archive", "manual_resolution", "Closes letters that were resolved in another way.");
    }

    public static CloseVerb discard() {
        return new CloseVerb("discard", "discard", "Closes letters that are not needed.");
    }

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(description + " They can be brought back with: redrive restore ID")
                .footer(
                        "%nExamples:",
                        "  redrive " + name + " 019a86f2-3c1e --notes 'sent by mail'",
                        "  redrive " + name + " --status FAILED --channel test --yes");
        spec.addOption(Opt.text("--notes", "TEXT", "Why; kept with the letter."));
        spec.addOption(Opt.text("--older-than", "AGE", "Captured longer ago: 7d. Alone it means resolved letters."));
        spec.addOption(Opt.flag("--dry-run", "Of a filter: only says how many letters are meant."));
        LetterArguments.describe(spec);
        Filters.describe(spec);
    }

    @Override
    public int run(Session session) throws IOException {
        boolean isFiltered = Filters.isGiven(session) || session.has("--older-than");
        if (isFiltered == LetterArguments.isGiven(session))
            throw new BadUsage("say which letters: either ids, or a filter such as --cause ID\n  try: redrive " + name
                    + " --help");
        if (isFiltered) return all(session);
        if (session.has("--dry-run")) throw new BadUsage("--dry-run is for filters; redrive show ID looks at a letter");
        String question = Character.toUpperCase(name.charAt(0)) + name.substring(1) + " %d letters?";
        return EachLetter.run(
                session,
                question,
                new MoveVerb.Moving(session, "archive", closing(session).build()));
    }

    private Value.Building closing(Session session) {
        return Value.object()
                .with("strategy", strategy)
                .with("notes", session.text("--notes").orElse(null));
    }

    private int all(Session session) {
        Value.Building body = closing(session)
                .with(
                        "olderThan",
                        session.text("--older-than")
                                .map(age -> session.times().age("--older-than", age))
                                .orElse(null));
        Value criteria = Filters.criteria(session);
        if (!criteria.fields().isEmpty()) body.with("filterCriteria", criteria);
        BulkAction bulk = new BulkAction(session, "/dlq/bulk/archive", body);
        Value plan = bulk.plan();
        MatchCount matched = MatchCount.of(plan);
        if (session.has("--dry-run")) return planned(session, plan, matched);
        if (matched.isNone()) {
            session.console().note("no letter is like that; nothing was changed");
            return ExitCode.DONE;
        }
        session.confirm(
                matched.atWorst(),
                Character.toUpperCase(name.charAt(0)) + name.substring(1) + " " + matched.letters() + "?");
        Reply reply = bulk.run();
        if (session.isJson()) {
            session.json(reply);
        } else {
            Value done = reply.json();
            String skipped = done.at("skipped").number() == 0
                    ? ""
                    : "; " + NumberText.of(done.at("skipped").number()) + " could not be, because of their status";
            session.console().line(closed(done.at("archived").number()) + skipped);
        }
        return ExitCode.DONE;
    }

    private static String closed(long letters) {
        return NumberText.letters(letters) + (letters == 1 ? " is closed" : " are closed");
    }

    private int planned(Session session, Value plan, MatchCount matched) {
        if (session.isJson()) {
            session.json(plan);
        } else {
            session.console().line(matched.letters() + " would be closed");
        }
        return ExitCode.DONE;
    }
}
