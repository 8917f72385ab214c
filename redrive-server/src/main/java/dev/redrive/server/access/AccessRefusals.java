package dev.redrive.server.access;

import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.json.JsonMapper;

/** Refuses requests: programs get a problem as JSON, browsers the sign-in page. */
public final class AccessRefusals {
    public static final String LOGIN = "/login";

    private final JsonMapper json = new JsonMapper();

    /** Refuses a request without a known caller. */
    public void unknown(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (wantsPage(request)) {
            showLogin(request, response);
            return;
        }
        if (request.getHeader("HX-Request") != null) response.setHeader("HX-Redirect", LOGIN);
        response.setHeader("WWW-Authenticate", "Bearer realm=\"redrive\"");
        write(response, Problem.of(HttpStatus.UNAUTHORIZED, why(request)));
    }

    /** The form is not one of ours, or of a session that is over. */
    public void badForm(HttpServletRequest request, HttpServletResponse response, Problem problem) throws IOException {
        if (wantsPage(request)) redirect(response, LOGIN + "?denied");
        else write(response, problem);
    }

    /** They may, but not so often. */
    public void tooMany(HttpServletResponse response, Duration wait, String what) throws IOException {
        long seconds = Math.max(1, wait.plusNanos(999_999_999).toSeconds());
        response.setHeader("Retry-After", Long.toString(seconds));
        write(response, Problem.of(HttpStatus.TOO_MANY_REQUESTS, what + " Try again in " + seconds + " s."));
    }

    public void write(HttpServletResponse response, Problem problem) throws IOException {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("type", "about:blank");
        body.put("title", problem.status().getReasonPhrase());
        body.put("status", problem.status().value());
        body.put("detail", problem.getMessage());
        body.putAll(problem.extras());
        response.setStatus(problem.status().value());
        send(response, "application/problem+json", json.writeValueAsBytes(body));
    }

    /**
     * Goes to a page by way of one of ours. Browsers withhold the session cookie, which is SameSite=Strict, from a
     * navigation that another site began, and from every redirect after it; one that our own page begins has it.
     */
    public void bounce(HttpServletResponse response, String page) throws IOException {
        String html = "<!doctype html><meta charset=\"utf-8\"><title>Redrive</title>"
                + "<meta http-equiv=\"refresh\" content=\"0;url=%1$s\"><a href=\"%1$s\">Go on</a>"
                        .formatted(HtmlUtils.htmlEscape(page));
        response.setStatus(HttpStatus.OK.value());
        send(response, "text/html;charset=utf-8", html.getBytes(StandardCharsets.UTF_8));
    }

    /** With a relative address, because a proxy in front may have another name and scheme than we see. */
    public static void redirect(HttpServletResponse response, String page) {
        response.setStatus(HttpStatus.SEE_OTHER.value());
        response.setHeader("Location", page);
    }

    /** True for a browser that opens a page or sends a form, not for its scripts and not for programs. */
    public static boolean wantsPage(HttpServletRequest request) {
        @Nullable String accept = request.getHeader("Accept");
        return accept != null
                && accept.contains("text/html")
                && request.getHeader("HX-Request") == null
                && request.getHeader("Authorization") == null;
    }

    private void showLogin(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!request.getMethod().equals("GET")) {
            redirect(response, LOGIN);
        } else if ("cross-site".equals(request.getHeader("Sec-Fetch-Site"))) {
            bounce(response, NextPage.asked(request));
        } else {
            NextPage.remember(request, response);
            redirect(response, LOGIN);
        }
    }

    private static String why(HttpServletRequest request) {
        return request.getHeader("Authorization") == null
                ? "This server requires authentication: send \"Authorization: Bearer TOKEN\" with a token from its"
                        + " configuration, or sign in at " + LOGIN + "."
                : "The token is none that this server knows: check that it is complete and that it was not replaced.";
    }

    private static void send(HttpServletResponse response, String type, byte[] body) throws IOException {
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
