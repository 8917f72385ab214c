package dev.redrive.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.series.MinuteCount;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.stats.TestMinuteCounts;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");

    private final PastClock clock = new PastClock(NOW);
    private final TestMinuteCounts minuteCounts = new TestMinuteCounts();

    private long counted(MinuteCount.Measure measure) {
        return minuteCounts.counts().stream()
                .filter(count -> count.measure() == measure)
                .mapToLong(MinuteCount::count)
                .sum();
    }

    @Test
    void a_past_week_has_a_few_thousand_letters_of_which_most_went_through() {
        DeadLetterStore store = new InMemoryDeadLetterStore(clock);

        long letters = new History(store, clock, minuteCounts).until(NOW);

        StatusCounts counts = store.tallies().byStatus();
        assertThat(letters).isBetween(2000L, 5000L).isEqualTo(counts.total());
        assertThat(counts.of(LetterStatus.RESOLVED)).isGreaterThan(letters * 8 / 10);
        assertThat(counts.of(LetterStatus.FAILED)).isPositive();
        assertThat(counts.of(LetterStatus.MANUAL)).isPositive();
        assertThat(counts.of(LetterStatus.ARCHIVED)).isPositive();
        assertThat(counts.of(LetterStatus.PENDING)).isZero();
        assertThat(counts.of(LetterStatus.RETRYING)).isZero();
        assertThat(clock.instant()).isEqualTo(NOW);
    }

    @Test
    void the_minutes_add_up_to_the_letters() {
        DeadLetterStore store = new InMemoryDeadLetterStore(clock);

        long letters = new History(store, clock, minuteCounts).until(NOW);

        StatusCounts counts = store.tallies().byStatus();
        assertThat(counted(MinuteCount.Measure.CAPTURED)).isEqualTo(letters);
        assertThat(counted(MinuteCount.Measure.RESOLVED)).isEqualTo(counts.of(LetterStatus.RESOLVED));
        assertThat(counted(MinuteCount.Measure.ARCHIVED)).isEqualTo(counts.of(LetterStatus.ARCHIVED));
    }

    @Test
    void everything_happened_in_the_last_seven_days() {
        DeadLetterStore store = new InMemoryDeadLetterStore(clock);
        new History(store, clock, minuteCounts).until(NOW);
        Instant from = NOW.minus(Duration.ofDays(7));

        assertThat(minuteCounts.counts())
                .allSatisfy(count -> assertThat(count.minute()).isBetween(from.minusSeconds(60), NOW));
        for (var summary : store.search(Query.newest(Filter.all(), 500)).items()) {
            DeadLetter letter = store.find(summary.id()).orElseThrow();
            assertThat(letter.createdAt()).isBetween(from, NOW);
            assertThat(letter.state().updatedAt()).isBetween(letter.createdAt(), NOW);
            assertThat(letter.attempts())
                    .extracting(Attempt::startedAt)
                    .allSatisfy(time -> assertThat(time).isBetween(letter.createdAt(), NOW));
        }
    }

    @Test
    void the_running_shop_meets_the_causes_of_the_past_again() {
        InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
        new History(store, clock, minuteCounts).until(NOW);
        List<Cause> before = store.causes(CauseQuery.top(100));

        try (Redrive redrive = Redrive.on(store).open()) {
            Shop shop = new Shop(redrive, clock);
            shop.breakPart(Part.PAYMENTS);
            shop.breakPart(Part.INVOICES);
            for (int i = 0; i < 70; i++) shop.sell();
        }

        List<Cause> after = store.causes(CauseQuery.top(100));
        assertThat(after).hasSameSizeAs(before).hasSize(6);
        assertThat(after)
                .filteredOn(cause -> cause.state() == CauseState.REGRESSED)
                .isNotEmpty();
    }

    @Test
    void the_server_sees_the_past_that_was_written_beside_it(@TempDir Path folder) {
        Path file = folder.resolve("demo.db");
        SettableClock today = new SettableClock(NOW);
        try (Redrive redrive =
                Redrive.on(new SqliteDeadLetterStore(file, today)).open()) {
            Letters letters = redrive.letters();
            PastWeek past = new PastWeek(SampleSettings.at("sqlite:" + file), letters, minuteCounts, today);

            past.fill();
            long total = letters.tallies().byStatus().total();
            past.fill();

            assertThat(total).isBetween(2000L, 5000L);
            assertThat(letters.tallies().byStatus().total()).isEqualTo(total);
            assertThat(counted(MinuteCount.Measure.CAPTURED)).isEqualTo(total);
        }
    }
}
