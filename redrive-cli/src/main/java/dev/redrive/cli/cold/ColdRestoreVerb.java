package dev.redrive.cli.cold;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Filters;
import dev.redrive.cli.command.LetterArguments;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Brings letters back from the archive: named ones, or all of a filter. */
public final class ColdRestoreVerb implements Verb {
    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Brings letters back from the archive as MANUAL, with their ids, attempts and versions. Letters that are in"
                                + " the store stay as they are, so it can be done again.")
                .footer(
                        "%nExamples:",
                        "  redrive cold restore 019a86f2-3c1e",
                        "  redrive cold restore --error-type TimeoutException --from 2026-01-01 --to 2026-02-01");
        spec.addOption(Opt.flag("--dry-run", "Of a filter: only says how many letters are meant."));
        LetterArguments.describe(spec);
        Filters.describe(spec);
    }

    @Override
    public int run(Session session) throws IOException {
        boolean isFiltered = Filters.isGiven(session);
        if (isFiltered == LetterArguments.isGiven(session))
            throw new BadUsage("say which letters: either ids, or a filter such as --channel NAME\n"
                    + "  try: redrive cold restore --help");
        return isFiltered ? all(session) : named(session);
    }

    private static int named(Session session) throws IOException {
        if (session.has("--dry-run"))
            throw new BadUsage("--dry-run is for filters; redrive cold show ID looks at a letter");
        List<String> ids = LetterArguments.coldIds(session);
        if (ids.isEmpty()) return ExitCode.DONE;
        session.confirm(ids.size(), "Restore " + NumberText.letters(ids.size()) + " from the archive?");
        return new Restore(session).named(ids);
    }

    private static int all(Session session) {
        Restore restore = new Restore(session);
        Value criteria = Filters.criteria(session);
        if (session.has("--yes") && !session.has("--dry-run")) return restore.all(criteria, 0);
        Restore.Count count = restore.count(criteria);
        if (session.has("--dry-run")) return restore.counted(count);
        if (count.fresh() == 0) return nothing(session, restore, count);
        session.confirm(count.fresh(), "Restore " + count.letters() + "?");
        return restore.all(criteria, count.matching());
    }

    private static int nothing(Session session, Restore restore, Restore.Count count) {
        if (session.isJson()) return restore.ended();
        String found = count.matching() == 0
                ? "no letter in the archive is like that"
                : NumberText.letters(count.known()) + " are in the store already";
        session.console().note(found + "; nothing was changed");
        return ExitCode.DONE;
    }
}
