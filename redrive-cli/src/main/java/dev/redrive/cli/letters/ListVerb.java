package dev.redrive.cli.letters;

import dev.redrive.cli.command.BadUsage;
import dev.redrive.cli.command.Filters;
import dev.redrive.cli.command.Opt;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.command.Verb;
import dev.redrive.cli.command.WatchMode;
import dev.redrive.cli.http.Reply;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.JsonWriter;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.SafeText;
import dev.redrive.cli.terminal.Style;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** Letters, filtered and sorted; all of them if wanted, a page at a time in memory. */
public final class ListVerb implements Verb {
    private static final int USUAL = 50;
    private static final int LARGEST_PAGE = 500;
    private static final List<String> SORTS = List.of("createdAt", "updatedAt", "priority", "retryCount");

    @Override
    public void describe(CommandSpec spec) {
        spec.usageMessage()
                .description("Letters, newest first.")
                .footer(
                        "%nExamples:",
                        "  redrive list --status FAILED --channel 'payment.*' --max-age 24h",
                        "  redrive list --channel payments --during 'yesterday 14:00-15:00'",
                        "  redrive list --cause 5d8c1f0a --output ids | redrive archive - --yes");
        spec.addOption(Opt.choice("--sort", "BY", SORTS, "createdAt, updatedAt, priority or retryCount."));
        spec.addOption(Opt.choice("--direction", "WAY", List.of("asc", "desc"), "asc or desc."));
        spec.addOption(Opt.text("--view", "NAME", "A saved view; options beside it are stronger. See: redrive views"));
        spec.addOption(Opt.number("-n, --limit", "N", "At most so many; usually " + USUAL + "."));
        spec.addOption(Opt.number("--page", "N", "Counted from 1."));
        spec.addOption(Opt.flag("-a, --all", "All of them, however many."));
        WatchMode.describe(spec);
        Filters.describe(spec);
    }

    @Override
    public int run(Session session) {
        int limit = session.number("--limit", USUAL);
        if (limit < 1) throw new BadUsage("--limit must be at least 1, not " + limit);
        if (session.has("--all") && session.has("--page")) throw new BadUsage("give --page or --all, not both");
        return WatchMode.run(session, () -> show(session, limit));
    }

    private static void show(Session session, int limit) {
        boolean isAll = session.has("--all") || limit > LARGEST_PAGE;
        long most = session.has("--all") && !session.has("--limit") ? Long.MAX_VALUE : limit;
        if (!isAll) {
            one(session, limit);
        } else if (session.isJson()) {
            allAsJson(session, most);
        } else {
            all(session, most);
        }
    }

    private static void one(Session session, int limit) {
        Reply reply = session.send(page(session, limit));
        if (session.isJson()) {
            session.json(reply);
            return;
        }
        session.page();
        Value page = reply.json();
        LetterTable table = new LetterTable(session);
        table.print(page.at("items").items());
        int shown = page.at("items").items().size();
        incomplete(session, page);
        withoutTarget(session, page.at("items").items());
        if (shown == 0) {
            nothing(session);
        } else if (!page.at("nextCursor").isNothing()
                && session.console().terminal().out()) {
            String all = (page.at("totalIsLowerBound").isTrue() ? "more than " : "")
                    + NumberText.of(page.at("total").number());
            session.console()
                    .line(session.paint(Style.DIM, NumberText.of(shown) + " of " + all + "; all of them: --all"));
        }
    }

    private static Request page(Session session, int limit) {
        Request request = Filters.addTo(Request.get("/dlq"), session).query("limit", String.valueOf(limit));
        session.text("--view").ifPresent(view -> request.query("view", view));
        session.text("--sort").ifPresent(sort -> request.query("sort", sort));
        session.text("--direction").ifPresent(direction -> request.query("direction", direction));
        if (session.has("--page")) request.query("page", String.valueOf(session.number("--page", 1)));
        return request;
    }

    /** Page after page, until there is none or enough were seen. */
    private static final class Pages {
        private final Session session;
        private long wanted;
        private Optional<String> cursor = Optional.empty();
        private boolean isFirst = true;

        Pages(Session session, long wanted) {
            this.session = session;
            this.wanted = wanted;
        }

        boolean hasNext() {
            return wanted > 0 && (isFirst || cursor.isPresent());
        }

        Value next() {
            Request request = page(session, (int) Math.min(wanted, LARGEST_PAGE));
            cursor.ifPresent(id -> request.query("cursor", id));
            Value page = session.send(request).json();
            isFirst = false;
            cursor = page.at("nextCursor").text();
            wanted -= page.at("items").items().size();
            incomplete(session, page);
            return page;
        }
    }

    private static void all(Session session, long most) {
        session.page();
        LetterTable table = new LetterTable(session);
        Pages pages = new Pages(session, most);
        boolean isEmpty = true;
        while (pages.hasNext()) {
            List<Value> items = pages.next().at("items").items();
            isEmpty &= items.isEmpty();
            table.print(items);
            session.console().flush();
        }
        if (isEmpty) nothing(session);
    }

    /** One document, in the form of a page, written while it comes. */
    private static void allAsJson(Session session, long most) {
        Pages pages = new Pages(session, most);
        long count = 0;
        boolean isComplete = true;
        while (pages.hasNext()) {
            Value page = pages.next();
            if (count == 0) session.console().print("{\"items\":[");
            isComplete &= page.at("complete").isTrue();
            for (Value item : page.at("items").items())
                session.console().print((count++ == 0 ? "\n" : ",\n") + JsonWriter.compact(item));
        }
        String next = pages.cursor.map(id -> "\"" + id + "\"").orElse("null");
        session.console()
                .line("],\"total\":" + count + ",\"nextCursor\":" + next + ",\"complete\":" + isComplete + "}");
    }

    private static void incomplete(Session session, Value page) {
        boolean ranOut = page.at("complete") instanceof Value.Flag flag && !flag.value();
        if (ranOut)
            session.console()
                    .note("redrive: the search for text looked at "
                            + NumberText.letters(page.at("searched").number()) + back(page)
                            + " and stopped; --all goes on to the end, --max-age narrows it");
    }

    /** How to give a target to the channels of these letters that have none. */
    private static void withoutTarget(Session session, List<Value> letters) {
        if (session.isIds()) return;
        letters.stream()
                .flatMap(letter -> letter.at("noTarget").text().stream())
                .distinct()
                .limit(3)
                .forEach(how -> session.console().note(SafeText.line("redrive: letters are not sent: " + how)));
    }

    private static String back(Value page) {
        return page.at("searchedUntil")
                .text()
                .map(time -> ", as far as " + time + ",")
                .orElse("");
    }

    private static void nothing(Session session) {
        if (session.isIds()) return;
        String wanted = Stream.concat(
                        session.text("--view").map(view -> "view " + view).stream(), Filters.words(session).stream())
                .collect(Collectors.joining(", "));
        session.console()
                .note(wanted.isEmpty() ? "there are no letters" : "no letter matches: " + SafeText.line(wanted));
    }
}
