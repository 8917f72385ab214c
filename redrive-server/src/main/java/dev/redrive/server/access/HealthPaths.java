package dev.redrive.server.access;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/**
 * A request for health. It needs no credentials, and Spring answers with details when there is a principal, so there is
 * one only for callers of all channels: the details count letters, name topics and quote the store's errors.
 */
final class HealthPaths extends HttpServletRequestWrapper {
    private final Caller caller;

    HealthPaths(HttpServletRequest request, Caller caller) {
        super(request);
        this.caller = caller;
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return caller.may(Role.VIEWER) && caller.channels().isEmpty() ? caller::name : null;
    }
}
