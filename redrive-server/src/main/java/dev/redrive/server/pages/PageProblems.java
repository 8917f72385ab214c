package dev.redrive.server.pages;

import dev.redrive.server.web.Problem;
import dev.redrive.store.StoreUnavailable;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Objects;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.ModelAndView;

/** Shows problems of pages as pages; those of the API stay JSON. */
@ControllerAdvice(annotations = HtmlPage.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class PageProblems {
    private final PageFrames frames;

    public PageProblems(PageFrames frames) {
        this.frames = frames;
    }

    @ExceptionHandler
    ModelAndView problem(Problem problem, HttpServletRequest request) {
        return page(request, problem.status(), Objects.requireNonNullElse(problem.getMessage(), ""));
    }

    @ExceptionHandler
    ModelAndView away(StoreUnavailable away, HttpServletRequest request) {
        return page(
                request,
                HttpStatus.SERVICE_UNAVAILABLE,
                "The store cannot be reached or is locked. Nothing is lost; this page works again when the store does.");
    }

    private ModelAndView page(HttpServletRequest request, HttpStatus status, String detail) {
        ProblemView view = ProblemView.of(status.value(), detail);
        ModelAndView page =
                new ModelAndView("problem", Map.of("frame", frames.around(request, view.title()), "view", view));
        page.setStatus(status);
        return page;
    }
}
