package dev.redrive.server.replays;

import dev.redrive.server.config.Settings;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.stereotype.Component;

/** Reads what requests about replays carry. */
@Component
final class RequestBodies {
    /** Room for all ids that one may name, and for the longest transform. */
    private static final long LARGEST = 1L << 20;

    private final long limit;

    RequestBodies(Settings settings) {
        this.limit = Math.min(LARGEST, settings.http().maxBodyBytes());
    }

    ReplayBody replay(HttpServletRequest request) {
        // Not left to the mapping: it would go on to look for a letter of the name "replays".
        Body.requireJson(request);
        return ReplayBody.read(Body.whole(request, limit));
    }

    /** What is said beside a cause; it may be nothing. */
    ReplayBody ofCause(String cause, HttpServletRequest request) {
        byte[] body = Body.whole(request, limit);
        if (body.length > 0) Body.requireJson(request);
        return ReplayBody.ofCause(cause, body);
    }

    /** A command has nothing to add; a field in it would be a misunderstanding. */
    void refuseAny(HttpServletRequest request) {
        byte[] body = Body.whole(request, limit);
        if (body.length == 0) return;
        Body.requireJson(request);
        boolean unused = JsonStreams.read(body, in -> {
            if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object or empty");
            if (in.nextField()) throw FilterWords.unknown(in.name(), List.of("nothing"));
            return true;
        });
    }
}
