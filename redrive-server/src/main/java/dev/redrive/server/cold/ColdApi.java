package dev.redrive.server.cold;

import dev.redrive.ColdLetters;
import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.cold.ColdLetter;
import dev.redrive.cold.ColdPage;
import dev.redrive.cold.RestoreResult;
import dev.redrive.letter.LetterId;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.LetterIdParser;
import dev.redrive.server.web.Problem;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.questions.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Finds letters in the archive, shows them as those of the store are shown, and brings them back. */
@RestController
final class ColdApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ColdLetters cold;
    private final Letters letters;
    private final Settings settings;
    private final Audit audit;
    private final InstantSource clock;

    ColdApi(Redrive redrive, Settings settings, Audit audit, InstantSource clock) {
        this.cold = redrive.cold();
        this.letters = redrive.letters();
        this.settings = settings;
        this.audit = audit;
        this.clock = clock;
    }

    // Looking

    @GetMapping(path = "/dlq/cold", produces = JSON)
    void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        ColdListRequest wanted = ColdListRequest.of(request.getParameterMap(), clock.instant());
        requireArchive();
        ColdPage page = page(wanted, Scope.of(caller), masking);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> new ColdJson(out, masking).page(page));
    }

    private ColdPage page(ColdListRequest wanted, Scope scope, Masking masking) {
        if (wanted.id().isPresent())
            return allowed(cold.search(List.of(wanted.id().get()), null), scope);
        Filter filter = scope.limit(masking.allowed(wanted.filter()));
        try {
            return told(cold.search(filter, wanted.cursor(), wanted.limit()), scope);
        } catch (IllegalArgumentException e) {
            throw orBadCursor(e, wanted.cursor() != null);
        }
    }

    private static ColdPage allowed(ColdPage page, Scope scope) {
        for (ColdLetter letter : page.letters()) {
            var unused = scope.allowed(letter.whole().letter());
        }
        return told(page, scope);
    }

    /** The objects have letters of all channels, so who may see some is not told about them. */
    private static ColdPage told(ColdPage page, Scope scope) {
        return scope.isAll() ? page : page.withoutObjects(ColdProblems.hidden(page.problems()));
    }

    @GetMapping(path = "/dlq/cold/{id}", produces = JSON)
    void show(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        LetterId wanted = LetterIdParser.letter(id);
        requireArchive();
        ColdPage page = allowed(cold.search(List.of(wanted), null), Scope.of(caller));
        ColdLetter letter = page.letters().stream().findFirst().orElseThrow(() -> noSuchLetter(wanted, page));
        Optional<LegalHold> hold = letters.holdOn(letter.whole().letter());
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        JsonStreams.answer(
                response,
                HttpServletResponse.SC_OK,
                out -> new ColdJson(out, Masking.of(settings, caller)).letter(letter, hold));
    }

    private static Problem noSuchLetter(LetterId id, ColdPage page) {
        String damage = page.problems().isEmpty()
                ? ""
                : "; what could not be read may have it: " + String.join(", ", page.problems());
        return Problem.notFound(
                "there is no letter " + id + " in the archive; GET /dlq/" + id + " looks in the store" + damage);
    }

    // Restoring

    @PostMapping(path = "/dlq/cold/restore", produces = JSON)
    void restore(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        RestoreBody body = RestoreBody.of(request, settings.http().maxBodyBytes());
        requireArchive();
        if (body.choice().isByIds()) checkAllowed(body, Scope.of(caller));
        if (body.isDryRun()) {
            ColdCount count = told(count(body, caller), Scope.of(caller));
            JsonStreams.answer(
                    response, HttpServletResponse.SC_OK, out -> new ColdJson(out, Masking.nothing()).counted(count));
            return;
        }
        RestoreResult result = told(restore(body, caller), Scope.of(caller));
        if (result.restored() > 0)
            audit.record(caller, "cold.restore", body.choice().subject(), result.restored());
        JsonStreams.answer(
                response, HttpServletResponse.SC_OK, out -> new ColdJson(out, Masking.nothing()).restored(result));
    }

    private ColdCount count(RestoreBody body, Caller caller) {
        ColdCounter counter = new ColdCounter(cold, PATIENCE);
        try {
            return body.choice().isByIds()
                    ? counter.of(body.choice().ids(), body.cursor())
                    : counter.of(filter(body, caller), body.cursor());
        } catch (IllegalArgumentException e) {
            throw orBadCursor(e, body.cursor() != null);
        }
    }

    private RestoreResult restore(RestoreBody body, Caller caller) {
        try {
            return body.choice().isByIds()
                    ? cold.restore(body.choice().ids(), body.cursor(), caller.name())
                    : cold.restore(filter(body, caller), body.cursor(), body.limit(), caller.name());
        } catch (IllegalArgumentException e) {
            throw orBadCursor(e, body.cursor() != null);
        }
    }

    private static RestoreResult told(RestoreResult result, Scope scope) {
        if (scope.isAll()) return result;
        return new RestoreResult(
                result.restored(),
                result.known(),
                result.missing(),
                result.next(),
                0,
                ColdProblems.hidden(result.problems()));
    }

    private static ColdCount told(ColdCount count, Scope scope) {
        if (scope.isAll()) return count;
        return new ColdCount(
                count.matching(),
                count.known(),
                count.missing(),
                count.next(),
                0,
                ColdProblems.hidden(count.problems()));
    }

    private Filter filter(RestoreBody body, Caller caller) {
        return Scope.of(caller).limit(body.choice().filter(clock.instant()));
    }

    /** One letter that the caller may not have refuses the whole request. */
    private void checkAllowed(RestoreBody body, Scope scope) {
        if (scope.isAll()) return;
        String next = null;
        do {
            ColdPage page = allowed(cold.search(body.choice().ids(), next), scope);
            next = page.next().orElse(null);
        } while (next != null);
    }

    private void requireArchive() {
        if (!cold.isConfigured())
            throw Problem.conflict("there is no archive; set redrive.archive or REDRIVE_ARCHIVE to file:PATH or"
                    + " s3://bucket/prefix, and letters go there when their retention is over");
    }

    private static RuntimeException orBadCursor(IllegalArgumentException thrown, boolean hasCursor) {
        return hasCursor ? ColdListRequest.badCursor() : thrown;
    }
}
