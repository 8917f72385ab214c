package dev.redrive.server.letters;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which letters are to be closed, and how. */
final class BulkBody {
    private static final String OLDER_THAN = "olderThan";

    private final LetterChoice choice = new LetterChoice();
    private boolean dryRun;
    private @Nullable String strategy;
    private @Nullable String notes;

    private BulkBody() {}

    static BulkBody read(HttpServletRequest request, long limit) {
        // Not left to the mapping: it would go on to look for a letter of the name "bulk".
        Body.requireJson(request);
        // Deleting takes dryRun in the query; a request with it there must not close letters here.
        if (request.getQueryString() != null)
            throw Problem.badRequest(
                    "this takes all it needs in its body, as in {\"dryRun\": true}; nothing was changed");
        byte[] bytes = Body.whole(request, limit);
        BulkBody body = JsonStreams.read(bytes, in -> new BulkBody().read(in));
        body.choice.check(", or olderThan and status");
        // An age without a status means resolved letters.
        if (body.choice.isOnly(OLDER_THAN)) body.choice.criterion("status", LetterStatus.RESOLVED.name());
        return body;
    }

    private BulkBody read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        while (in.nextField()) {
            if (!choice.read(in) && !field(in)) throw FilterWords.unknown(in.name(), known());
        }
        return this;
    }

    private static List<String> known() {
        List<String> known = new ArrayList<>(LetterChoice.NAMES);
        known.addAll(List.of(OLDER_THAN, "status", "strategy", "notes", "dryRun"));
        return known;
    }

    private boolean field(JsonFields in) {
        switch (in.name()) {
            case OLDER_THAN, "status" -> choice.criterion(in);
            case "dryRun" -> dryRun = Objects.requireNonNullElse(in.bool("dryRun"), false);
            case "strategy" -> strategy = in.text("strategy", LetterLimits.NAME);
            case "notes" -> notes = in.cleanText("notes", LetterLimits.NOTES);
            default -> {
                return false;
            }
        }
        return true;
    }

    LetterChoice choice() {
        return choice;
    }

    boolean isDryRun() {
        return dryRun;
    }

    @Nullable
    String strategy() {
        return strategy;
    }

    @Nullable
    String notes() {
        return notes;
    }
}
