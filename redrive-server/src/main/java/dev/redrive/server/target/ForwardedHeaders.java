package dev.redrive.server.target;

import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses which of a letter's headers go out with it. Those that belong to one connection, that carry credentials, or
 * that we set ourselves stay behind, and so does what HTTP cannot carry or what would make the request too large.
 */
final class ForwardedHeaders {
    private static final int MOST = 64;
    private static final int MOST_CHARACTERS = 16 * 1024;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_VALUE = 4 * 1024;

    private static final Set<String> LEFT_BEHIND = Set.of(
            "authorization",
            "connection",
            "content-length",
            "content-type",
            "cookie",
            "cookie2",
            "expect",
            "host",
            "http2-settings",
            "idempotency-key",
            "keep-alive",
            "set-cookie",
            "te",
            "trailer",
            "traceparent",
            "tracestate",
            "transfer-encoding",
            "upgrade");

    private static final List<String> LEFT_BEHIND_PREFIXES = List.of("proxy-", "redrive-", "sec-");

    private ForwardedHeaders() {}

    static List<Header> of(Headers headers) {
        List<Header> forwarded = new ArrayList<>();
        int room = MOST_CHARACTERS;
        for (Header header : headers.list()) {
            int size = header.name().length() + header.value().size();
            if (forwarded.size() == MOST || size > room || !mayGo(header)) continue;
            forwarded.add(header);
            room -= size;
        }
        return forwarded;
    }

    private static boolean mayGo(Header header) {
        String name = header.name().toLowerCase(Locale.ROOT);
        return isValidName(name)
                && !LEFT_BEHIND.contains(name)
                && LEFT_BEHIND_PREFIXES.stream().noneMatch(name::startsWith)
                && header.value().size() <= LONGEST_VALUE
                && isValidValue(header.value().text());
    }

    /** The value of the last header with this name, in upper or lower case, as HTTP has it. */
    static Optional<String> last(Headers headers, String name) {
        List<Header> list = headers.list();
        for (int i = list.size() - 1; i >= 0; i--) {
            if (list.get(i).name().equalsIgnoreCase(name))
                return Optional.of(list.get(i).value().text());
        }
        return Optional.empty();
    }

    private static boolean isValidName(String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME) return false;
        return name.chars().allMatch(c -> isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
    }

    private static boolean isLetterOrDigit(int c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }

    /** A line break would begin another header; what is not ASCII has no agreed meaning. */
    static boolean isValidValue(String value) {
        return value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c <= '~'));
    }
}
