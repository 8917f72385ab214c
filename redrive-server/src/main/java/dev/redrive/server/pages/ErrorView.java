package dev.redrive.server.pages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.View;

/** The page for an unknown address, in place of Spring Boot's white page. */
@Component("error")
final class ErrorView implements View {
    private final JteViewResolver templates;
    private final PageFrames frames;

    ErrorView(JteViewResolver templates, PageFrames frames) {
        this.templates = templates;
        this.frames = frames;
    }

    @Override
    public String getContentType() {
        return MediaType.TEXT_HTML_VALUE;
    }

    @Override
    public void render(@Nullable Map<String, ?> model, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        int status = model != null && model.get("status") instanceof Integer known ? known : response.getStatus();
        ProblemView view = ProblemView.of(status, detail(status));
        Map<String, Object> page = new HashMap<>();
        page.put("frame", frames.withoutCaller(request, view.title()));
        page.put("view", view);
        Objects.requireNonNull(templates.resolveViewName("problem", Locale.ROOT))
                .render(page, request, response);
    }

    private static String detail(int status) {
        if (status == 404) return "There is no page at this address.";
        return status < 500
                ? "The server understood the address but not the request."
                : "The server failed to make this page. Its log says why.";
    }
}
