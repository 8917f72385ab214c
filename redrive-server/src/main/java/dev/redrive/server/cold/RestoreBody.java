package dev.redrive.server.cold;

import dev.redrive.json.JsonFields;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.letters.LetterChoice;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which letters are to come back from the archive. */
final class RestoreBody {
    private static final int DEFAULT_LIMIT = 1000;
    private static final int MOST = 10_000;

    private final LetterChoice choice = new LetterChoice();
    private boolean dryRun;
    private int limit = DEFAULT_LIMIT;
    private @Nullable String cursor;

    private RestoreBody() {}

    static RestoreBody of(HttpServletRequest request, long maxBytes) {
        Body.requireJson(request);
        // dryRun in the address would not be seen, and letters would come back.
        if (request.getQueryString() != null)
            throw Problem.badRequest(
                    "this takes all it needs in its body, as in {\"dryRun\": true}; nothing was changed");
        byte[] bytes = Body.whole(request, maxBytes);
        RestoreBody body = JsonStreams.read(bytes, in -> new RestoreBody().read(in));
        body.choice.check("");
        return body;
    }

    private RestoreBody read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        while (in.nextField()) {
            if (!choice.read(in) && !field(in)) throw FilterWords.unknown(in.name(), known());
        }
        return this;
    }

    private static List<String> known() {
        List<String> known = new ArrayList<>(LetterChoice.NAMES);
        known.addAll(List.of("dryRun", "limit", "cursor"));
        return known;
    }

    private boolean field(JsonFields in) {
        switch (in.name()) {
            case "dryRun" -> dryRun = Objects.requireNonNullElse(in.bool("dryRun"), false);
            case "limit" -> limit = limit(in.number("limit", 1, MOST));
            case "cursor" -> cursor = ColdListRequest.cursor(in.text("cursor"));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static int limit(@Nullable Long given) {
        return given == null ? DEFAULT_LIMIT : Math.toIntExact(given);
    }

    LetterChoice choice() {
        return choice;
    }

    boolean isDryRun() {
        return dryRun;
    }

    int limit() {
        return limit;
    }

    @Nullable
    String cursor() {
        return cursor;
    }
}
