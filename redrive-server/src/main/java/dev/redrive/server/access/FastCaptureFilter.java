package dev.redrive.server.access;

import dev.redrive.server.web.ProblemAdvice;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Leads programs to a {@link FastCapture}, through the same two gates that stand before everything else. */
@SuppressWarnings("serial") // filters are serializable by name only
public final class FastCaptureFilter extends HttpFilter {
    private final FastCapture way;
    private final RequestFilter entrance;
    private final RoleFilter gate;
    private final boolean open;

    /** @param open true when there are no sessions, so that every request may take the fast path */
    public FastCaptureFilter(FastCapture way, RequestFilter entrance, RoleFilter gate, boolean open) {
        this.way = way;
        this.entrance = entrance;
        this.gate = gate;
        this.open = open;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (isForProgram(request) && way.takes(request)) pass(request, response);
        else chain.doFilter(request, response);
    }

    private boolean isForProgram(HttpServletRequest request) {
        return request.getRequestURI().equals(way.path()) && (open || request.getHeader("Authorization") != null);
    }

    private void pass(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException {
        entrance.doFilter(
                request,
                response,
                (first, second) -> gate.doFilter(first, second, (third, fourth) -> answer(request, response)));
    }

    private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            way.answer(request, response);
        } catch (IOException | RuntimeException e) {
            ProblemAdvice.send(e, request, response);
        }
    }
}
