package dev.redrive.server.access;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseCookie;
import org.springframework.web.util.WebUtils;

/**
 * The page that somebody wanted to see before they had to sign in. A cookie keeps it, not a session: whoever has not
 * signed in gets none of our memory.
 */
final class NextPage {
    private static final String COOKIE = "REDRIVE_NEXT";
    private static final String HOME = "/";
    private static final int LONGEST = 1000;

    private NextPage() {}

    static void remember(HttpServletRequest request, HttpServletResponse response) {
        String page = asked(request);
        if (page.length() <= LONGEST) set(request, response, encode(page), Duration.ofMinutes(10));
    }

    /** The page, which is forgotten with that; the home page when there is none. */
    static String take(HttpServletRequest request, HttpServletResponse response) {
        @Nullable Cookie cookie = WebUtils.getCookie(request, COOKIE);
        if (cookie == null) return HOME;
        set(request, response, "", Duration.ZERO);
        String page = decode(cookie.getValue());
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

    private static void set(HttpServletRequest request, HttpServletResponse response, String value, Duration age) {
        // Lax, since it is also needed on the way back from an identity provider.
        response.addHeader(
                "Set-Cookie",
                ResponseCookie.from(COOKIE, value)
                        .path("/")
                        .maxAge(age)
                        .httpOnly(true)
                        .secure(request.isSecure())
                        .sameSite("Lax")
                        .build()
                        .toString());
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
