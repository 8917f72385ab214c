package dev.redrive.server.access;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.web.util.WebUtils;

/**
 * People who are at the identity provider right now. Not in the session, whose cookie does not come along when the provider
 * sends them back; and of those who never come back, only so many are kept.
 */
final class OidcPending implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {
    private static final String COOKIE = "REDRIVE_SIGNIN";
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int MOST = 1_000;

    private final LongSupplier nanos;
    private final SecureRandom random = new SecureRandom();
    private final Bounded<Pending> pending = new Bounded<>(MOST);

    OidcPending(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        @Nullable Cookie cookie = WebUtils.getCookie(request, COOKIE);
        if (cookie == null) return null;
        synchronized (pending) {
            return inTime(pending.get(cookie.getValue()), request);
        }
    }

    @Override
    public void saveAuthorizationRequest(
            OAuth2AuthorizationRequest asked, HttpServletRequest request, HttpServletResponse response) {
        String id = randomId();
        synchronized (pending) {
            pending.put(id, new Pending(asked, nanos.getAsLong()));
        }
        set(request, response, id, PATIENCE);
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        @Nullable Cookie cookie = WebUtils.getCookie(request, COOKIE);
        if (cookie == null) return null;
        set(request, response, "", Duration.ZERO);
        synchronized (pending) {
            return inTime(pending.remove(cookie.getValue()), request);
        }
    }

    private @Nullable OAuth2AuthorizationRequest inTime(@Nullable Pending found, HttpServletRequest request) {
        if (found == null || nanos.getAsLong() - found.since > PATIENCE.toNanos()) return null;
        return String.valueOf(found.asked.getState()).equals(request.getParameter("state")) ? found.asked : null;
    }

    private String randomId() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void set(HttpServletRequest request, HttpServletResponse response, String value, Duration age) {
        response.addHeader(
                "Set-Cookie",
                ResponseCookie.from(COOKIE, value)
                        .path("/login")
                        .maxAge(age)
                        .httpOnly(true)
                        .secure(request.isSecure())
                        .sameSite("Lax")
                        .build()
                        .toString());
    }

    private record Pending(OAuth2AuthorizationRequest asked, long since) {}
}
