package dev.redrive.server.caller;

import dev.redrive.text.Glob;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/**
 * Who sent a request.
 *
 * @param channels what they are limited to; empty means everything
 */
public record Caller(String name, Role role, String address, List<Glob> channels) {
    private static final String ATTRIBUTE = Caller.class.getName();

    public Caller {
        channels = List.copyOf(channels);
    }

    public boolean may(Role wanted) {
        return role.includes(wanted);
    }

    public boolean mayUse(String channel) {
        return channels.isEmpty() || channels.stream().anyMatch(glob -> glob.matches(channel));
    }

    /** Set for every request before anything else looks at it. */
    public static Caller of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Caller caller) return caller;
        throw new IllegalStateException("no caller is set on the request for " + request.getRequestURI());
    }

    public void mark(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }
}
