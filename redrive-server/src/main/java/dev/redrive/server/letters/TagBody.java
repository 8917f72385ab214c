package dev.redrive.server.letters;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which letters are to have a tag, or to lose it.
 *
 * @param action the bulk action that added it, when it is to be undone; then no letters are named
 */
record TagBody(LetterChoice choice, String tag, @Nullable UUID action) {
    private static final String ACTION = "action";
    private static final int ID = 64;

    static TagBody toAdd(HttpServletRequest request, long limit) {
        return read(request, limit, List.of());
    }

    static TagBody toRemove(HttpServletRequest request, long limit) {
        return read(request, limit, List.of(ACTION));
    }

    private static TagBody read(HttpServletRequest request, long limit, List<String> more) {
        Body.requireJson(request);
        return JsonStreams.read(Body.whole(request, limit), in -> read(in, more));
    }

    private static TagBody read(JsonFields in, List<String> more) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        LetterChoice choice = new LetterChoice();
        String tag = null;
        UUID action = null;
        while (in.nextField()) {
            String name = in.name();
            if (name.equals("tag")) tag = LetterLimits.tag("tag", in.text("tag", LetterLimits.NAME));
            else if (more.contains(name)) action = LetterIdParser.uuid(name, String.valueOf(in.text(name, ID)));
            else if (!choice.read(in)) throw FilterWords.unknown(name, known(more));
        }
        if (action == null) choice.check(more.isEmpty() ? "" : ", or the action that a bulk tag answered with");
        else if (!choice.isEmpty())
            throw Problem.badRequest("say which letters: either these, or the action that a bulk tag answered with");
        return new TagBody(choice, given(tag), action);
    }

    private static String given(@Nullable String tag) {
        if (tag == null) throw Problem.badField("tag", "tag is missing; it is the one that is added or removed");
        return tag;
    }

    private static List<String> known(List<String> more) {
        List<String> known = new ArrayList<>(LetterChoice.NAMES);
        known.add("tag");
        known.addAll(more);
        return known;
    }

    /** For the audit log. */
    String subject() {
        return tag + ": " + (action == null ? choice.subject() : "bulk action " + action);
    }
}
