package dev.redrive.server.demo;

import dev.redrive.Letters;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.config.Settings;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * Gives an empty demo a past. The history goes into the server's own SQLite file through a second store, whose clock stands in
 * the past: so every letter, attempt and resolution is stored by the same code as always, only earlier.
 */
@Component
@ConditionalOnProperty("redrive.demo")
final class PastWeek {
    private static final Logger LOG = LoggerFactory.getLogger(PastWeek.class);
    private static final String SQLITE = "sqlite:";

    private final Settings settings;
    private final Letters letters;
    private final MinuteCounts minutes;
    private final InstantSource clock;

    PastWeek(Settings settings, Letters letters, MinuteCounts minutes, InstantSource clock) {
        this.settings = settings;
        this.letters = letters;
        this.minutes = minutes;
        this.clock = clock;
    }

    void fill() {
        if (letters.tallies().byStatus().total() > 0) return;
        if (!settings.store().startsWith(SQLITE)) {
            LOG.info("the demo starts without a past: it can only be written to a SQLite store");
            return;
        }
        Instant now = clock.instant();
        PastClock past = new PastClock(now);
        Path file = Path.of(settings.store().substring(SQLITE.length()));
        try (SqliteDeadLetterStore store = new SqliteDeadLetterStore(file, past)) {
            long written = new History(store, past, minutes).until(now);
            LOG.info("the demo remembers {} letters of the past week", written);
        }
    }
}
