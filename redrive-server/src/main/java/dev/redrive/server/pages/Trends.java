package dev.redrive.server.pages;

import dev.redrive.Desk;
import dev.redrive.cause.CauseId;
import dev.redrive.store.Filter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * How many letters of a cause came in each of the last hours. Hours that are over are counted once and remembered, so that a
 * page that refreshes every second asks for one hour per cause.
 */
@Component
final class Trends {
    private static final int HOURS = 24;
    private static final int REMEMBERED = 10_000;
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private record Hour(CauseId cause, long start) {}

    private final Desk desk;
    private final Map<Hour, Long> past = new LinkedHashMap<>(256, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Hour, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    Trends(Desk desk) {
        this.desk = desk;
    }

    Sparkline of(CauseId cause, Instant firstSeen, Instant now) {
        long current = now.toEpochMilli() / HOUR * HOUR;
        List<Long> counts = new ArrayList<>(HOURS);
        for (int i = HOURS - 1; i >= 0; i--) {
            Hour hour = new Hour(cause, current - i * HOUR);
            boolean before = hour.start() + HOUR <= firstSeen.toEpochMilli();
            counts.add(before ? 0 : i == 0 ? count(hour) : remembered(hour));
        }
        return Sparkline.of(counts, HOURS + " h");
    }

    private long remembered(Hour hour) {
        synchronized (past) {
            Long known = past.get(hour);
            if (known != null) return known;
        }
        long counted = count(hour);
        synchronized (past) {
            past.put(hour, counted);
        }
        return counted;
    }

    private long count(Hour hour) {
        return desk.count(Filter.builder()
                        .cause(hour.cause())
                        .from(Instant.ofEpochMilli(hour.start()))
                        .to(Instant.ofEpochMilli(hour.start() + HOUR))
                        .build())
                .count();
    }
}
