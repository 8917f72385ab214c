package dev.redrive.server.letters;

import dev.redrive.Channels;
import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.engine.RetryResult;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Summary;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.redaction.UnclearMask;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.target.NoTarget;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Parameters;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.attributes.Attribute;
import dev.redrive.store.attributes.AttributeProgress;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Total;
import dev.redrive.store.questions.Version;
import dev.redrive.transform.letter.Difference;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows letters and takes decisions about one of them. */
@RestController
final class LettersApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    private final Letters letters;
    private final Channels channels;
    private final Settings settings;
    private final Audit audit;
    private final ListViews views;
    private final InstantSource clock;

    LettersApi(Redrive redrive, Settings settings, Audit audit, ListViews views, InstantSource clock) {
        this.views = views;
        this.letters = redrive.letters();
        this.channels = redrive.channels();
        this.settings = settings;
        this.audit = audit;
        this.clock = clock;
    }

    // Looking

    @GetMapping(path = "/dlq", produces = JSON)
    void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        ListRequest wanted = ListRequest.of(request.getParameterMap(), clock.instant(), name -> view(caller, name));
        Filter filter = Scope.of(caller).limit(masking.allowed(wanted.filter()));
        Page page = letters.search(wanted.query(filter));
        Total total = letters.count(filter);
        Optional<AttributeProgress> progress =
                filter.attributes().isEmpty() ? Optional.empty() : Optional.of(letters.attributes());
        JsonStreams.answer(
                response, HttpServletResponse.SC_OK, out -> page(out, wanted, page, total, masking, progress));
    }

    private ListAddress view(Caller caller, String name) {
        return views.find(caller, ViewName.of(name, false).text())
                .map(view -> ListAddress.ofQuery(view.query()))
                .orElseThrow(() -> Problem.notFound("there is no view " + name + "; GET /dlq/views lists them"));
    }

    private void page(
            JsonOutput out,
            ListRequest wanted,
            Page page,
            Total total,
            Masking masking,
            Optional<AttributeProgress> progress) {
        out.startObject();
        out.startArray("items");
        LetterJson json = new LetterJson(out, masking);
        for (Summary letter : page.items())
            json.summary(
                    letter, () -> noTarget(out, letter.channel(), letter.state().status()));
        out.endArray();
        out.number("total", total.count());
        out.bool("totalIsLowerBound", total.isLowerBound());
        out.number("page", wanted.page());
        out.number("limit", wanted.limit());
        out.text("nextCursor", page.next() == null ? null : page.next().toString());
        out.bool("complete", page.complete());
        if (wanted.filter().text() != null) searched(out, page);
        progress.filter(found -> !found.isComplete()).ifPresent(found -> searchable(out, found));
        out.endObject();
    }

    /** How far a search for text has come: to the letter at which the next page begins, or to the end. */
    private static void searched(JsonOutput out, Page page) {
        out.number("searched", page.lookedAt());
        LetterId next = page.next();
        out.text("searchedUntil", next == null ? null : next.createdAt().toString());
    }

    /** While letters that were there before a search path was set are still being looked at. */
    private static void searchable(JsonOutput out, AttributeProgress progress) {
        out.startObject("searchable");
        out.number("searchable", progress.searchable());
        out.number("letters", progress.letters());
        out.endObject();
    }

    /** An open letter that has no way back from here says how to give it one. */
    private void noTarget(JsonOutput out, String channel, LetterStatus status) {
        if (status.isOpen() && channels.target(channel).isEmpty()) out.text("noTarget", NoTarget.text(channel));
    }

    @GetMapping(path = "/dlq/{id}", produces = JSON)
    void show(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        DeadLetter letter = find(LetterIdParser.letter(id), request);
        response.setHeader(HttpHeaders.ETAG, etag(letter.state().version()));
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        Masking masking = Masking.of(settings, caller);
        Optional<LegalHold> hold = letters.holdOn(letter);
        JsonStreams.answer(
                response,
                HttpServletResponse.SC_OK,
                out -> new LetterJson(out, masking).letter(letter, () -> {
                    new HoldJson(out, masking).member(hold);
                    attributes(out, letters.attributes(masking.shown(letter).message()));
                    noTarget(out, letter.channel(), letter.status());
                }));
    }

    /** A name may have several values. */
    private static void attributes(JsonOutput out, Set<Attribute> found) {
        out.startObject("attributes");
        Map<String, List<String>> byName = found.stream()
                .collect(Collectors.groupingBy(
                        Attribute::name, TreeMap::new, Collectors.mapping(Attribute::value, Collectors.toList())));
        byName.forEach((name, values) -> {
            out.startArray(name);
            values.forEach(out::text);
            out.endArray();
        });
        out.endObject();
    }

    @GetMapping(path = "/dlq/{id}/versions", produces = JSON)
    void versions(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        DeadLetter letter = find(LetterIdParser.letter(id), request);
        RequestMemory.of(request).take(letters.versionBytes(letter.id()));
        List<Version> versions = letters.versions(letter.id());
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.startArray("items");
            LetterJson json = new LetterJson(out, Masking.of(settings, caller));
            versions.forEach(json::version);
            out.endArray();
            out.endObject();
        });
    }

    // Deciding

    @PostMapping(path = "/dlq/{id}/retry", produces = JSON)
    void retry(
            @PathVariable("id") String text,
            @RequestParam(required = false) @Nullable String force,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        boolean thoughHeld = Parameters.yesOrNo("force", force);
        Caller caller = Caller.of(request);
        LetterId id = LetterIdParser.letter(text);
        MoveBody.of(request).refuseStrategy();
        check(id, request);
        letters.payloadSize(id).ifPresent(RequestMemory.of(request)::takeLetter);
        RetryResult result = thoughHeld ? letters.retryThoughHeld(id, caller.name()) : letters.retry(id, caller.name());
        if (result instanceof RetryResult.Tried || result instanceof RetryResult.LeaseLost)
            audit.record(caller, "retry", id.toString(), 1);
        if (!(result instanceof RetryResult.Tried tried)) throw notTried(id, result);
        Optional<Attempt> attempt = attempt(id, tried.settlement());
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.text("id", id.toString());
            out.text("status", tried.status().name());
            out.name("attempt");
            attempt.ifPresentOrElse(a -> new LetterJson(out, Masking.of(settings, caller)).attempt(a), out::nullValue);
            if (tried.settlement().outcome() instanceof Settlement.Retry again)
                out.text("nextRetryAt", again.at().toString());
            out.endObject();
        });
    }

    private Optional<Attempt> attempt(LetterId id, Settlement settlement) {
        int token = settlement.lease().token();
        return letters.find(id).stream()
                .flatMap(letter -> letter.attempts().stream())
                .filter(attempt -> attempt.token() == token)
                .findFirst();
    }

    /** A letter that came from Kafka goes back there once its topic is allowed. */
    private String orTopic(LetterId id) {
        return letters.find(id)
                .map(letter -> letter.message().origin().topic())
                .map(topic -> ", or add its topic " + topic + " to redrive.kafka.topics to let it go back there")
                .orElse("");
    }

    private Problem notTried(LetterId id, RetryResult result) {
        if (result instanceof RetryResult.NoHandler none)
            return Problem.conflict("letter " + id + " cannot be retried: no target is configured for the channel "
                            + none.channel() + "; add one under redrive.channels" + orTopic(id))
                    .with("channel", none.channel());
        if (result instanceof RetryResult.ChannelIsHeld held) return MoveRefusals.channelHeld(id, held.hold());
        if (result instanceof RetryResult.Busy busy)
            return Problem.conflict("letter " + id + " was not tried: the target " + busy.target()
                            + " has its maximum of letters in flight and is slow; try again in a while, or let"
                            + " the engine do it")
                    .with("target", busy.target());
        if (result instanceof RetryResult.NotNow notNow)
            return Problem.conflict("letter " + id + " was not tried and stands as before: " + notNow.why());
        if (!(result instanceof RetryResult.NotTried not))
            return Problem.conflict(
                    "the retry of letter " + id + " outlasted its lease, and another worker may have claimed the"
                            + " letter; look at it to see how it went");
        if (not.why() instanceof ClaimResult.Blocked blocked)
            return Problem.conflict("letter " + id + " waits behind the earlier letter " + blocked.by()
                            + " with the same key; close or retry that one first")
                    .with("blockedBy", blocked.by().toString());
        if (not.why() instanceof ClaimResult.NotWhole no) return MoveRefusals.notWhole(id, no.why(), "retried");
        if (not.why() instanceof ClaimResult.NotAllowed no) {
            Problem refusal = MoveRefusals.notAllowed(id, no.from(), no.leasedUntil(), "retried");
            return letters.find(id)
                    .flatMap(letter -> LastRetry.of(letter, clock.instant()))
                    .map(already -> refusal.after(already + ": "))
                    .orElse(refusal);
        }
        return MoveRefusals.noSuchLetter(id);
    }

    @PostMapping(path = "/dlq/{id}/reset", produces = JSON)
    void reset(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        move(id, MoveBody.of(request).noted(ManualMove.reset(by(request))), "reset", request, response);
    }

    @PostMapping(path = "/dlq/{id}/archive", produces = JSON)
    void archive(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        move(id, MoveBody.of(request).archive(by(request)), "archived", request, response);
    }

    @PostMapping(path = "/dlq/{id}/restore", produces = JSON)
    void restore(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        move(id, MoveBody.of(request).noted(ManualMove.restore(by(request))), "restored", request, response);
    }

    @PostMapping(path = "/dlq/{id}/confirm", produces = JSON)
    void confirm(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        move(id, MoveBody.of(request).noted(ManualMove.confirm(by(request))), "confirmed", request, response);
    }

    private static String by(HttpServletRequest request) {
        return Caller.of(request).name();
    }

    private void move(
            String text, ManualMove move, String done, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        LetterId id = LetterIdParser.letter(text);
        check(id, request);
        MoveResult moved = letters.move(id, move);
        if (moved instanceof MoveResult.NotAllowed no)
            throw MoveRefusals.notAllowed(id, no.from(), no.leasedUntil(), done);
        if (moved instanceof MoveResult.NotWhole no) throw MoveRefusals.notWhole(id, no.why(), done);
        if (!(moved instanceof MoveResult.To to)) throw MoveRefusals.noSuchLetter(id);
        audit.record(caller, move.move().name().toLowerCase(Locale.ROOT), id.toString(), 1);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.text("id", id.toString());
            out.text("status", to.to().name());
            out.text("previousStatus", to.from().name());
            out.endObject();
        });
    }

    @PatchMapping(
            path = "/dlq/{id}",
            consumes = {JSON, "application/*+json"},
            produces = JSON)
    void edit(@PathVariable("id") String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        LetterId id = LetterIdParser.letter(text);
        IfMatch expected = IfMatch.of(request.getHeader(IfMatch.HEADER));
        byte[] body = Body.whole(request, settings.http().maxBodyBytes());
        Edit edit = EditBody.read(body, settings.http().maxPayloadBytes(), caller.name());
        if (isDryRun(request)) {
            preview(id, request, response, expected, edit);
            return;
        }
        int version = edit(id, request, expected, edit);
        audit.record(caller, "edit", id.toString(), 1);
        response.setHeader(HttpHeaders.ETAG, etag(version));
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.text("id", id.toString());
            out.number("version", version);
            out.endObject();
        });
    }

    private static boolean isDryRun(HttpServletRequest request) {
        String asked = request.getParameter("dryRun");
        if (asked == null || asked.equals("false")) return false;
        if (asked.equals("true")) return true;
        throw Problem.badField("dryRun", "dryRun must be true or false");
    }

    /** What the edit would change, and what the schema of the channel has against it. Nothing is stored. */
    private void preview(
            LetterId id, HttpServletRequest request, HttpServletResponse response, IfMatch expected, Edit edit)
            throws IOException {
        DeadLetter letter = find(id, request);
        int version = letter.state().version();
        if (!expected.accepts(version)) throw outdated(id, version);
        Message after = refusable(id, () -> letters.preview(letter, edit));
        List<Difference> differences = Difference.between(letter.message(), after);
        List<String> violations = LetterViews.schema(settings, letter.channel())
                .map(schema -> schema.violations(after.payload()))
                .orElse(List.of());
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.text("id", id.toString());
            out.number("version", version);
            out.bool(
                    "changed",
                    !after.payload().equals(letter.payload())
                            || !after.headers().equals(letter.message().headers()));
            DifferenceJson.write(out, differences);
            out.startArray("violations");
            violations.forEach(out::text);
            out.endArray();
            out.endObject();
        });
    }

    /** Without an expected version the newest one is edited, also when it changes during the edit. */
    private int edit(LetterId id, HttpServletRequest request, IfMatch expected, Edit edit) {
        while (true) {
            int found = find(id, request).state().version();
            if (!expected.accepts(found)) throw outdated(id, found);
            EditResult edited = edited(id, found, edit);
            if (edited instanceof EditResult.As as) return as.version();
            if (edited instanceof EditResult.NotAllowed no) throw notEditable(id, no.status());
            if (edited instanceof EditResult.NoSuchLetter) throw MoveRefusals.noSuchLetter(id);
        }
    }

    private EditResult edited(LetterId id, int version, Edit edit) {
        return refusable(id, () -> letters.edit(id, version, edit));
    }

    private static <T> T refusable(LetterId id, Supplier<T> edit) {
        try {
            return edit.get();
        } catch (CannotOpen e) {
            throw Problem.conflict("letter " + id + " cannot be edited: " + e.getMessage());
        } catch (UnclearMask e) {
            throw Problem.badRequest("letter " + id + " is not edited: " + e.getMessage());
        }
    }

    private static Problem notEditable(LetterId id, LetterStatus found) {
        return MoveRefusals.notAllowed(id, found, null, "edited");
    }

    private static Problem outdated(LetterId id, int found) {
        return Problem.of(
                        HttpStatus.PRECONDITION_FAILED,
                        "letter " + id + " was edited in the meantime: it has version " + found
                                + " now; look at it again, then edit that version")
                .with("version", found);
    }

    @DeleteMapping("/dlq/{id}")
    void delete(@PathVariable("id") String text, HttpServletRequest request, HttpServletResponse response) {
        Caller caller = Caller.of(request);
        LetterId id = LetterIdParser.letter(text);
        check(id, request);
        DeleteResult removed = letters.delete(id, caller.name());
        if (removed instanceof DeleteResult.Leased leased)
            throw MoveRefusals.notAllowed(id, LetterStatus.RETRYING, leased.until(), "deleted");
        if (removed instanceof DeleteResult.Held held) throw MoveRefusals.held(id, held.hold());
        if (removed instanceof DeleteResult.NoSuchLetter) throw MoveRefusals.noSuchLetter(id);
        audit.record(caller, "delete", id.toString(), 1);
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }

    private DeadLetter find(LetterId id, HttpServletRequest request) {
        DeadLetter letter =
                RequestMemory.of(request).find(letters, id).orElseThrow(() -> MoveRefusals.noSuchLetter(id));
        return Scope.of(Caller.of(request)).allowed(letter);
    }

    /** Only callers that are limited to some channels are checked against the letter's. */
    private void check(LetterId id, HttpServletRequest request) {
        if (!Scope.of(Caller.of(request)).isAll()) find(id, request);
    }

    private static String etag(int version) {
        return "\"" + version + "\"";
    }
}
