package dev.redrive.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCount.Measure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SeriesRecorderTest {
    private static final Instant TEN = Instant.parse("2026-03-02T10:00:00Z");

    private final TestQueue queue = new TestQueue();
    private final SeriesRecorder recorder = new SeriesRecorder(queue.events, queue.minuteCounts, queue.clock);

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void captures_are_counted_by_minute_and_channel() {
        captured("orders", LetterStatus.PENDING, true);
        captured("orders", LetterStatus.PENDING, true);
        captured("payments", LetterStatus.FAILED, true);
        queue.clock.forward(Duration.ofSeconds(61));
        captured("orders", LetterStatus.PENDING, true);

        recorder.flush();

        assertThat(queue.minuteCounts.counts())
                .containsExactlyInAnyOrder(
                        new MinuteCount(TEN, "orders", Measure.CAPTURED, 2),
                        new MinuteCount(TEN, "payments", Measure.CAPTURED, 1),
                        new MinuteCount(TEN, "payments", Measure.FAILED, 1),
                        new MinuteCount(TEN.plusSeconds(60), "orders", Measure.CAPTURED, 1));
    }

    @Test
    void a_letter_that_was_known_already_is_not_counted_again() {
        captured("orders", LetterStatus.PENDING, false);

        recorder.flush();

        assertThat(queue.minuteCounts.counts()).isEmpty();
    }

    @Test
    void attempts_are_counted_with_where_they_led() {
        attempted("orders", LetterStatus.RESOLVED);
        attempted("orders", LetterStatus.PENDING);
        attempted("orders", LetterStatus.FAILED);
        attempted("orders", LetterStatus.MANUAL);

        recorder.flush();

        assertThat(queue.minuteCounts.counts())
                .containsExactlyInAnyOrder(
                        new MinuteCount(TEN, "orders", Measure.ATTEMPTED, 4),
                        new MinuteCount(TEN, "orders", Measure.RESOLVED, 1),
                        new MinuteCount(TEN, "orders", Measure.FAILED, 2));
    }

    @Test
    void archived_and_confirmed_letters_are_counted_by_channel() {
        moved("orders", Move.ARCHIVE, 3);
        moved("orders", Move.DISCARD, 1);
        moved("payments", Move.ARCHIVE, 5);
        moved("orders", Move.CONFIRM, 2);
        moved("orders", Move.RESET, 9);

        recorder.flush();

        assertThat(queue.minuteCounts.counts())
                .containsExactlyInAnyOrder(
                        new MinuteCount(TEN, "orders", Measure.ARCHIVED, 4),
                        new MinuteCount(TEN, "payments", Measure.ARCHIVED, 5),
                        new MinuteCount(TEN, "orders", Measure.RESOLVED, 2));
    }

    @Test
    void counts_wait_while_the_store_is_away_and_are_written_once() {
        queue.minuteCounts.away(true);
        captured("orders", LetterStatus.PENDING, true);
        recorder.flush();
        captured("orders", LetterStatus.PENDING, true);
        recorder.flush();

        queue.minuteCounts.away(false);
        recorder.flush();
        recorder.flush();

        assertThat(queue.minuteCounts.counts()).containsExactly(new MinuteCount(TEN, "orders", Measure.CAPTURED, 2));
    }

    @Test
    void what_waits_is_bounded_however_long_the_store_is_away() {
        queue.minuteCounts.away(true);
        for (int minute = 0; minute < 100; minute++) {
            for (int channel = 0; channel < 300; channel++) captured("c" + channel, LetterStatus.PENDING, true);
            recorder.flush();
            queue.clock.forward(Duration.ofMinutes(1));
        }

        queue.minuteCounts.away(false);
        recorder.flush();

        List<MinuteCount> counts = queue.minuteCounts.counts();
        assertThat(counts.size()).isLessThanOrEqualTo(2 * SeriesRecorder.MOST_WAITING);
        assertThat(counts.stream().mapToLong(MinuteCount::count).sum()).isEqualTo(100 * 300);
        assertThat(counts).extracting(MinuteCount::channel).contains("").doesNotContain("other");
    }

    @Test
    void channels_beyond_the_limit_are_counted_under_a_name_that_none_has() {
        captured("other", LetterStatus.PENDING, true);
        for (int i = 0; i < 509; i++) captured("channel-" + i, LetterStatus.PENDING, true);

        recorder.flush();

        assertThat(queue.minuteCounts.counts())
                .hasSize(501)
                .contains(
                        new MinuteCount(TEN, "other", Measure.CAPTURED, 1),
                        new MinuteCount(TEN, "", Measure.CAPTURED, 10));
    }

    @Test
    void old_counts_are_forgotten_once_a_day() {
        recorder.tick();
        captured("orders", LetterStatus.PENDING, true);
        recorder.tick();
        assertThat(queue.minuteCounts.forgotten()).isEqualTo(1);

        queue.clock.forward(Duration.ofDays(91));
        recorder.tick();

        assertThat(queue.minuteCounts.forgotten()).isEqualTo(2);
        assertThat(queue.minuteCounts.counts()).isEmpty();
    }

    @Test
    void what_waits_is_written_when_it_stops() {
        recorder.start();
        captured("orders", LetterStatus.PENDING, true);

        recorder.stop();

        assertThat(recorder.isRunning()).isFalse();
        assertThat(queue.minuteCounts.counts()).hasSize(1);
    }

    private void captured(String channel, LetterStatus status, boolean isNew) {
        queue.events.publish(() -> new RedriveEvent.Captured(
                queue.nextId(),
                channel,
                "java.net.SocketTimeoutException",
                Category.TIMEOUT,
                new CauseId(new UUID(1, 2)),
                status,
                isNew));
    }

    private void attempted(String channel, LetterStatus status) {
        queue.events.publish(() -> new RedriveEvent.Attempted(
                queue.nextId(), channel, Attempt.Result.FAILED, status, 1, Duration.ofMillis(3), null, "e-1"));
    }

    private void moved(String channel, Move move, int letters) {
        queue.events.publish(() -> new RedriveEvent.Moved(
                channel, Stream.generate(queue::nextId).limit(letters).toList(), move, "ann"));
    }
}
