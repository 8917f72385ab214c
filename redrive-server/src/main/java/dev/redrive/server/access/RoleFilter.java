package dev.redrive.server.access;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.web.Problem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/** Resolves the caller and lets through what {@link Rules} allow. */
public final class RoleFilter extends OncePerRequestFilter {
    private final CallerResolver callers;
    private final AccessRefusals refusals;
    private final RefusalPage page;

    public RoleFilter(CallerResolver callers, AccessRefusals refusals, RefusalPage page) {
        this.callers = callers;
        this.refusals = refusals;
        this.page = page;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String path = path(request);
        Optional<Role> needed = Rules.needed(request.getMethod(), path);
        Optional<Caller> caller = callers.caller(request);
        if (caller.isEmpty() && needed.isPresent()) {
            refusals.unknown(request, response);
        } else if (caller.isPresent() && needed.isPresent() && !caller.get().may(needed.get())) {
            refuse(request, response, caller.get(), notAllowed(request, caller.get(), needed.get()));
        } else if (caller.isPresent() && needed.isPresent() && isBeyond(caller.get(), path)) {
            refuse(request, response, caller.get(), beyond(path, caller.get()));
        } else {
            Caller known = caller.orElseGet(() -> CallerResolver.anonymous(request));
            known.mark(request);
            chain.doFilter(Rules.isHealth(path) ? new HealthPaths(request, known) : request, response);
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, Caller caller, String why)
            throws ServletException, IOException {
        Problem problem = Problem.forbidden(why);
        if (!AccessRefusals.wantsPage(request)) {
            refusals.write(response, problem);
            return;
        }
        caller.mark(request);
        page.show(request, response, problem);
    }

    /** As the server decoded it: the raw one may spell the same path in many ways. */
    public static String path(HttpServletRequest request) {
        @Nullable String info = request.getPathInfo();
        return info == null ? request.getServletPath() : request.getServletPath() + info;
    }

    private static boolean isBeyond(Caller caller, String path) {
        return !caller.channels().isEmpty() && Rules.coversAllChannels(path);
    }

    private static String beyond(String path, Caller caller) {
        return path + " covers all channels, and " + caller.name()
                + " is limited to some. Use a token without channels.";
    }

    private static String notAllowed(HttpServletRequest request, Caller caller, Role needed) {
        return "%s %s needs the role %s, and %s is %s. Ask an administrator of this server for a token with that role."
                .formatted(request.getMethod(), path(request), word(needed), caller.name(), word(caller.role()));
    }

    private static String word(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
