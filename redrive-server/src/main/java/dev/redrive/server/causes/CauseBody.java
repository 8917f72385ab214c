package dev.redrive.server.causes;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.TimeParser;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Until when a cause is ignored, and the other bodies of requests about causes.
 *
 * @param moreThan so many further letters; null when it is ignored for a time, or for good
 */
record CauseBody(@Nullable Instant until, @Nullable Long moreThan) {
    private static final int LIMIT = 16 * 1024;
    private static final int URL = 2000;
    private static final long MOST = 1_000_000_000_000L;

    /** Without a body it is ignored for good. */
    static CauseBody ofIgnore(HttpServletRequest request, Instant now) {
        byte[] body = Body.whole(request, LIMIT);
        if (body.length == 0) return new CauseBody(null, null);
        Body.requireJson(request);
        CauseBody read = JsonStreams.read(body, CauseBody::readIgnore);
        if (read.until != null && !read.until.isAfter(now))
            throw Problem.badField("until", "until must be a time to come; it is " + now + " now");
        return read;
    }

    private static CauseBody readIgnore(JsonFields in) {
        requireObject(in);
        Instant until = null;
        Long moreThan = null;
        while (in.nextField()) {
            switch (in.name()) {
                case "until" -> until = time(in.text("until", LetterLimits.NAME));
                case "moreThan" -> moreThan = in.number("moreThan", 0, MOST);
                default -> throw FilterWords.unknown(in.name(), List.of("until", "moreThan"));
            }
        }
        return new CauseBody(until, moreThan);
    }

    private static @Nullable Instant time(@Nullable String text) {
        return text == null ? null : TimeParser.instant("until", text);
    }

    /** Null takes the assignee away. */
    static @Nullable String ofAssign(HttpServletRequest request) {
        String assignee = only(request, "assignee", LetterLimits.NAME);
        if (assignee != null && assignee.isBlank()) throw Problem.badField("assignee", "assignee must not be empty");
        return assignee;
    }

    /** Null takes the link away. */
    static @Nullable String ofLink(HttpServletRequest request) {
        String url = only(request, "url", URL);
        if (url != null && !isWeb(url))
            throw Problem.badField("url", "url must be an address that begins with http:// or https://");
        return url;
    }

    /** A page shows it as a link, so nothing else may stand in it, and no password. */
    private static boolean isWeb(String url) {
        try {
            URI uri = new URI(url);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            return (scheme.equals("http") || scheme.equals("https"))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static @Nullable String only(HttpServletRequest request, String name, int limit) {
        Body.requireJson(request);
        Given given = JsonStreams.read(Body.whole(request, LIMIT), in -> readOnly(in, name, limit));
        if (!given.isThere) throw Problem.badField(name, "say the " + name + ", or null for none");
        return given.value;
    }

    private record Given(boolean isThere, @Nullable String value) {}

    private static Given readOnly(JsonFields in, String name, int limit) {
        requireObject(in);
        Given given = new Given(false, null);
        while (in.nextField()) {
            if (!in.name().equals(name)) throw FilterWords.unknown(in.name(), List.of(name));
            given = new Given(true, in.cleanText(name, limit));
        }
        return given;
    }

    private static void requireObject(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
    }
}
