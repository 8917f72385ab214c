package dev.redrive.cli.cold;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Filters;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.ProgressBar;
import dev.redrive.cli.terminal.Style;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Letters in the archive, filtered. Goes on from page to page until it has found enough. */
public final class ColdListVerb implements Verb {
    private static final int USUAL = 50;

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description(
                        "Letters in the archive, the newest hours first. It reads the index of each object and then only the parts that can"
                                + " contain such letters; with a time, a channel, an error type or a key it reads less.")
                .footer(
                        "%nExamples:",
                        "  redrive cold list --error-type TimeoutException --from 2026-01-01 --to 2026-02-01",
                        "  redrive cold list --key cust-4711 --output ids | redrive cold restore - --yes");
        spec.addOption(Opt.number("-n, --limit", "N", "At most so many; usually " + USUAL + "."));
        spec.addOption(Opt.flag("-a, --all", "All of them, however many."));
        Filters.describe(spec);
    }

    @Override
    public int run(Session session) {
        int limit = session.number("--limit", USUAL);
        if (limit < 1) throw new BadUsage("--limit must be at least 1, not " + limit);
        if (session.has("--all") && session.has("--limit")) throw new BadUsage("give --limit or --all, not both");
        ColdSearch search = new ColdSearch(session, session.has("--all") ? Long.MAX_VALUE : limit);
        if (session.isJson()) json(session, search);
        else table(session, search);
        return ExitCode.DONE;
    }

    /** Not in a pager: a search may take its time, and shows meanwhile how far it is. */
    private static void table(Session session, ColdSearch search) {
        ColdTable table = new ColdTable(session);
        try (ProgressBar bar =
                new ProgressBar(session.environment().err(), session.console().terminal())) {
            while (search.hasNext()) {
                List<Value> letters = search.next();
                bar.clear();
                table.print(letters);
                session.console().flush();
                if (search.hasNext()) bar.draw(0, 0, search.progress());
            }
        }
        search.reportProblems();
        if (session.isIds()) return;
        if (search.isEmpty())
            session.console()
                    .note(Filters.isGiven(session) ? "no letter in the archive is like that" : "the archive is empty");
        if (session.console().terminal().out()) {
            String more = search.hasMore() ? "; more of them: --limit or --all" : "";
            session.console().line(session.paint(Style.DIM, search.progress() + more));
        }
    }

    /** One document, in the form of a page, written while it comes. */
    private static void json(Session session, ColdSearch search) {
        long count = 0;
        while (search.hasNext()) {
            List<Value> letters = search.next();
            if (count == 0 && !letters.isEmpty()) session.console().print("{\"items\":[");
            for (Value letter : letters)
                session.console().print((count++ == 0 ? "\n" : ",\n") + JsonWriter.compact(letter));
        }
        String rest = JsonWriter.compact(search.summary());
        session.console().line((count == 0 ? "{\"items\":[" : "") + "]," + rest.substring(1));
    }
}
