package dev.redrive.server.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Gives each request its {@link RequestMemory}, and takes back at its end what it still holds. */
@SuppressWarnings("serial") // filters are serializable by name only
final class RequestMemoryFilter extends HttpFilter {
    private final ByteBudget memory;
    private final ByteBudget disk;

    RequestMemoryFilter(ByteBudget memory, ByteBudget disk) {
        this.memory = memory;
        this.disk = disk;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try (RequestMemory held = new RequestMemory(memory, disk)) {
            held.mark(request);
            chain.doFilter(request, response);
        }
    }
}
