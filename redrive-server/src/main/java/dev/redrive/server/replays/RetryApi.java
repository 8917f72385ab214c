package dev.redrive.server.replays;

import dev.redrive.Letters;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.letter.CauseId;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Retries many letters at once, which is a replay that starts as soon as it is planned. */
@RestController
final class RetryApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    private final Letters letters;
    private final ReplayPlanning planning;
    private final RequestBodies bodies;

    RetryApi(Letters letters, ReplayPlanning planning, RequestBodies bodies) {
        this.letters = letters;
        this.planning = planning;
        this.bodies = bodies;
    }

    @PostMapping(path = "/dlq/bulk/retry", produces = JSON)
    void retry(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(Caller.of(request), bodies.replay(request), "accepted", response);
    }

    @PostMapping(path = "/dlq/causes/{id}/retry", produces = JSON)
    void retryCause(@PathVariable("id") String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        CauseId cause = cause(caller, text);
        answer(caller, bodies.ofCause(cause.toString(), request), "moved", response);
    }

    private void answer(Caller caller, ReplayBody body, String counted, HttpServletResponse response)
            throws IOException {
        Replay replay = body.isDryRun() ? planning.dryRun(caller, body) : planning.run(caller, body);
        if (!body.isDryRun()) response.setHeader(HttpHeaders.LOCATION, ReplaysApi.address(replay));
        ReplayPlan found = replay.plan();
        int status = body.isDryRun() ? HttpServletResponse.SC_OK : HttpServletResponse.SC_ACCEPTED;
        JsonStreams.answer(response, status, out -> {
            ReplayJson json = new ReplayJson(out);
            out.startObject();
            if (body.isDryRun()) json.dryRunFields(replay);
            else json.fields(replay);
            // These are the answers from before retries were replays.
            out.number("matched", found.count() + found.notAllowed());
            out.number(counted, body.isDryRun() ? 0 : found.count());
            out.number("skipped", found.notAllowed());
            out.number("notFound", found.notFound());
            out.endObject();
        });
    }

    /** A cause that has none of the caller's letters is none to them. */
    private CauseId cause(Caller caller, String text) {
        try {
            CauseId id = CauseId.of(text);
            if (letters.cause(id).isPresent() && hasLettersFor(Scope.of(caller), id)) return id;
        } catch (IllegalArgumentException e) {
            // The same answer as for a name that no cause has.
        }
        throw Problem.notFound("there is no cause " + text + "; GET /dlq/causes lists those there are");
    }

    private boolean hasLettersFor(Scope scope, CauseId id) {
        return scope.isAll()
                || letters.count(scope.limit(Filter.builder().anyCause(id)).build())
                                .count()
                        > 0;
    }
}
