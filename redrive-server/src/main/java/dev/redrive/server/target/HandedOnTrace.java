package dev.redrive.server.target;

import dev.redrive.letter.Headers;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The trace that a message brought along, with a new step in it. */
final class HandedOnTrace {
    private static final Pattern PARENT =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?");
    private static final int LONGEST_PARENT = 200;
    private static final int LONGEST_STATE = 512;

    private HandedOnTrace() {}

    static Map<String, String> of(Headers headers, RandomGenerator random) {
        Map<String, String> trace = new LinkedHashMap<>();
        Optional<Matcher> parent = ForwardedHeaders.last(headers, "traceparent")
                .filter(value -> value.length() <= LONGEST_PARENT)
                .map(PARENT::matcher)
                .filter(Matcher::matches);
        if (parent.isEmpty()) return trace;
        trace.put(
                "traceparent",
                "00-" + parent.get().group(1) + "-" + newSpan(random) + "-"
                        + parent.get().group(2));
        ForwardedHeaders.last(headers, "tracestate")
                .filter(value -> value.length() <= LONGEST_STATE && ForwardedHeaders.isValidValue(value))
                .ifPresent(value -> trace.put("tracestate", value));
        return trace;
    }

    /** All zeros would mean that there is no step. */
    private static String newSpan(RandomGenerator random) {
        long span = random.nextLong();
        return HexFormat.of().toHexDigits(span == 0 ? 1 : span);
    }
}
