package dev.redrive.server.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The page that was requested before the sign-in. A cookie keeps it, not a session: requests without a sign-in must not
 * take memory of the server.
 */
public final class NextPage {
    private static final LaxCookie COOKIE = new LaxCookie("REDRIVE_NEXT", "/");
    private static final String HOME = "/";
    private static final int LONGEST = 1000;

    private NextPage() {}

    static void remember(HttpServletRequest request, HttpServletResponse response) {
        String page = asked(request);
        if (page.length() <= LONGEST) COOKIE.set(request, response, encode(page), Duration.ofMinutes(10));
    }

    /** The page, which is forgotten with that; the home page when there is none. */
    public static String take(HttpServletRequest request, HttpServletResponse response) {
        Optional<String> kept = COOKIE.read(request);
        if (kept.isEmpty()) return HOME;
        COOKIE.forget(request, response);
        String page = decode(kept.get());
        return isOurs(page) ? page : HOME;
    }

    static String asked(HttpServletRequest request) {
        @Nullable String query = request.getQueryString();
        String path = request.getRequestURI();
        String page = query == null ? path : path + "?" + query;
        return isOurs(page) ? page : HOME;
    }

    /** Two slashes, or a backslash that browsers read as one, would begin the name of another host. */
    private static boolean isOurs(String page) {
        return page.startsWith("/")
                && !page.startsWith("//")
                && page.chars().allMatch(c -> c > ' ' && c < 127 && c != '\\');
    }

    private static String encode(String page) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(page.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String value) {
        try {
            return new String(Base64.getUrlDecoder().decode(value), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return HOME;
        }
    }
}
