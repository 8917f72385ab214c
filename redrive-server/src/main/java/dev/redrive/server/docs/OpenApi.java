package dev.redrive.server.docs;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;

/** Serves the description of the API. Headers are set and not added, because the security filters have set stricter ones before. */
@RestController
final class OpenApi {
    private @Nullable Description description;

    @GetMapping(path = "/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
    void json(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Description current = description();
        response.setHeader("Cache-Control", "no-cache");
        if (new ServletWebRequest(request, response).checkNotModified(current.etag())) return;
        send(response, MediaType.APPLICATION_JSON_VALUE, current.json());
    }

    /** Made when it is first asked for: most servers are never asked, and all have to start quickly. */
    private synchronized Description description() {
        if (description == null) description = Description.read();
        return description;
    }

    private static void send(HttpServletResponse response, String type, byte[] body) throws IOException {
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
