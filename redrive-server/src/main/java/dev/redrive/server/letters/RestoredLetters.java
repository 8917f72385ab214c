package dev.redrive.server.letters;

import dev.redrive.json.JsonFields;
import dev.redrive.letter.LetterId;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which letters are to be restored: these, or those that a bulk action closed.
 *
 * @param action null when ids are given
 * @param limit how many of those that an action closed are looked at
 * @param after null at the start of what an action closed
 */
record RestoredLetters(
        Set<LetterId> ids,
        @Nullable UUID action,
        long limit,
        @Nullable LetterId after) {
    private static final int MOST = 10_000;

    static RestoredLetters read(HttpServletRequest request, long limit) {
        Body.requireJson(request);
        return JsonStreams.read(Body.whole(request, limit), RestoredLetters::read);
    }

    private static RestoredLetters read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        LetterChoice choice = new LetterChoice();
        UUID action = null;
        Long limit = null;
        LetterId after = null;
        boolean hasIds = false;
        while (in.nextField()) {
            String name = in.name();
            if (name.equals("action")) action = LetterIdParser.uuid(name, String.valueOf(in.text(name, 64)));
            else if (name.equals("limit")) limit = in.number(name, 1, MOST);
            else if (name.equals("after")) after = LetterIdParser.letter(name, String.valueOf(in.text(name, 64)));
            else if (name.equals("ids") && choice.read(in)) hasIds = true;
            else throw FilterWords.unknown(name, List.of("ids", "action", "limit", "after"));
        }
        if (hasIds == (action != null))
            throw Problem.badRequest(
                    "say what is to be restored: ids, or the action that a bulk archive answered with");
        if (hasIds && (limit != null || after != null))
            throw Problem.badRequest("limit and after go with an action, not with ids");
        return new RestoredLetters(Set.copyOf(choice.ids()), action, limit == null ? Long.MAX_VALUE : limit, after);
    }
}
