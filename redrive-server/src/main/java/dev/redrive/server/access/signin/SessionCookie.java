package dev.redrive.server.access.signin;

import jakarta.servlet.ServletContext;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.SessionTrackingMode;
import java.time.Duration;
import java.util.Set;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.stereotype.Component;

/** How browsers keep a session: out of reach of scripts and other sites, never in an address. Over https it is marked secure. */
@Component
public final class SessionCookie implements ServletContextInitializer {
    public static final String NAME = "REDRIVE_SESSION";
    static final Duration IDLE = Duration.ofHours(8);

    @Override
    public void onStartup(ServletContext context) {
        SessionCookieConfig cookie = context.getSessionCookieConfig();
        cookie.setName(NAME);
        cookie.setHttpOnly(true);
        cookie.setAttribute("SameSite", "Strict");
        context.setSessionTrackingModes(Set.of(SessionTrackingMode.COOKIE));
        context.setSessionTimeout((int) IDLE.toMinutes());
    }
}
