package dev.redrive.server.access.signin;

import dev.redrive.internal.text.LruMap;
import dev.redrive.server.access.LaxCookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;

/**
 * Sign-ins that are under way at the identity provider. Not in the session, whose cookie does not come along when the provider
 * sends them back; and of those that never come back, only so many are kept.
 */
final class OidcPending implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {
    private static final LaxCookie COOKIE = new LaxCookie("REDRIVE_SIGNIN", "/login");
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int MOST = 1_000;

    private final LongSupplier nanos;
    private final SecureRandom random = new SecureRandom();
    private final LruMap<String, Pending> pending = new LruMap<>(MOST);

    OidcPending(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        Optional<String> id = COOKIE.read(request);
        if (id.isEmpty()) return null;
        synchronized (pending) {
            return inTime(pending.get(id.get()), request);
        }
    }

    @Override
    public void saveAuthorizationRequest(
            OAuth2AuthorizationRequest asked, HttpServletRequest request, HttpServletResponse response) {
        String id = randomId();
        synchronized (pending) {
            pending.put(id, new Pending(asked, nanos.getAsLong()));
        }
        COOKIE.set(request, response, id, PATIENCE);
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        Optional<String> id = COOKIE.read(request);
        if (id.isEmpty()) return null;
        COOKIE.forget(request, response);
        synchronized (pending) {
            return inTime(pending.remove(id.get()), request);
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

    private record Pending(OAuth2AuthorizationRequest asked, long since) {}
}
