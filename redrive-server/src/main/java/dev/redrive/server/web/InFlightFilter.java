package dev.redrive.server.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Gives each request its {@link InFlight}, and takes back at its end what it still holds. */
@SuppressWarnings("serial") // filters are serializable by name only
final class InFlightFilter extends HttpFilter {
    private final Budget memory;
    private final Budget disk;

    InFlightFilter(Budget memory, Budget disk) {
        this.memory = memory;
        this.disk = disk;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try (InFlight held = new InFlight(memory, disk)) {
            held.mark(request);
            chain.doFilter(request, response);
        }
    }
}
