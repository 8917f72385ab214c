package dev.redrive.server.web;

import dev.redrive.json.Json;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** A problem as {@code application/problem+json}, as RFC 9457 wants it. */
public final class ProblemJson {
    public static final String MEDIA_TYPE = "application/problem+json";

    private ProblemJson() {}

    /** For filters and other places that no exception handler stands behind. */
    public static void send(Problem problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        byte[] body = bytes(problem, request.getRequestURI());
        response.setStatus(problem.status().value());
        response.setContentType(MEDIA_TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    static byte[] bytes(Problem problem, String instance) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", "about:blank");
        members.put("title", problem.status().getReasonPhrase());
        members.put("status", problem.status().value());
        members.put("detail", Objects.requireNonNullElse(problem.getMessage(), ""));
        members.put("instance", instance);
        problem.extras().forEach(members::putIfAbsent);
        return Json.object(members).text().getBytes(StandardCharsets.UTF_8);
    }
}
