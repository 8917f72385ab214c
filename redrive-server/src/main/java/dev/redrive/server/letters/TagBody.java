package dev.redrive.server.letters;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which letters are to have a tag. */
record TagBody(LetterChoice choice, String tag) {
    static TagBody read(HttpServletRequest request, long limit) {
        Body.requireJson(request);
        return JsonStreams.read(Body.whole(request, limit), TagBody::read);
    }

    private static TagBody read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        LetterChoice choice = new LetterChoice();
        String tag = null;
        while (in.nextField()) {
            if (in.name().equals("tag")) tag = LetterLimits.tag("tag", in.text("tag", LetterLimits.NAME));
            else if (!choice.read(in)) throw FilterWords.unknown(in.name(), known());
        }
        choice.check("");
        return new TagBody(choice, given(tag));
    }

    private static String given(@Nullable String tag) {
        if (tag == null) throw Problem.badField("tag", "tag is missing; it is the one that the letters are to have");
        return tag;
    }

    private static List<String> known() {
        List<String> known = new ArrayList<>(LetterChoice.NAMES);
        known.add("tag");
        return known;
    }
}
