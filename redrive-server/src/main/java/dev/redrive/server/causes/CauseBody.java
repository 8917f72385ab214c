package dev.redrive.server.causes;

import dev.redrive.Letters;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.CauseId;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.pages.TimeAhead;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.TimeParser;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Until when a cause is ignored, and the other bodies of requests about causes.
 *
 * @param moreThan so many further letters; null when it is ignored for a time, or for good
 * @param untilRelease until the next release
 */
record CauseBody(@Nullable Instant until, @Nullable Long moreThan, boolean untilRelease) {
    private static final CauseBody FOR_GOOD = new CauseBody(null, null, false);
    private static final int LIMIT = 16 * 1024;
    private static final int URL = 2000;
    private static final long MOST = 1_000_000_000_000L;
    private static final String ASSIGNEE = "assignee";
    private static final String UNTIL = "until";
    private static final String MORE_THAN = "moreThan";
    private static final String UNTIL_RELEASE = "untilRelease";
    private static final String TEXT = "text";

    /** Without a body it is ignored for good. */
    static CauseBody ofIgnore(HttpServletRequest request, Instant now) {
        byte[] body = Body.whole(request, LIMIT);
        if (body.length == 0) return FOR_GOOD;
        Body.requireJson(request);
        CauseBody read = JsonStreams.read(body, CauseBody::readIgnore);
        if (read.until != null && !read.until.isAfter(now))
            throw Problem.badField(UNTIL, "until must be a time to come; it is " + now + " now");
        return read;
    }

    /** What the form of the pages says, with {@code how} for what of it counts. */
    static CauseBody ofForm(HttpServletRequest request, Instant now, ZoneId zone) {
        String how = field(request, "how");
        return switch (how) {
            case "", "good" -> FOR_GOOD;
            case "time" -> new CauseBody(TimeAhead.of(UNTIL, field(request, UNTIL), now, zone), null, false);
            case "letters" -> new CauseBody(null, count(field(request, MORE_THAN)), false);
            case "release" -> new CauseBody(null, null, true);
            default -> throw Problem.badField("how", "how must be good, time, letters or release, not \"" + how + "\"");
        };
    }

    private static String field(HttpServletRequest request, String name) {
        String text = request.getParameter(name);
        return text == null ? "" : text.strip();
    }

    private static long count(String text) {
        if (!text.matches("[0-9]{1,12}"))
            throw Problem.badField(MORE_THAN, "say after how many more letters it is open again, such as 500");
        return Long.parseLong(text);
    }

    private static CauseBody readIgnore(JsonFields in) {
        requireObject(in);
        Instant until = null;
        Long moreThan = null;
        boolean untilRelease = false;
        while (in.nextField()) {
            switch (in.name()) {
                case UNTIL -> until = time(in.text(UNTIL, LetterLimits.NAME));
                case MORE_THAN -> moreThan = in.number(MORE_THAN, 0, MOST);
                case UNTIL_RELEASE -> untilRelease = Boolean.TRUE.equals(in.bool(UNTIL_RELEASE));
                default -> throw FilterWords.unknown(in.name(), List.of(UNTIL, MORE_THAN, UNTIL_RELEASE));
            }
        }
        return new CauseBody(until, moreThan, untilRelease);
    }

    private static @Nullable Instant time(@Nullable String text) {
        return text == null ? null : TimeParser.instant(UNTIL, text);
    }

    /** False when there is no such cause. */
    boolean ignore(Letters letters, CauseId cause, String by) {
        long captured =
                letters.cause(cause).map(known -> known.counts().total()).orElse(0L);
        Long upTo = moreThan == null ? null : Long.valueOf(captured + moreThan);
        return letters.ignore(cause, new IgnoreEnd(until, upTo, untilRelease), by);
    }

    static String ofNote(HttpServletRequest request) {
        String text = only(request, TEXT, LetterLimits.NOTES);
        return note(text == null ? "" : text);
    }

    static String noteOfForm(HttpServletRequest request) {
        return note(field(request, TEXT));
    }

    private static String note(String text) {
        if (text.isBlank() || text.length() > LetterLimits.NOTES)
            throw Problem.badField(TEXT, "text must have 1 to " + LetterLimits.NOTES + " characters");
        return text.strip();
    }

    /** Null takes the assignee away. */
    static @Nullable String ofAssign(HttpServletRequest request) {
        String assignee = only(request, ASSIGNEE, LetterLimits.NAME);
        if (assignee != null && assignee.isBlank()) throw Problem.badField(ASSIGNEE, "assignee must not be empty");
        return assignee;
    }

    /** Null takes the link away. */
    static @Nullable String ofLink(HttpServletRequest request) {
        String url = only(request, "url", URL);
        return url == null ? null : web(url);
    }

    /** The name in a form; an empty one takes the assignee away. */
    static @Nullable String assigneeOfForm(HttpServletRequest request) {
        String name = field(request, ASSIGNEE);
        if (name.length() > LetterLimits.NAME)
            throw Problem.badField(ASSIGNEE, "a name can have at most " + LetterLimits.NAME + " characters");
        return name.isEmpty() ? null : name;
    }

    /** The address in a form; an empty one takes the link away. */
    static @Nullable String linkOfForm(HttpServletRequest request) {
        String url = field(request, "url");
        return url.isEmpty() ? null : web(url);
    }

    private static String web(String url) {
        if (url.length() <= URL && isWeb(url)) return url;
        throw Problem.badField("url", "url must be an address that begins with http:// or https://");
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
