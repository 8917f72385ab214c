package dev.redrive.server.replays;

import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.replay.CommandResult;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Plans, shows, starts, pauses, resumes and cancels replays. */
@RestController
final class ReplaysApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    private final ReplayCommands letters;
    private final ReplayPlanning planning;
    private final RequestBodies bodies;
    private final Settings settings;

    ReplaysApi(ReplayCommands letters, ReplayPlanning planning, RequestBodies bodies, Settings settings) {
        this.letters = letters;
        this.planning = planning;
        this.bodies = bodies;
        this.settings = settings;
    }

    // Planning

    @PostMapping(path = "/dlq/replays", produces = JSON)
    void plan(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        ReplayBody body = bodies.replay(request);
        if (body.isDryRun()) {
            Replay found = planning.dryRun(caller, body);
            JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> new ReplayJson(out).dryRun(found));
            return;
        }
        Replay replay = body.wantsStart() ? planning.run(caller, body) : planning.plan(caller, body);
        response.setHeader(HttpHeaders.LOCATION, address(replay));
        JsonStreams.answer(response, HttpServletResponse.SC_CREATED, out -> new ReplayJson(out).replay(replay));
    }

    static String address(Replay replay) {
        return "/dlq/replays/" + replay.id();
    }

    // Looking

    @GetMapping(path = "/dlq/replays", produces = JSON)
    void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        ReplayListRequest listing = ReplayListRequest.of(request.getParameterMap());
        ReplayCommands.Page page = letters.list(caller, listing.states(), listing.limit(), listing.cursor());
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.startArray("items");
            page.items().stream().map(Masking.of(settings, caller)::shown).forEach(new ReplayJson(out)::replay);
            out.endArray();
            if (page.next() == null) out.nullValue("nextCursor");
            else out.text("nextCursor", page.next().toString());
            out.endObject();
        });
    }

    @GetMapping(path = "/dlq/replays/{id}", produces = JSON)
    void show(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        Replay replay = Masking.of(settings, caller).shown(find(letters, caller, ReplayListRequest.replayId("id", id)));
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> new ReplayJson(out).replay(replay));
    }

    /** A replay of channels that the caller may not see answers as one that does not exist. */
    static Replay find(ReplayCommands letters, Caller caller, ReplayId id) {
        return letters.find(caller, id).orElseThrow(() -> noSuchReplay(id));
    }

    private static Problem noSuchReplay(ReplayId id) {
        return Problem.notFound("there is no replay " + id + "; GET /dlq/replays lists those there are");
    }

    // Commands

    @PostMapping(path = "/dlq/replays/{id}/{command:start|pause|resume|cancel}", produces = JSON)
    void command(
            @PathVariable("id") String text,
            @PathVariable("command") String word,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        ReplayId id = ReplayListRequest.replayId("id", text);
        bodies.refuseAny(request);
        ReplayState.Command command = ReplayState.Command.valueOf(word.toUpperCase(Locale.ROOT));
        CommandResult result = letters.command(caller, id, command);
        if (result instanceof CommandResult.NotAllowed no) throw notAllowed(id, no.found(), word);
        if (!(result instanceof CommandResult.Done done)) throw noSuchReplay(id);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> new ReplayJson(out).replay(done.replay()));
    }

    /** Its letters are free for other replays; what it did until here stays in its ledger. */
    @PostMapping(path = "/dlq/replays/{id}/release", produces = JSON)
    void release(@PathVariable("id") String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        ReplayId id = ReplayListRequest.replayId("id", text);
        bodies.refuseAny(request);
        CommandResult result = letters.release(caller, id);
        if (result instanceof CommandResult.NotAllowed no) throw notAllowed(id, no.found(), "release");
        if (!(result instanceof CommandResult.Done done)) throw noSuchReplay(id);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> new ReplayJson(out).replay(done.replay()));
    }

    private static Problem notAllowed(ReplayId id, ReplayState found, String word) {
        List<String> possible = Arrays.stream(ReplayState.Command.values())
                .filter(command -> ReplayState.before(command).contains(found))
                .map(ReplayCommands::word)
                .toList();
        String hint = possible.isEmpty() ? "nothing can be done with it any more" : String.join(", ", possible);
        return Problem.conflict(
                        "replay " + id + " is " + found + ", so " + word + " is not possible; possible now: " + hint)
                .with("state", found.name());
    }
}
