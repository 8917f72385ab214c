package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Summary;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Problem;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Total;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes decisions about many letters at once. Works through them in bounded batches. */
@RestController
final class BulkApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    private static final int COUNTED = 100_000;
    private static final Duration COUNTING = Duration.ofSeconds(20);

    private final Letters letters;
    private final Settings settings;
    private final Audit audit;
    private final InstantSource clock;

    BulkApi(Letters letters, Settings settings, Audit audit, InstantSource clock) {
        this.letters = letters;
        this.settings = settings;
        this.audit = audit;
        this.clock = clock;
    }

    @PostMapping(path = "/dlq/bulk/archive", produces = JSON)
    void archive(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        BulkBody body = BulkBody.read(request, settings.http().maxBodyBytes());
        UUID action = UUID.randomUUID();
        ManualMove move =
                MoveBody.archive(body.strategy(), body.notes(), caller.name()).partOf(action);
        Count count = body.isDryRun() ? planned(body, caller) : run(body, move, caller);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            matched(out, count.matched());
            out.number("archived", count.moved());
            out.number("skipped", count.skipped());
            out.number("notFound", count.notFound());
            out.text("action", body.isDryRun() ? null : action.toString());
            out.endObject();
        });
    }

    /** Letters by their ids, or all that one bulk action closed and that still are. */
    @PostMapping(path = "/dlq/bulk/restore", produces = JSON)
    void restore(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        RestoredLetters body = RestoredLetters.read(request, settings.http().maxBodyBytes());
        if (body.action() == null) checkAllowed(body.ids(), caller);
        Restored restored = restore(body, caller);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.number("restored", restored.count());
            out.number("skipped", restored.skipped());
            out.number("notFound", restored.notFound());
            out.text("next", restored.next() == null ? null : restored.next().toString());
            out.endObject();
        });
    }

    private record Restored(
            long count,
            long skipped,
            long notFound,
            @Nullable LetterId next) {}

    private Restored restore(RestoredLetters body, Caller caller) {
        UUID action = body.action();
        String subject = action == null ? body.ids().size() + " ids" : "bulk action " + action;
        try (BulkAuditLine line = new BulkAuditLine(audit, caller, "bulk restore", subject)) {
            Restored restored = action == null ? byIds(body, caller, line) : undo(action, body, caller, line);
            line.isWhole = true;
            return restored;
        }
    }

    private Restored undo(UUID action, RestoredLetters body, Caller caller, BulkAuditLine line) {
        Letters.Undone done = letters.undo(
                action,
                caller::mayUse,
                caller.name(),
                body.limit(),
                body.after(),
                soFar -> line.count = soFar.restored());
        return new Restored(done.restored(), done.skipped(), 0, done.next());
    }

    private Restored byIds(RestoredLetters body, Caller caller, BulkAuditLine line) {
        long missing = 0;
        ManualMove move = ManualMove.restore(caller.name());
        for (LetterId id : body.ids()) {
            MoveResult result = letters.move(id, move);
            if (result instanceof MoveResult.To) line.count++;
            if (result instanceof MoveResult.NoSuchLetter) missing++;
        }
        return new Restored(line.count, body.ids().size() - line.count - missing, missing, null);
    }

    private static void matched(JsonOutput out, Total matched) {
        out.number("matched", matched.count());
        out.bool("matchedIsLowerBound", matched.isLowerBound());
    }

    /** How many letters were meant, and what became of them. */
    private record Count(Total matched, long moved, long skipped, long notFound) {}

    private Count planned(BulkBody body, Caller caller) {
        if (!body.choice().isByIds()) return new Count(counted(filter(body, caller)), 0, 0, 0);
        checkAllowed(body.choice().ids(), caller);
        long known = body.choice().ids().stream()
                .filter(id -> letters.payloadSize(id).isPresent())
                .count();
        return new Count(Total.exactly(known), 0, 0, body.choice().ids().size() - known);
    }

    /** A person decides by this number, so it is counted further than a list counts. */
    private Total counted(Filter filter) {
        Total total = letters.count(filter);
        if (!total.isLowerBound()) return total;
        Instant until = clock.instant().plus(COUNTING);
        Query query = Query.newest(filter, Query.MAX_LIMIT);
        Page page = letters.search(query);
        long matched = page.items().size();
        while (page.next() != null && matched < COUNTED && clock.instant().isBefore(until)) {
            page = letters.search(query.after(page.next()));
            matched += page.items().size();
        }
        return new Total(Math.max(matched, total.count()), page.next() != null);
    }

    private Filter filter(BulkBody body, Caller caller) {
        return Scope.of(caller).limit(body.choice().filter(clock.instant()));
    }

    /** One letter that the caller may not change refuses the whole request. */
    private void checkAllowed(Set<LetterId> ids, Caller caller) {
        Scope scope = Scope.of(caller);
        if (scope.isAll()) return;
        for (LetterId id : ids) {
            DeadLetter unused = letters.find(id).map(scope::allowed).orElse(null);
        }
    }

    private Count run(BulkBody body, ManualMove move, Caller caller) {
        if (body.choice().isByIds()) checkAllowed(body.choice().ids(), caller);
        try (BulkAuditLine line =
                new BulkAuditLine(audit, caller, "bulk archive", body.choice().subject())) {
            Count count = body.choice().isByIds() ? byIds(body, move, line) : byFilter(body, move, caller, line);
            line.isWhole = true;
            return count;
        }
    }

    private Count byFilter(BulkBody body, ManualMove move, Caller caller, BulkAuditLine line) {
        Letters.Bulk done = letters.moveAll(filter(body, caller), move, soFar -> line.count = soFar.moved());
        return new Count(Total.exactly(done.moved() + done.skipped()), done.moved(), done.skipped(), 0);
    }

    private Count byIds(BulkBody body, ManualMove move, BulkAuditLine line) {
        long missing = 0;
        for (LetterId id : body.choice().ids()) {
            MoveResult result = letters.move(id, move);
            if (result instanceof MoveResult.To) line.count++;
            if (result instanceof MoveResult.NoSuchLetter) missing++;
        }
        long known = body.choice().ids().size() - missing;
        return new Count(Total.exactly(known), line.count, known - line.count, missing);
    }

    @DeleteMapping(path = "/dlq/bulk/archived", produces = JSON)
    void deleteArchived(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        // Ids in a body would not be seen, and all archived letters would go.
        if (request.getContentLengthLong() > 0)
            throw Problem.badRequest(
                    "this takes no body, only olderThan and dryRun in its address; nothing was deleted");
        ArchivedAge age = ArchivedAge.of(request.getParameterMap());
        Instant before = clock.instant().minus(age.duration());
        Deletion deletion = age.isDryRun() ? plannedDeletion(before, caller) : delete(age, before, caller);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            matched(out, deletion.matched());
            out.number("deleted", deletion.deleted());
            out.number("held", deletion.held());
            out.text("olderThan", age.text());
            out.endObject();
        });
    }

    /** @param held how many a legal hold kept; a plan does not know */
    private record Deletion(Total matched, long deleted, long held) {}

    /** Only a look at each letter tells its time in the archive, so no more are looked at than are counted elsewhere. */
    private Deletion plannedDeletion(Instant before, Caller caller) {
        long matched = 0;
        int seen = 0;
        LetterId after = null;
        do {
            Page page = letters.search(oldest(before, caller, after));
            matched += page.items().stream().filter(each -> isOld(each, before)).count();
            seen += page.items().size();
            after = page.next();
        } while (after != null && seen < Total.COUNTED);
        return new Deletion(new Total(matched, after != null), 0, 0);
    }

    private Deletion delete(ArchivedAge age, Instant before, Caller caller) {
        long matched = 0;
        long held = 0;
        try (BulkAuditLine line =
                new BulkAuditLine(audit, caller, "bulk delete", "archived, older than " + age.text())) {
            LetterId after = null;
            do {
                Page page = letters.search(oldest(before, caller, after));
                for (Summary letter : page.items()) {
                    if (!isOld(letter, before)) continue;
                    matched++;
                    DeleteResult deleted = letters.delete(letter.id(), caller.name());
                    if (deleted instanceof DeleteResult.Gone) line.count++;
                    if (deleted instanceof DeleteResult.Held) held++;
                }
                after = page.next();
            } while (after != null);
            line.isWhole = true;
            return new Deletion(Total.exactly(matched), line.count, held);
        }
    }

    /** A letter's time in the archive counts, not its age: one that was archived today stays. */
    private static boolean isOld(Summary letter, Instant before) {
        return !letter.state().updatedAt().isAfter(before);
    }

    private static Query oldest(Instant before, Caller caller, @Nullable LetterId after) {
        Filter archived = Scope.of(caller)
                .limit(Filter.builder().status(LetterStatus.ARCHIVED).to(before).build());
        return new Query(archived, Query.Sort.CREATED_AT, Query.Direction.ASC, Query.MAX_LIMIT, after, 0);
    }
}
