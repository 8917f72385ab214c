package dev.redrive.cli.cold;

import dev.redrive.cli.command.ExitCode;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.CommandFailed;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.ProgressBar;
import dev.redrive.cli.terminal.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One restore, in requests of bounded size, and what it came to. */
final class Restore {
    private static final String PATH = "/dlq/cold/restore";
    private static final int PAGE = 500;

    private final Session session;
    private final List<Value> missing = new ArrayList<>();
    private final List<Value> problems = new ArrayList<>();
    private long restored;
    private long known;
    private long bytesRead;

    Restore(Session session) {
        this.session = session;
    }

    /**
     * How many letters of the archive match.
     *
     * @param known how many of them are in the store already
     */
    record Count(long matching, long known) {
        long fresh() {
            return matching - known;
        }

        String letters() {
            String also = known == 0 ? "" : ", and leave " + NumberText.of(known) + " that are in the store already";
            return NumberText.letters(fresh()) + " from the archive" + also;
        }
    }

    Count count(Value criteria) {
        long matching = 0;
        long inStore = 0;
        try (ProgressBar bar = bar()) {
            Optional<String> cursor = Optional.empty();
            do {
                Value page = post(body(criteria, cursor).with("dryRun", Value.of(true)));
                matching += page.at("matching").number();
                inStore += page.at("known").number();
                read(page);
                cursor = page.at("nextCursor").text();
                bar.draw(0, 0, NumberText.letters(matching) + " so far, " + NumberText.bytes(bytesRead) + " read");
            } while (cursor.isPresent());
        }
        return new Count(matching, inStore);
    }

    int counted(Count count) {
        if (session.isJson()) {
            session.json(Value.object()
                    .with("dryRun", Value.of(true))
                    .with("matching", Value.of(count.matching()))
                    .with("known", Value.of(count.known()))
                    .with("bytesRead", Value.of(bytesRead))
                    .with("problems", new Value.Items(problems))
                    .build());
        } else {
            session.console().line("would restore " + count.letters());
            reportProblems();
        }
        return ExitCode.DONE;
    }

    int named(List<String> ids) {
        try (ProgressBar bar = bar()) {
            for (int from = 0; from < ids.size(); from += PAGE) {
                int to = Math.min(from + PAGE, ids.size());
                some(ids.subList(from, to));
                bar.show(to, ids.size(), progress());
            }
        }
        return ended();
    }

    private void some(List<String> ids) {
        Optional<String> cursor = Optional.empty();
        do {
            Value page = next(Value.object().with("ids", Value.of(ids)).with("cursor", cursor.orElse(null)));
            take(page);
            cursor = page.at("nextCursor").text();
        } while (cursor.isPresent());
    }

    /** @param matching as counted before, or 0 when it was not counted */
    int all(Value criteria, long matching) {
        problems.clear();
        try (ProgressBar bar = bar()) {
            Optional<String> cursor = Optional.empty();
            do {
                Value page = next(body(criteria, cursor));
                take(page);
                cursor = page.at("nextCursor").text();
                bar.show(restored + known, matching, progress());
            } while (cursor.isPresent());
        }
        return ended();
    }

    private Value next(Value.Building body) {
        try {
            return post(body);
        } catch (CommandFailed e) {
            throw new CommandFailed(
                    e.reason() + "; " + progress() + " before",
                    e.next().orElse("run it again: what is restored stays as it is"));
        }
    }

    private static Value.Building body(Value criteria, Optional<String> cursor) {
        return Value.object()
                .with("filterCriteria", criteria)
                .with("cursor", cursor.orElse(null))
                .with("limit", Value.of(PAGE));
    }

    private Value post(Value.Building body) {
        return session.send(Request.post(PATH).json(body.build())).json();
    }

    private void take(Value page) {
        restored += page.at("restored").number();
        known += page.at("known").number();
        missing.addAll(page.at("missing").items());
        read(page);
    }

    private void read(Value page) {
        bytesRead += page.at("bytesRead").number();
        problems.addAll(page.at("problems").items());
    }

    private ProgressBar bar() {
        return new ProgressBar(session.environment().err(), session.console().terminal());
    }

    private String progress() {
        return NumberText.letters(restored) + " restored, " + NumberText.bytes(bytesRead) + " read";
    }

    int ended() {
        if (session.isJson()) {
            session.json(Value.object()
                    .with("dryRun", Value.of(false))
                    .with("restored", Value.of(restored))
                    .with("known", Value.of(known))
                    .with("missing", new Value.Items(missing))
                    .with("bytesRead", Value.of(bytesRead))
                    .with("problems", new Value.Items(problems))
                    .build());
        } else {
            String also = known == 0 ? "" : ", " + NumberText.of(known) + " in the store already";
            String gone = missing.isEmpty() ? "" : ", " + NumberText.of(missing.size()) + " not found";
            session.console().line(NumberText.letters(restored) + " restored as MANUAL" + also + gone);
            missing.forEach(
                    id -> session.console().note("redrive: " + SafeText.line(id.text("")) + "  is not in the archive"));
            reportProblems();
        }
        return missing.isEmpty() && problems.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void reportProblems() {
        problems.forEach(problem -> session.console().note("redrive: left out: " + SafeText.line(problem.text(""))));
    }
}
