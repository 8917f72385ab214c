package dev.redrive.server.retention;

import dev.redrive.json.JsonFields;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Objects;

/** The optional body of a run: whether it only says what it would do. */
record RunBody(boolean dryRun) {
    private static final int LIMIT = 64 * 1024;

    static RunBody of(HttpServletRequest request) {
        // dryRun in the address would not be seen, and letters would go.
        if (request.getQueryString() != null)
            throw Problem.badRequest(
                    "this takes all it needs in its body, as in {\"dryRun\": true}; nothing was changed");
        byte[] body = Body.whole(request, LIMIT);
        if (body.length == 0) return new RunBody(false);
        Body.requireJson(request);
        return JsonStreams.read(body, RunBody::read);
    }

    private static RunBody read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        boolean dryRun = false;
        while (in.nextField()) {
            if (!in.name().equals("dryRun")) throw FilterWords.unknown(in.name(), List.of("dryRun"));
            dryRun = Objects.requireNonNullElse(in.bool("dryRun"), false);
        }
        return new RunBody(dryRun);
    }
}
