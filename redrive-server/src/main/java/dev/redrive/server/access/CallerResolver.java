package dev.redrive.server.access;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.text.Glob;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Finds the caller of a request. */
public interface CallerResolver {
    /** Empty when the request has no valid credentials. */
    Optional<Caller> caller(HttpServletRequest request);

    /** Without configured credentials, local callers are administrators. {@link HostGuard} keeps others and web pages out. */
    static Optional<Caller> onThisMachine(HttpServletRequest request) {
        return Optional.of(new Caller("local", Role.ADMIN, request.getRemoteAddr(), List.of()));
    }

    static Optional<Caller> inSession(HttpServletRequest request) {
        @Nullable
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication == null || !(authentication.getPrincipal() instanceof SignedInCaller person))
            return Optional.empty();
        return Optional.of(person.callingFrom(request.getRemoteAddr()));
    }

    static CallerResolver byToken(Tokens tokens) {
        return request -> bearer(request)
                .flatMap(tokens::find)
                .map(token -> new Caller(token.name(), token.role(), request.getRemoteAddr(), token.channels()));
    }

    /** For what needs no credentials: the least role, in a channel that no letter has. */
    static Caller anonymous(HttpServletRequest request) {
        return new Caller("anonymous", Role.PRODUCER, request.getRemoteAddr(), List.of(new Glob("\0")));
    }

    private static Optional<String> bearer(HttpServletRequest request) {
        String scheme = "Bearer ";
        @Nullable String header = request.getHeader("Authorization");
        if (header == null || !header.regionMatches(true, 0, scheme, 0, scheme.length())) return Optional.empty();
        return Optional.of(header.substring(scheme.length()).trim());
    }
}
