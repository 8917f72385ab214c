package dev.redrive.server.access;

import dev.redrive.server.web.Problem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.web.filter.OncePerRequestFilter;

/** What every request passes first: security headers, the rate limit of its address, and the check of where it came from. */
public final class RequestFilter extends OncePerRequestFilter {
    private final RequestLimit limit;
    private final HostGuard guard;
    private final AccessRefusals refusals;

    public RequestFilter(RequestLimit limit, HostGuard guard, AccessRefusals refusals) {
        this.limit = limit;
        this.guard = guard;
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String path = RoleFilter.path(request);
        SecurityHeaders.write(request, response, path);
        Duration wait = isHealth(path) ? Duration.ZERO : limit.take(request.getRemoteAddr());
        if (!wait.isZero()) {
            refusals.tooMany(response, wait, "This address sends more requests than redrive.http.requests-per-second.");
            return;
        }
        Optional<String> refusal = guard.refusal(request, isHealth(path));
        if (refusal.isPresent()) refusals.write(response, Problem.forbidden(refusal.get()));
        else chain.doFilter(request, response);
    }

    /** Probes come from anywhere, and a busy server must not be taken for a dead one. */
    private static boolean isHealth(String path) {
        return path.startsWith("/actuator/health");
    }
}
