package dev.redrive.internal.archive;

import dev.redrive.archive.Archive;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The hours of which there are objects, found without listing these. For one search: what it saw once it does not list again. */
final class ArchiveHours {
    private static final int FIRST_YEAR = 1970;
    private static final int[] SMALLEST = {FIRST_YEAR, 1, 1, 0};

    private final Archive archive;
    private final Instant from;
    private final Map<String, List<Integer>> listed = new HashMap<>();

    /** @param from earlier hours are not wanted */
    ArchiveHours(Archive archive, Instant from) {
        this.archive = archive;
        this.from = from;
    }

    /** The last hour that begins before this time. */
    Optional<Instant> before(Instant end) {
        return last(ObjectKey.ROOT, new int[0], end)
                .filter(hour -> hour.plusSeconds(3600).isAfter(from));
    }

    /** The last hour within a year, month or day. */
    private Optional<Instant> last(String prefix, int[] parts, Instant end) {
        if (parts.length == SMALLEST.length) return Optional.of(start(parts));
        for (int part : parts(prefix, parts.length)) {
            int[] below = append(parts, part);
            if (!isBefore(below, end)) continue;
            Optional<Instant> found = last(prefix + name(part, parts.length) + "/", below, end);
            if (found.isPresent()) return found;
        }
        return Optional.empty();
    }

    private List<Integer> parts(String prefix, int level) {
        return listed.computeIfAbsent(
                prefix,
                folder -> archive.folders(folder).stream()
                        .flatMap(name -> number(name, level).stream())
                        .sorted(Comparator.reverseOrder())
                        .toList());
    }

    /** Folders with other names are none of ours. */
    private static Optional<Integer> number(String name, int level) {
        try {
            int number = Integer.parseInt(name);
            return name(number, level).equals(name) ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String name(int number, int level) {
        String digits = String.valueOf(number);
        return "0".repeat(Math.max(0, (level == 0 ? 4 : 2) - digits.length())) + digits;
    }

    private static int[] append(int[] parts, int part) {
        int[] longer = java.util.Arrays.copyOf(parts, parts.length + 1);
        longer[parts.length] = part;
        return longer;
    }

    private static boolean isBefore(int[] parts, Instant end) {
        try {
            return start(parts).isBefore(end);
        } catch (DateTimeException noSuchDay) {
            return false;
        }
    }

    private static Instant start(int[] parts) {
        int[] all = SMALLEST.clone();
        System.arraycopy(parts, 0, all, 0, parts.length);
        return LocalDateTime.of(all[0], all[1], all[2], all[3], 0).toInstant(ZoneOffset.UTC);
    }
}
