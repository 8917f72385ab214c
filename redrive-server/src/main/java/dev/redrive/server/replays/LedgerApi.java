package dev.redrive.server.replays;

import dev.redrive.Replays;
import dev.redrive.json.JsonOutput;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayId;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Parameters;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Shows what became of each letter of a replay: a page of lines, or all of them as a stream. */
@RestController
final class LedgerApi {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerApi.class);

    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
    private static final String LINES = "application/x-ndjson";
    private static final int USUAL = 100;
    private static final int MOST = 1000;

    private final Replays replays;
    private final ReplayCommands letters;
    private final Settings settings;

    LedgerApi(Replays replays, ReplayCommands letters, Settings settings) {
        this.replays = replays;
        this.letters = letters;
        this.settings = settings;
    }

    /** Which lines are meant, and what is hidden of them. */
    private record Wanted(ReplayId id, Set<LineState> states, long after, Masking masking) {}

    @GetMapping(
            path = "/dlq/replays/{id}/ledger",
            produces = {JSON, LINES})
    void ledger(@PathVariable("id") String text, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ReplayId id = ReplayListRequest.replayId("id", text);
        Map<String, String[]> parameters = request.getParameterMap();
        ReplayListRequest.refuseUnknown(parameters);
        String limit = ReplayListRequest.last(parameters, "limit");
        Caller caller = Caller.of(request);
        Wanted wanted = new Wanted(
                id,
                ReplayListRequest.states(parameters, LineState.class),
                position(ReplayListRequest.last(parameters, "cursor")),
                Masking.of(settings, caller));
        var unused = ReplaysApi.find(letters, caller, id);
        if (isForLines(request)) {
            if (limit != null) throw Problem.badField("limit", "the stream has all lines; limit is for pages of JSON");
            stream(wanted, response);
        } else {
            page(wanted, Parameters.limit(limit, USUAL, MOST), response);
        }
    }

    private static long position(@Nullable String cursor) {
        return cursor == null ? 0 : Parameters.number("cursor", cursor, 0, Integer.MAX_VALUE);
    }

    private static boolean isForLines(HttpServletRequest request) {
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        return accept != null && accept.contains(LINES);
    }

    private void page(Wanted wanted, int limit, HttpServletResponse response) throws IOException {
        List<LedgerLine> lines = replays.ledger(wanted.id(), wanted.states(), wanted.after(), limit);
        JsonStreams.answer(response, HttpServletResponse.SC_OK, out -> {
            out.startObject();
            out.startArray("items");
            lines.stream().map(wanted.masking()::shown).forEach(new ReplayJson(out)::line);
            out.endArray();
            if (lines.size() < limit) out.nullValue("nextCursor");
            else
                out.text(
                        "nextCursor", String.valueOf(lines.get(lines.size() - 1).position()));
            out.endObject();
        });
    }

    /** Holds one page at a time. One that breaks off says so in its last line, because its status has been sent. */
    private void stream(Wanted wanted, HttpServletResponse response) throws IOException {
        List<LedgerLine> lines = replays.ledger(wanted.id(), wanted.states(), wanted.after(), MOST);
        response.setContentType(LINES);
        OutputStream out = response.getOutputStream();
        while (!lines.isEmpty()) {
            for (LedgerLine line : lines)
                JsonStreams.line(
                        out, json -> new ReplayJson(json).line(wanted.masking().shown(line)));
            long last = lines.get(lines.size() - 1).position();
            if (lines.size() < MOST) return;
            try {
                lines = replays.ledger(wanted.id(), wanted.states(), last, MOST);
            } catch (RuntimeException e) {
                LOG.warn("the ledger of replay {} broke off after line {}: {}", wanted.id(), last, e.toString());
                JsonStreams.line(out, json -> breaksOff(json, last));
                return;
            }
        }
    }

    private static void breaksOff(JsonOutput json, long last) {
        json.startObject();
        json.text("detail", "the store did not answer, so the ledger breaks off here; go on with ?cursor=" + last);
        json.text("nextCursor", String.valueOf(last));
        json.endObject();
    }
}
