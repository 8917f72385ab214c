package dev.redrive.server.letters;

import dev.redrive.Desk;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Summary;
import dev.redrive.server.access.Caller;
import dev.redrive.server.access.Scope;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.JsonStreams;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.Times;
import dev.redrive.store.Filter;
import dev.redrive.store.Moved;
import dev.redrive.store.Order;
import dev.redrive.store.Page;
import dev.redrive.store.Query;
import dev.redrive.store.Removed;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes decisions about many letters at once. Works through them in bounded batches. */
@RestController
final class BulkApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
    private static final String OLDER_THAN = "olderThan";

    private final Desk desk;
    private final Settings settings;
    private final Audit audit;
    private final InstantSource clock;

    BulkApi(Desk desk, Settings settings, Audit audit, InstantSource clock) {
        this.desk = desk;
        this.settings = settings;
        this.audit = audit;
        this.clock = clock;
    }

    @PostMapping(path = "/dlq/bulk/archive", produces = JSON)
    void archive(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        BulkBody body = BulkBody.read(request, settings.http().maxBodyBytes());
        Order order = OrderBody.archive(body.strategy(), body.notes(), caller.name());
        Count count = run(body, order, caller);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.writeStartObject();
            out.writeNumberProperty("matched", count.matched());
            out.writeNumberProperty("archived", count.moved());
            out.writeNumberProperty("skipped", count.skipped());
            out.writeNumberProperty("notFound", count.notFound());
            out.writeEndObject();
        });
    }

    /** How many letters were meant, and what became of them. */
    private record Count(long matched, long moved, long skipped, long notFound) {}

    private Count run(BulkBody body, Order order, Caller caller) {
        Count count = body.choice().isByIds() ? byIds(body, order, caller) : byFilter(body, order, caller);
        if (!body.isDryRun()) audit.record(caller, "bulk archive", body.choice().subject(), count.moved());
        return count;
    }

    private Count byFilter(BulkBody body, Order order, Caller caller) {
        Filter filter = Scope.of(caller).limit(body.choice().filter(clock.instant()));
        if (body.isDryRun()) return new Count(desk.count(filter).count(), 0, 0, 0);
        Desk.Bulk done = desk.moveAll(filter, order);
        return new Count(done.moved() + done.skipped(), done.moved(), done.skipped(), 0);
    }

    /** Whoever names one letter they may not touch changes none. */
    private Count byIds(BulkBody body, Order order, Caller caller) {
        Scope scope = Scope.of(caller);
        if (!scope.isAll()) {
            for (LetterId id : body.choice().ids()) {
                DeadLetter unused = desk.find(id).map(scope::allowed).orElse(null);
            }
        }
        if (body.isDryRun()) {
            long known = body.choice().ids().stream()
                    .filter(id -> desk.find(id).isPresent())
                    .count();
            return new Count(known, 0, 0, body.choice().ids().size() - known);
        }
        long moved = 0;
        long missing = 0;
        for (LetterId id : body.choice().ids()) {
            Moved result = desk.move(id, order);
            if (result instanceof Moved.To) moved++;
            if (result instanceof Moved.NoSuchLetter) missing++;
        }
        long known = body.choice().ids().size() - missing;
        return new Count(known, moved, known - moved, missing);
    }

    @DeleteMapping(path = "/dlq/bulk/archived", produces = JSON)
    void deleteArchived(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        String age = olderThan(request.getParameterMap());
        long deleted = deleteArchived(clock.instant().minus(Times.duration(OLDER_THAN, age)), caller);
        audit.record(caller, "bulk delete", "archived, older than " + age, deleted);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.writeStartObject();
            out.writeNumberProperty("deleted", deleted);
            out.writeEndObject();
        });
    }

    private static String olderThan(Map<String, String[]> parameters) {
        for (String name : parameters.keySet()) {
            if (!name.equals(OLDER_THAN)) throw FilterWords.unknown(name, List.of(OLDER_THAN));
        }
        String[] values = parameters.get(OLDER_THAN);
        if (values == null || values.length != 1 || values[0].isEmpty())
            throw Problem.badField(
                    OLDER_THAN, "say how old a letter must be to be deleted for good, as in ?olderThan=30d");
        return values[0];
    }

    /** A letter's time in the archive counts, not its age: one that was archived today stays. */
    private long deleteArchived(Instant before, Caller caller) {
        Filter filter = Scope.of(caller)
                .limit(Filter.builder().status(LetterStatus.ARCHIVED).to(before).build());
        long deleted = 0;
        LetterId after = null;
        do {
            Page page = desk.search(oldest(filter, after));
            for (Summary letter : page.items()) {
                if (letter.standing().updatedAt().isBefore(before)
                        && desk.delete(letter.id(), caller.name()) instanceof Removed.Gone) deleted++;
            }
            after = page.next();
        } while (after != null);
        return deleted;
    }

    private static Query oldest(Filter filter, @Nullable LetterId after) {
        return new Query(filter, Query.Sort.CREATED_AT, Query.Direction.ASC, Query.MAX_LIMIT, after, 0);
    }
}
