package dev.redrive.server.access.signin;

import dev.redrive.server.access.RefusalPage;
import dev.redrive.server.pages.JteViewResolver;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.ProblemView;
import dev.redrive.server.web.Problem;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.View;

/** Says it in the frame of all pages: the session works, so nobody has to sign in again. */
@Component
public final class RoleRefusalPage implements RefusalPage {
    private final PageFrames frames;
    private final View template;

    public RoleRefusalPage(PageFrames frames, JteViewResolver templates) {
        this.frames = frames;
        this.template = Objects.requireNonNull(templates.resolveViewName("problem", Locale.ROOT));
    }

    @Override
    public void show(HttpServletRequest request, HttpServletResponse response, Problem problem)
            throws IOException, ServletException {
        ProblemView view =
                ProblemView.of(problem.status().value(), Objects.requireNonNullElse(problem.getMessage(), ""));
        response.setStatus(problem.status().value());
        try {
            template.render(Map.of("frame", frames.around(request, view.title()), "view", view), request, response);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }
}
