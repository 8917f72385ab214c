package dev.redrive.server.replays;

import dev.redrive.replay.Replay;
import dev.redrive.replay.ReplayId;
import dev.redrive.replay.ReplayState;
import dev.redrive.replay.Replays;
import dev.redrive.replay.Steered;
import dev.redrive.server.access.Caller;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.web.JsonStreams;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Plans replays, shows them and steers them. */
@RestController
final class ReplaysApi {
    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    /** Whoever is limited to channels may have to look past many that are not theirs. */
    private static final int MOST_LOOKED_AT = 1000;

    private final Replays replays;
    private final Planning planning;
    private final Bodies bodies;
    private final Audit audit;

    ReplaysApi(Replays replays, Planning planning, Bodies bodies, Audit audit) {
        this.replays = replays;
        this.planning = planning;
        this.bodies = bodies;
        this.audit = audit;
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
        Listing listing = Listing.of(request.getParameterMap());
        List<Replay> shown = new ArrayList<>();
        ReplayId next = collect(caller, listing, shown);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.writeStartObject();
            out.writeArrayPropertyStart("items");
            shown.forEach(new ReplayJson(out)::replay);
            out.writeEndArray();
            if (next == null) out.writeNullProperty("nextCursor");
            else out.writeStringProperty("nextCursor", next.toString());
            out.writeEndObject();
        });
    }

    /** Fills a page with what the caller may see, and returns from where to go on; null at the end. */
    private @Nullable ReplayId collect(Caller caller, Listing listing, List<Replay> shown) {
        ReplayId before = listing.cursor();
        for (int looked = 0; looked < MOST_LOOKED_AT; ) {
            List<Replay> page = replays.list(listing.states(), listing.limit(), before);
            for (Replay replay : page) {
                before = replay.id();
                if (Found.maySee(caller, replay)) shown.add(replay);
                if (shown.size() == listing.limit()) return before;
            }
            if (page.size() < listing.limit()) return null;
            looked += page.size();
        }
        return before;
    }

    @GetMapping(path = "/dlq/replays/{id}", produces = JSON)
    void show(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Replay replay = find(replays, Listing.replayId("id", id), Caller.of(request));
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> new ReplayJson(out).replay(replay));
    }

    /** Others are told the same about a replay of channels that are not theirs as about one that is not there. */
    static Replay find(Replays replays, ReplayId id, Caller caller) {
        return replays.find(id).filter(replay -> Found.maySee(caller, replay)).orElseThrow(() -> noSuchReplay(id));
    }

    private static Problem noSuchReplay(ReplayId id) {
        return Problem.notFound("there is no replay " + id + "; GET /dlq/replays lists those there are");
    }

    // Steering

    @PostMapping(path = "/dlq/replays/{id}/{command:start|pause|resume|cancel}", produces = JSON)
    void steer(
            @PathVariable("id") String text,
            @PathVariable("command") String word,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Caller caller = Caller.of(request);
        ReplayId id = Listing.replayId("id", text);
        bodies.refuseAny(request);
        ReplayState.Command command = ReplayState.Command.valueOf(word.toUpperCase(Locale.ROOT));
        ReplayState before = find(replays, id, caller).state();
        Steered steered = replays.tell(id, command, caller.name());
        if (steered instanceof Steered.NotAllowed no) throw notAllowed(id, no.found(), word);
        if (!(steered instanceof Steered.Done done)) throw noSuchReplay(id);
        // The same command twice changes nothing.
        if (ReplayState.before(command).contains(before)) audit.record(caller, "replay " + word, id.toString(), 0);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> new ReplayJson(out).replay(done.replay()));
    }

    private static Problem notAllowed(ReplayId id, ReplayState found, String word) {
        List<String> possible = Arrays.stream(ReplayState.Command.values())
                .filter(command -> ReplayState.before(command).contains(found))
                .map(command -> command.name().toLowerCase(Locale.ROOT))
                .toList();
        String hint = possible.isEmpty() ? "nothing can be done with it any more" : String.join(", ", possible);
        return Problem.conflict(
                        "replay " + id + " is " + found + ", so " + word + " is not possible; possible now: " + hint)
                .with("state", found.name());
    }
}
