package dev.redrive.server.letters;

import dev.redrive.server.web.Problem;
import dev.redrive.server.web.TimeParser;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How long letters must have been in the archive to be deleted for good, and whether that is only asked. */
record ArchivedAge(String text, Duration duration, boolean isDryRun) {
    private static final String OLDER_THAN = "olderThan";
    private static final String DRY_RUN = "dryRun";
    /** Cleaning up the archive without an age means all of it. */
    private static final String ANY_AGE = "0s";

    private static final List<String> KNOWN = List.of(OLDER_THAN, DRY_RUN);

    static ArchivedAge of(Map<String, String[]> parameters) {
        for (String name : parameters.keySet()) {
            if (!KNOWN.contains(name)) throw FilterWords.unknown(name, KNOWN);
        }
        String age = parameters.containsKey(OLDER_THAN) ? only(parameters.get(OLDER_THAN)) : ANY_AGE;
        if (age == null)
            throw Problem.badField(
                    OLDER_THAN,
                    "say once how long a letter must be in the archive to be deleted, as in ?olderThan=30d");
        return new ArchivedAge(age, TimeParser.duration(OLDER_THAN, age), isDryRun(parameters));
    }

    /** An unknown value may have meant yes: then nothing must be deleted. */
    private static boolean isDryRun(Map<String, String[]> parameters) {
        if (!parameters.containsKey(DRY_RUN)) return false;
        String word = only(parameters.get(DRY_RUN));
        if ("true".equals(word)) return true;
        if ("false".equals(word)) return false;
        throw Problem.badField(DRY_RUN, DRY_RUN + " must be true or false");
    }

    private static @Nullable String only(String @Nullable [] values) {
        return values == null || values.length != 1 || values[0].isEmpty() ? null : values[0];
    }
}
