package dev.redrive.server.pages;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Makes the frame of each page from its request. */
@Component
public final class PageFrames {
    private final Settings settings;
    private final InstantSource clock;
    private final RailNumbers numbers;
    private final boolean demo;

    public PageFrames(
            Settings settings, InstantSource clock, RailNumbers numbers, @Value("${redrive.demo:false}") boolean demo) {
        this.settings = settings;
        this.clock = clock;
        this.numbers = numbers;
        this.demo = demo;
    }

    public PageFrame around(HttpServletRequest request, String title) {
        return frame(request, title, Optional.of(Caller.of(request)));
    }

    /** For a page that is shown before the sign-in. */
    public PageFrame withoutCaller(HttpServletRequest request, String title) {
        return frame(request, title, Optional.empty());
    }

    private PageFrame frame(HttpServletRequest request, String title, Optional<Caller> caller) {
        return new PageFrame(
                title,
                clock.instant(),
                caller,
                settings.access().isOpen(),
                demo,
                ServletUriComponentsBuilder.fromContextPath(request).build().toUriString(),
                csrf(request),
                PageNotice.of(request.getParameter("notice")),
                request.getRequestURI(),
                ReaderSettings.of(request),
                caller.map(numbers::of).orElse(RailCounts.NONE));
    }

    /** Absent where requests need none, such as those with a token of their own, and in what all open pages share. */
    private static Optional<PageFrame.Csrf> csrf(HttpServletRequest request) {
        if (LivePages.isLive(request)) return Optional.empty();
        return request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token
                ? Optional.of(new PageFrame.Csrf(token.getParameterName(), token.getHeaderName(), token.getToken()))
                : Optional.empty();
    }
}
