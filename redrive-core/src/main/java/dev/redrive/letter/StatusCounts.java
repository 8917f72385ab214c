package dev.redrive.letter;

import java.util.EnumMap;
import java.util.Map;

/** How many letters are in each status; a status that is not named has none. */
public record StatusCounts(Map<LetterStatus, Long> byStatus) {
    private static final StatusCounts NONE = new StatusCounts(Map.of());

    public StatusCounts {
        Map<LetterStatus, Long> counts = new EnumMap<>(LetterStatus.class);
        byStatus.forEach((status, count) -> {
            if (count != 0) counts.put(status, count);
        });
        byStatus = Map.copyOf(counts);
    }

    public static StatusCounts none() {
        return NONE;
    }

    public long of(LetterStatus status) {
        return byStatus.getOrDefault(status, 0L);
    }

    public long total() {
        return byStatus.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Letters that still need something to happen. */
    public long open() {
        return byStatus.entrySet().stream()
                .filter(e -> e.getKey().isOpen())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    public StatusCounts plus(StatusCounts other) {
        Map<LetterStatus, Long> sum = new EnumMap<>(LetterStatus.class);
        sum.putAll(byStatus);
        other.byStatus.forEach((status, count) -> sum.merge(status, count, Long::sum));
        return new StatusCounts(sum);
    }
}
