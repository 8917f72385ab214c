package dev.redrive.server.access;

import dev.redrive.server.web.ProblemAdvice;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Passes captures of programs to {@link FastCapture}, behind the same request and role filters as all other requests. */
@SuppressWarnings("serial") // filters are serializable by name only
public final class FastCaptureFilter extends HttpFilter {
    private final FastCapture fastCapture;
    private final RequestFilter requestFilter;
    private final RoleFilter roleFilter;
    private final boolean open;

    /** @param open true when there are no sessions, so that every request may take the fast path */
    public FastCaptureFilter(
            FastCapture fastCapture, RequestFilter requestFilter, RoleFilter roleFilter, boolean open) {
        this.fastCapture = fastCapture;
        this.requestFilter = requestFilter;
        this.roleFilter = roleFilter;
        this.open = open;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (isForProgram(request) && fastCapture.takes(request)) pass(request, response);
        else chain.doFilter(request, response);
    }

    private boolean isForProgram(HttpServletRequest request) {
        return request.getRequestURI().equals(fastCapture.path())
                && (open || request.getHeader("Authorization") != null);
    }

    private void pass(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
        requestFilter.doFilter(
                request,
                response,
                (first, second) -> roleFilter.doFilter(first, second, (third, fourth) -> answer(request, response)));
    }

    private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            fastCapture.answer(request, response);
        } catch (IOException | RuntimeException e) {
            ProblemAdvice.send(e, request, response);
        }
    }
}
