package dev.redrive.server.pages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Shows a page to a browser that asks for an address where there is nothing; programs get a problem, as everywhere. */
@Component
final class NotFoundPage implements HandlerExceptionResolver, Ordered {
    private final PageFrames frames;

    NotFoundPage(PageFrames frames) {
        this.frames = frames;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception thrown) {
        if (!(thrown instanceof NoResourceFoundException) || !isBrowser(request)) return null;
        ProblemView view = ProblemView.of(HttpStatus.NOT_FOUND.value(), "There is no page at this address.");
        ModelAndView page =
                new ModelAndView("problem", Map.of("frame", frames.around(request, view.title()), "view", view));
        page.setStatus(HttpStatus.NOT_FOUND);
        return page;
    }

    private static boolean isBrowser(HttpServletRequest request) {
        @Nullable String accept = request.getHeader(HttpHeaders.ACCEPT);
        return accept != null && accept.contains("text/html");
    }
}
