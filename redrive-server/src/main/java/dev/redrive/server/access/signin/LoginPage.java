package dev.redrive.server.access.signin;

import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrames;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Set;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** Where people sign in; what the form sends is checked by the access filters. */
@HtmlPage
public final class LoginPage {
    private final PageFrames frames;
    private final Settings settings;

    public LoginPage(PageFrames frames, Settings settings) {
        this.frames = frames;
        this.settings = settings;
    }

    @GetMapping("/login")
    ModelAndView show(HttpServletRequest request) {
        Set<String> said = request.getParameterMap().keySet();
        LoginView view = new LoginView(
                LoginView.trouble(said.contains("error"), said.contains("denied")),
                said.contains("out"),
                !settings.access().tokens().isEmpty(),
                settings.access().oidc().isPresent());
        return new ModelAndView("login", Map.of("frame", frames.withoutCaller(request, "Sign in"), "view", view));
    }
}
