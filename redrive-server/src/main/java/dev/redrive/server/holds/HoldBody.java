package dev.redrive.server.holds;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.store.holds.HoldSubject;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is to be held, and why. */
record HoldBody(HoldSubject subject, String reason) {
    private static final int LIMIT = 64 * 1024;
    private static final String REASON = "reason";

    static HoldBody of(HttpServletRequest request) {
        Body.requireJson(request);
        return JsonStreams.read(Body.whole(request, LIMIT), HoldBody::read);
    }

    private static HoldBody read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        Map<String, String> subjects = new LinkedHashMap<>();
        String reason = null;
        while (in.nextField()) {
            String name = in.name();
            if (name.equals(REASON)) reason = in.cleanText(REASON, LetterLimits.NOTES);
            else if (!HoldSubjects.NAMES.contains(name)) throw FilterWords.unknown(name, known());
            else add(subjects, name, in.cleanText(name, LetterLimits.NAME));
        }
        if (reason == null || reason.isBlank())
            throw Problem.badField(REASON, "reason must say why these letters are held, such as a file number");
        return new HoldBody(HoldSubjects.one(subjects), reason);
    }

    private static void add(Map<String, String> subjects, String name, @Nullable String value) {
        if (value != null) subjects.put(name, value);
    }

    private static List<String> known() {
        List<String> known = new ArrayList<>(HoldSubjects.NAMES);
        known.add(REASON);
        return known;
    }
}
