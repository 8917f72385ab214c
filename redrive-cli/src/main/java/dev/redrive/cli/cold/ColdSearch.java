package dev.redrive.cli.cold;

import dev.redrive.cli.command.Filters;
import dev.redrive.cli.command.Session;
import dev.redrive.cli.http.Request;
import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;
import dev.redrive.cli.terminal.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A search in the archive, page after page, and what it has cost so far. */
final class ColdSearch {
    private static final int LARGEST_PAGE = 500;

    private final Session session;
    private final long wanted;
    private final List<Value> problems = new ArrayList<>();
    private Optional<String> cursor = Optional.empty();
    private Optional<String> lookedBackTo = Optional.empty();
    private boolean isFirst = true;
    private long found;
    private long objects;
    private long bytesRead;

    ColdSearch(Session session, long wanted) {
        this.session = session;
        this.wanted = wanted;
    }

    /** False when enough letters were found, or the whole archive was searched. */
    boolean hasNext() {
        return found < wanted && (isFirst || cursor.isPresent());
    }

    /** The letters of the next page; there may be none although later pages have some. */
    List<Value> next() {
        Request request = Filters.addTo(Request.get("/dlq/cold"), session)
                .query("limit", String.valueOf(Math.min(wanted - found, LARGEST_PAGE)));
        cursor.ifPresent(at -> request.query("cursor", at));
        Value page = session.send(request).json();
        isFirst = false;
        cursor = page.at("nextCursor").text();
        page.at("lookedBackTo").text().ifPresent(time -> lookedBackTo = Optional.of(time));
        objects += page.at("objects").number();
        bytesRead += page.at("bytesRead").number();
        problems.addAll(page.at("problems").items());
        List<Value> letters = page.at("items").items();
        found += letters.size();
        return letters;
    }

    boolean isEmpty() {
        return found == 0;
    }

    /** Whether there may be more letters behind the last page. */
    boolean hasMore() {
        return cursor.isPresent();
    }

    /** Such as {@code 14 letters; looked back to 2026-10-11T08:00:00Z in 31 objects, 2.4 MB read}. */
    String progress() {
        String back = lookedBackTo
                .map(time -> "; looked back to " + SafeText.line(time))
                .orElse("; looked");
        return NumberText.letters(found) + back + " in " + NumberText.of(objects)
                + (objects == 1 ? " object, " : " objects, ") + NumberText.bytes(bytesRead) + " read";
    }

    /** Objects that were left out, which may have contained such letters. */
    void reportProblems() {
        problems.forEach(problem -> session.console().note("redrive: left out: " + SafeText.line(problem.text(""))));
    }

    /** What a page says besides its letters, for all pages. */
    Value summary() {
        return Value.object()
                .with("nextCursor", cursor.orElse(null))
                .with("objects", Value.of(objects))
                .with("bytesRead", Value.of(bytesRead))
                .with("lookedBackTo", lookedBackTo.orElse(null))
                .with("problems", new Value.Items(List.copyOf(problems)))
                .build();
    }
}
