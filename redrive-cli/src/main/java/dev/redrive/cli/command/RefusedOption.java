package dev.redrive.cli.command;

import dev.redrive.cli.http.ServerRefused;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The option whose value the server does not take: a mistake in the command line that only the server could find. */
public final class RefusedOption {
    private static final int BAD_REQUEST = 400;

    /** Options that are not called like the parameter, or like the member of a body, that they become. */
    private static final Map<String, List<String>> OTHERS = Map.ofEntries(
            Map.entry("minRetryCount", List.of("--min-retries")),
            Map.entry("maxRetryCount", List.of("--max-retries")),
            Map.entry("subscriberId", List.of("--subscriber")),
            Map.entry("eventId", List.of("--event")),
            Map.entry("attributes", List.of("--attr")),
            Map.entry("from", List.of("--from", "--during")),
            Map.entry("to", List.of("--to", "--during")),
            Map.entry("ids", List.of("--id")),
            Map.entry("ratePerSecond", List.of("--rate")),
            Map.entry("moreThan", List.of("--more")),
            Map.entry("until", List.of("--until", "--for")));

    private RefusedOption() {}

    /** What is wrong with which option; empty when it was refused for another reason. */
    public static Optional<String> mistake(Session session, ServerRefused refused) {
        if (refused.status() != BAD_REQUEST) return Optional.empty();
        return refused.problem()
                .at("field")
                .text()
                .flatMap(field -> options(field).stream()
                        .filter(session::has)
                        .findFirst()
                        .map(option -> said(option, field, refused.reason())));
    }

    /** {@code offPeak.hours[0]} comes from an option that is called like one of its parts; the last one first. */
    private static List<String> options(String field) {
        List<String> options = new ArrayList<>();
        for (String part : field.split("[.\\[\\]]+", -1)) {
            if (part.isEmpty()) continue;
            List<String> names = new ArrayList<>(OTHERS.getOrDefault(part, List.of()));
            names.add("--" + part.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
            options.addAll(0, names);
        }
        return Collections.unmodifiableList(options);
    }

    private static String said(String option, String field, String reason) {
        return reason.startsWith(field + " ") ? option + reason.substring(field.length()) : option + ": " + reason;
    }
}
