package dev.redrive.server.docs;

import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrames;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** The page that describes the HTTP API to people, in the frame of all pages. */
@HtmlPage
final class DocsPage {
    private final PageFrames frames;
    private @Nullable ApiReference reference;

    DocsPage(PageFrames frames) {
        this.frames = frames;
    }

    @GetMapping("/docs")
    ModelAndView show(HttpServletRequest request) {
        return new ModelAndView("docs", Map.of("frame", frames.around(request, "API"), "view", reference()));
    }

    /** Read when it is first asked for: most servers are never asked, and all have to start quickly. */
    private synchronized ApiReference reference() {
        if (reference == null) reference = ReferenceReader.of(Description.read().json());
        return reference;
    }
}
