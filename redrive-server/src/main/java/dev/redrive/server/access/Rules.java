package dev.redrive.server.access;

import dev.redrive.server.caller.Role;
import java.util.List;
import java.util.Optional;

/** Which role a request needs, by method and path. The first line that matches decides. */
final class Rules {
    private static final String ANY = "*";

    private static final List<Rule> TABLE = List.of(
            only(Role.PRODUCER, "POST", "/dlq"),
            withoutRole("GET", "/actuator/health"),
            withoutRole("GET", "/actuator/health/liveness"),
            withoutRole("GET", "/actuator/health/readiness"),
            withoutRole(ANY, "/login/**"),
            withoutRole("POST", "/logout"),
            withoutRole("GET", "/oauth2/authorization/**"),
            withoutRole("GET", "/assets/**"),
            withoutRole("GET", "/webjars/**"),
            withoutRole("GET", "/favicon.ico"),
            only(Role.ADMIN, ANY, "/dlq/audit/**"),
            only(Role.ADMIN, ANY, "/audit/**"),
            only(Role.ADMIN, "POST", "/dlq/import"),
            only(Role.ADMIN, "POST", "/dlq/backup"),
            only(Role.ADMIN, ANY, "/dlq/erase/**"),
            only(Role.ADMIN, "POST", "/dlq/holds"),
            only(Role.ADMIN, "POST", "/dlq/retention/**"),
            only(Role.ADMIN, "POST", "/settings/**"),
            only(Role.VIEWER, "GET", "/actuator/prometheus"),
            only(Role.VIEWER, "GET", "/actuator/info"),
            only(Role.VIEWER, "GET", "/actuator/metrics/**"),
            only(Role.ADMIN, ANY, "/actuator/**"),
            only(Role.VIEWER, "GET", "/**"),
            only(Role.VIEWER, "OPTIONS", "/**"),
            only(Role.VIEWER, "PUT", "/dlq/views/**"),
            only(Role.VIEWER, "DELETE", "/dlq/views/**"),
            only(Role.VIEWER, "POST", "/letters/views/**"),
            only(Role.ADMIN, "DELETE", "/**"),
            only(Role.OPERATOR, ANY, "/**"));

    private static final List<Rule> ALL_CHANNELS = List.of(
            withoutRole(ANY, "/actuator/**"),
            withoutRole(ANY, "/dlq/backup"),
            withoutRole(ANY, "/dlq/erase/**"),
            withoutRole(ANY, "/dlq/holds"),
            withoutRole(ANY, "/dlq/nodes"),
            withoutRole(ANY, "/dlq/retention/**"));

    private static final Rule HEALTH = withoutRole(ANY, "/actuator/health/**");

    private Rules() {}

    /** Empty when no role is needed. The path is the decoded one, so that no spelling of it goes around a rule. */
    static Optional<Role> needed(String method, String path) {
        String asked = method.equals("HEAD") ? "GET" : method;
        for (Rule rule : TABLE) if (rule.matches(asked, path)) return rule.role;
        throw new IllegalStateException("the last rule matches everything");
    }

    /** What is about the whole server, and so not for callers that are limited to channels. */
    static boolean coversAllChannels(String path) {
        return ALL_CHANNELS.stream().anyMatch(rule -> rule.covers(path));
    }

    static boolean isHealth(String path) {
        return HEALTH.covers(path);
    }

    private static Rule withoutRole(String method, String path) {
        return new Rule(Optional.empty(), method, path);
    }

    private static Rule only(Role role, String method, String path) {
        return new Rule(Optional.of(role), method, path);
    }

    /** A line of the table. A path that ends in {@code /**} means itself and all below it. */
    private record Rule(Optional<Role> role, String method, String path) {
        boolean matches(String asked, String at) {
            return (method.equals(ANY) || method.equals(asked)) && covers(at);
        }

        private boolean covers(String at) {
            if (!path.endsWith("/**")) return path.equals(at);
            int stem = path.length() - 3;
            return at.startsWith(path.substring(0, stem)) && (at.length() == stem || at.charAt(stem) == '/');
        }
    }
}
