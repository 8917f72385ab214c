package dev.redrive.server.letters;

import dev.redrive.json.JsonFields;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a saved view shows, and whether it is shared. */
record ViewBody(String query, boolean isShared) {
    private static final int LIMIT = 64 * 1024;

    static ViewBody of(HttpServletRequest request) {
        Body.requireJson(request);
        return JsonStreams.read(Body.whole(request, LIMIT), ViewBody::read);
    }

    private static ViewBody read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        String query = null;
        boolean isShared = false;
        while (in.nextField()) {
            switch (in.name()) {
                case "query" -> query = in.text("query");
                case "shared" -> isShared = Objects.requireNonNullElse(in.bool("shared"), false);
                default -> throw FilterWords.unknown(in.name(), List.of("query", "shared"));
            }
        }
        return new ViewBody(given(query), isShared);
    }

    private static String given(@Nullable String query) {
        if (query == null)
            throw Problem.badField(
                    "query", "query is missing; it is that of the list, such as status=FAILED&order=oldest");
        return query;
    }
}
