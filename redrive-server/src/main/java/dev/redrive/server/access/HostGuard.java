package dev.redrive.server.access;

import dev.redrive.server.config.AccessSettings;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what another web page makes a browser send. On a server without credentials, a page whose name was made to point
 * at this machine (DNS rebinding) or that posts to localhost would otherwise be an administrator.
 */
public final class HostGuard {
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");
    private static final String STRANGER = "This server has no credentials and so talks to its own machine only."
            + " Set REDRIVE_ADMIN_TOKEN to let others in.";
    private static final String CROSS_SITE = "Another web site made the browser send this change, so it was refused.";
    private static final String FOREIGN_HOST = "This server does not go by the host name of this request."
            + " Use localhost, or list the name under redrive.access.hosts.";
    private static final String FOREIGN_ORIGIN = "The request comes from a web page of another origin."
            + " Use this server's own pages, or list the page's host under redrive.access.hosts.";

    private final boolean open;
    private final boolean checksHost;
    private final Set<String> configured = new HashSet<>();
    private final Set<String> allowed;

    public HostGuard(AccessSettings access) {
        open = access.isOpen();
        checksHost = open || !access.hosts().isEmpty();
        for (String host : access.hosts()) configured.add(Authority.of(host).name());
        allowed = new HashSet<>(configured);
        allowed.addAll(LOOPBACK);
    }

    /**
     * Why the request is refused, if it is.
     *
     * @param probe true for health checks, which go to addresses instead of names
     */
    Optional<String> refusal(HttpServletRequest request, boolean probe) {
        if (open && !isLoopback(request.getRemoteAddr())) return Optional.of(STRANGER);
        if (isCrossSiteChange(request)) return Optional.of(CROSS_SITE);
        if (!checksHost || (probe && !open)) return Optional.empty();
        return foreignHost(request).or(() -> foreignOrigin(request));
    }

    private Optional<String> foreignHost(HttpServletRequest request) {
        @Nullable String host = request.getHeader("Host");
        if (host == null) return Optional.of("The request has no Host header; send one.");
        if (allowed.contains(Authority.of(host).name())) return Optional.empty();
        return Optional.of(FOREIGN_HOST);
    }

    /** A page of another port of this machine is another page. */
    private Optional<String> foreignOrigin(HttpServletRequest request) {
        @Nullable String origin = request.getHeader("Origin");
        if (origin == null) return Optional.empty();
        int scheme = origin.indexOf("://");
        Authority from = Authority.of(scheme < 0 ? "" : origin.substring(scheme + 3));
        if (configured.contains(from.name())) return Optional.empty();
        String port = Authority.of(request.getHeader("Host")).port();
        if (allowed.contains(from.name()) && from.port().equals(port)) return Optional.empty();
        return Optional.of(FOREIGN_ORIGIN);
    }

    private static boolean isCrossSiteChange(HttpServletRequest request) {
        return "cross-site".equals(request.getHeader("Sec-Fetch-Site"))
                && !Set.of("GET", "HEAD", "OPTIONS").contains(request.getMethod());
    }

    private static boolean isLoopback(String address) {
        return address.startsWith("127.") || address.equals("0:0:0:0:0:0:0:1") || address.equals("::1");
    }

    /** A host name, or an address in the way of URLs, and the port if one is given. */
    private record Authority(String name, String port) {
        static Authority of(String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            int colon = lower.indexOf(':', lower.startsWith("[") ? lower.indexOf(']') + 1 : 0);
            return colon < 0
                    ? new Authority(lower, "")
                    : new Authority(lower.substring(0, colon), lower.substring(colon + 1));
        }
    }
}
