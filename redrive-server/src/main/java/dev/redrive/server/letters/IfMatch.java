package dev.redrive.server.letters;

import dev.redrive.server.web.Parameters;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The versions of a letter that a caller is willing to change, as the header {@code If-Match} names them. */
record IfMatch(boolean any, Set<Integer> versions) {
    static final String HEADER = "If-Match";

    IfMatch {
        versions = Set.copyOf(versions);
    }

    static IfMatch of(@Nullable String header) {
        if (header == null || header.strip().equals("*")) return new IfMatch(true, Set.of());
        Set<Integer> versions = new HashSet<>();
        for (String part : header.split(",", -1)) versions.add(version(part.strip()));
        return new IfMatch(false, versions);
    }

    private static int version(String tag) {
        boolean quoted = tag.length() >= 2 && tag.startsWith("\"") && tag.endsWith("\"");
        return Parameters.number(HEADER, quoted ? tag.substring(1, tag.length() - 1) : tag, 0, Integer.MAX_VALUE);
    }

    boolean accepts(int version) {
        return any || versions.contains(version);
    }
}
