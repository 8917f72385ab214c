package dev.redrive.server.letters;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Resolution;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.store.decisions.ManualMove;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The optional body of a manual move: how to close the letter, and a note. */
record MoveBody(@Nullable String strategy, @Nullable String notes) {
    private static final MoveBody NOTHING = new MoveBody(null, null);
    private static final int LIMIT = 64 * 1024;

    static MoveBody of(HttpServletRequest request) {
        byte[] body = Body.whole(request, LIMIT);
        if (body.length == 0) return NOTHING;
        Body.requireJson(request);
        return JsonStreams.read(body, MoveBody::read);
    }

    private static MoveBody read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        String strategy = null;
        String notes = null;
        while (in.nextField()) {
            switch (in.name()) {
                case "strategy" -> strategy = in.text("strategy", LetterLimits.NAME);
                case "notes" -> notes = in.cleanText("notes", LetterLimits.NOTES);
                default -> throw FilterWords.unknown(in.name(), List.of("strategy", "notes"));
            }
        }
        return new MoveBody(strategy, notes);
    }

    ManualMove archive(String by) {
        return archive(strategy, notes, by);
    }

    static ManualMove archive(@Nullable String strategy, @Nullable String notes, String by) {
        if (strategy == null || strategy.equalsIgnoreCase(Resolution.How.MANUAL_RESOLUTION.word()))
            return ManualMove.archive(by, notes);
        if (strategy.equalsIgnoreCase(Resolution.How.DISCARD.word())) return ManualMove.discard(by, notes);
        throw Problem.badField("strategy", "strategy must be manual_resolution or discard");
    }

    /** The order with the note. */
    ManualMove noted(ManualMove move) {
        refuseStrategy();
        return move.noted(notes);
    }

    /** Only closing a letter has a choice of ways. */
    void refuseStrategy() {
        if (strategy != null) throw Problem.badField("strategy", "only archive takes a strategy");
    }
}
