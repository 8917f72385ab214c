package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertMessage.Delivery;
import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.logbook.Logbook;
import dev.redrive.logbook.Logbook.Firing;
import dev.redrive.logbook.Logbook.Turn;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.StepSum;
import dev.redrive.store.DeadLetterStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the logbook of every store must hold. A store passes all of it, without overrides and without skipped tests. */
public abstract class LogbookContract {
    private static final Instant T = Instant.parse("2026-03-02T10:00:00Z");
    private static final Duration QUIET = Duration.ofMinutes(5);
    private static final int THREADS = 8;

    private List<DeadLetterStore> stores = List.of();
    protected Logbook book;
    /** The same logbook, as another process sees it. */
    protected Logbook other;

    /** Two stores in one empty place, as two processes have them. */
    protected abstract List<DeadLetterStore> twoStores();

    @BeforeEach
    void open() {
        stores = twoStores();
        book = stores.get(0).logbook();
        other = stores.get(1).logbook();
    }

    @AfterEach
    void close() {
        stores.forEach(DeadLetterStore::close);
    }

    protected static AuditNote note(String action, String subject) {
        return new AuditNote(T, "ann", "operator", "10.0.0.7", action, subject, 1);
    }

    private static Instant minutes(long minutes) {
        return T.plus(Duration.ofMinutes(minutes));
    }

    /** Runs the same on many threads, half of them in the other process, all let go at once. */
    private <R> List<R> allAtOnce(Function<Logbook, R> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch go = new CountDownLatch(1);
            List<Future<R>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Logbook mine = i % 2 == 0 ? book : other;
                Callable<R> one = () -> {
                    go.await();
                    return work.apply(mine);
                };
                running.add(threads.submit(one));
            }
            go.countDown();
            List<R> results = new ArrayList<>();
            for (Future<R> one : running) results.add(one.get());
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static void assertIsChain(List<AuditLine> lines) {
        String previous = AuditLine.START;
        for (int i = 0; i < lines.size(); i++) {
            AuditLine line = lines.get(i);
            assertThat(line.number()).isEqualTo(i + 1);
            assertThat(line.previousHash()).isEqualTo(previous);
            assertThat(line.isIntact()).isTrue();
            previous = line.hash();
        }
    }

    // Audit

    @Test
    void lines_are_numbered_from_one_and_chained() {
        AuditLine first = book.append(note("retry", "letter 1"));
        AuditLine second = other.append(note("archive", "letter 2"));
        AuditLine third = book.append(note("archive", "letter 2"));

        assertThat(first.number()).isEqualTo(1);
        assertThat(first.previousHash()).isEqualTo(AuditLine.START);
        assertThat(second.previousHash()).isEqualTo(first.hash());
        assertThat(third.hash())
                .as("the same note has another hash in another place")
                .isNotEqualTo(second.hash());
        assertThat(book.auditFrom(1, 10)).containsExactly(first, second, third);
        assertIsChain(other.auditFrom(1, 10));
    }

    @Test
    void an_empty_log_has_no_lines() {
        assertThat(book.audit(AuditQuery.newest(10))).isEmpty();
        assertThat(book.auditFrom(1, 10)).isEmpty();
    }

    @Test
    void any_change_of_a_line_shows() {
        book.append(note("retry", "letter 1"));
        AuditLine line = book.auditFrom(1, 1).get(0);
        AuditNote n = line.note();
        List<AuditNote> tampered = List.of(
                new AuditNote(n.at().plusMillis(1), n.by(), n.role(), n.from(), n.action(), n.subject(), n.count()),
                new AuditNote(n.at(), "bob", n.role(), n.from(), n.action(), n.subject(), n.count()),
                new AuditNote(n.at(), n.by(), "admin", n.from(), n.action(), n.subject(), n.count()),
                new AuditNote(n.at(), n.by(), n.role(), "10.0.0.8", n.action(), n.subject(), n.count()),
                new AuditNote(n.at(), n.by(), n.role(), n.from(), "delete", n.subject(), n.count()),
                new AuditNote(n.at(), n.by(), n.role(), n.from(), n.action(), "letter 2", n.count()),
                new AuditNote(n.at(), n.by(), n.role(), n.from(), n.action(), n.subject(), 2));

        assertThat(line.isIntact()).isTrue();
        assertThat(tampered)
                .allSatisfy(note -> assertThat(new AuditLine(1, note, line.previousHash(), line.hash()).isIntact())
                        .isFalse());
        assertThat(new AuditLine(2, n, line.previousHash(), line.hash()).isIntact())
                .isFalse();
        assertThat(new AuditLine(1, n, line.hash(), line.hash()).isIntact()).isFalse();
    }

    @Test
    void many_that_append_at_once_make_one_chain_without_gaps() throws Exception {
        int each = 25;

        List<List<Long>> numbers = allAtOnce(mine -> IntStream.range(0, each)
                .mapToObj(i -> mine.append(note("retry", "letter " + i)).number())
                .toList());

        assertThat(numbers.stream().flatMap(List::stream).sorted())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, (long) THREADS * each).boxed().toList());
        List<AuditLine> lines = book.auditFrom(1, 1000);
        assertThat(lines).hasSize(THREADS * each);
        assertIsChain(lines);
        assertThat(other.auditFrom(1, 1000)).isEqualTo(lines);
    }

    @Test
    void a_line_is_read_as_it_was_written_to_the_millisecond_and_the_emoji() {
        AuditNote note = new AuditNote(
                Instant.parse("2026-03-02T10:00:00.123456789Z"),
                "Ann 🦊 Ünal",
                "admin",
                "2001:db8::1",
                "bulk archive",
                "error=\"💥\"\nnul \0 and half a 🦊: \uD83E " + "x".repeat(20_000),
                Long.MAX_VALUE);

        AuditLine written = book.append(note);

        AuditLine read = other.auditFrom(1, 1).get(0);
        assertThat(read).isEqualTo(written);
        assertThat(read.isIntact()).isTrue();
        assertThat(read.note()).isEqualTo(note);
        assertThat(read.note().at()).isEqualTo(Instant.parse("2026-03-02T10:00:00.123Z"));
        assertThat(read.note().subject()).startsWith("error=\"💥\"\nnul \uFFFD and half a 🦊: \uFFFD ");
    }

    @Test
    void the_audit_log_is_read_newest_first_page_by_page() {
        for (int i = 1; i <= 7; i++) book.append(note("retry", "letter " + i));

        List<AuditLine> first = book.audit(AuditQuery.newest(3));
        List<AuditLine> second = book.audit(before(first.get(2).number(), 3));
        List<AuditLine> third = book.audit(before(second.get(2).number(), 3));

        assertThat(first).extracting(AuditLine::number).containsExactly(7L, 6L, 5L);
        assertThat(second).extracting(AuditLine::number).containsExactly(4L, 3L, 2L);
        assertThat(third).extracting(AuditLine::number).containsExactly(1L);
        assertThat(book.auditFrom(6, 10)).extracting(AuditLine::number).containsExactly(6L, 7L);
        assertThat(book.auditFrom(2, 2)).extracting(AuditLine::number).containsExactly(2L, 3L);
    }

    private static AuditQuery before(long number, int limit) {
        return new AuditQuery(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.of(number),
                limit);
    }

    @Test
    void the_audit_log_answers_who_what_to_which_and_when() {
        book.append(new AuditNote(T, "ann", "operator", "a", "retry", "letter 1", 1));
        book.append(new AuditNote(minutes(1), "bob", "operator", "a", "retry", "letter 2", 1));
        book.append(new AuditNote(minutes(2), "ann", "operator", "a", "archive", "letter 2", 1));

        assertThat(found("ann", null, null, null, null)).containsExactly(3L, 1L);
        assertThat(found(null, "retry", null, null, null)).containsExactly(2L, 1L);
        assertThat(found(null, null, "letter 2", null, null)).containsExactly(3L, 2L);
        assertThat(found(null, null, null, minutes(1), null)).containsExactly(3L, 2L);
        assertThat(found(null, null, null, null, minutes(1))).containsExactly(1L);
        assertThat(found(null, null, null, minutes(1).plusNanos(1), minutes(2).plusNanos(1)))
                .containsExactly(3L);
        assertThat(found("ann", "retry", "letter 1", Instant.MIN, Instant.MAX)).containsExactly(1L);
        assertThat(found("bob", "archive", null, null, null)).isEmpty();
        assertThat(found("nul \0", null, null, null, null)).isEmpty();
    }

    private List<Long> found(
            @Nullable String by,
            @Nullable String action,
            @Nullable String subject,
            @Nullable Instant from,
            @Nullable Instant to) {
        AuditQuery query = new AuditQuery(
                Optional.ofNullable(by),
                Optional.ofNullable(action),
                Optional.ofNullable(subject),
                Optional.ofNullable(from),
                Optional.ofNullable(to),
                OptionalLong.empty(),
                10);
        return book.audit(query).stream().map(AuditLine::number).toList();
    }

    // Turns

    private Turn turnAt(long minute, boolean holds) {
        Logbook whoever = minute % 2 == 0 ? book : other;
        return whoever.turn("pending", holds, minutes(minute), QUIET);
    }

    @Test
    void a_rule_speaks_once_when_it_begins_and_once_when_it_ended() {
        assertThat(turnAt(0, false)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(1, true)).isEqualTo(Turn.TELL);
        assertThat(turnAt(2, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(59, true)).as("long after the quiet time").isEqualTo(Turn.NOTHING);
        assertThat(turnAt(60, false)).isEqualTo(Turn.TELL_ENDED);
        assertThat(turnAt(61, false)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(62, true)).isEqualTo(Turn.TELL);
    }

    @Test
    void a_rule_that_begins_again_in_the_quiet_time_speaks_when_that_is_over() {
        assertThat(turnAt(0, true)).isEqualTo(Turn.TELL);
        assertThat(turnAt(1, false)).isEqualTo(Turn.TELL_ENDED);
        assertThat(turnAt(2, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(4, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(5, true)).isEqualTo(Turn.TELL);
        assertThat(turnAt(6, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(7, false)).isEqualTo(Turn.TELL_ENDED);
    }

    @Test
    void a_rule_that_kept_silent_says_nothing_when_it_ended() {
        assertThat(turnAt(0, true)).isEqualTo(Turn.TELL);
        assertThat(turnAt(1, false)).isEqualTo(Turn.TELL_ENDED);
        assertThat(turnAt(2, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(3, false)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(6, false)).as("it no longer holds").isEqualTo(Turn.NOTHING);
        assertThat(turnAt(7, true)).isEqualTo(Turn.TELL);
    }

    @Test
    void what_nobody_heard_is_told_again_after_the_quiet_time() {
        Instant told = minutes(1).plusNanos(1_999_999);
        assertThat(book.turn("pending", true, told, QUIET)).isEqualTo(Turn.TELL);

        other.unheard("pending", told);

        assertThat(turnAt(5, true)).isEqualTo(Turn.NOTHING);
        assertThat(book.firing()).extracting(Firing::since).containsExactly(told.truncatedTo(ChronoUnit.MILLIS));
        assertThat(turnAt(7, true)).isEqualTo(Turn.TELL);
        assertThat(turnAt(13, true)).isEqualTo(Turn.NOTHING);
    }

    @Test
    void what_nobody_heard_ends_without_a_word() {
        assertThat(turnAt(1, true)).isEqualTo(Turn.TELL);

        book.unheard("pending", minutes(1));

        assertThat(turnAt(2, false)).isEqualTo(Turn.NOTHING);
    }

    @Test
    void only_the_last_message_can_be_taken_back() {
        assertThat(turnAt(0, true)).isEqualTo(Turn.TELL);
        assertThat(turnAt(1, false)).isEqualTo(Turn.TELL_ENDED);
        assertThat(turnAt(6, true)).isEqualTo(Turn.TELL);

        book.unheard("pending", minutes(0));
        book.unheard("nobody's", minutes(0));

        assertThat(turnAt(20, true)).isEqualTo(Turn.NOTHING);
        assertThat(turnAt(21, false)).isEqualTo(Turn.TELL_ENDED);
        book.unheard("pending", minutes(6));
        assertThat(turnAt(22, false)).isEqualTo(Turn.NOTHING);
        assertThat(book.firing()).isEmpty();
    }

    @Test
    void rules_do_not_disturb_each_other() {
        assertThat(book.turn("pending orders", true, T, QUIET)).isEqualTo(Turn.TELL);
        assertThat(book.turn("pending payments 🦊", true, T, QUIET)).isEqualTo(Turn.TELL);
        assertThat(book.turn("pending orders", false, T, QUIET)).isEqualTo(Turn.TELL_ENDED);
        assertThat(book.turn("pending payments 🦊", true, T, QUIET)).isEqualTo(Turn.NOTHING);
    }

    @Test
    void exactly_one_of_many_tells_that_it_began_and_one_that_it_ended() throws Exception {
        for (int round = 0; round < 10; round++) {
            Instant begin = minutes(20L * round);
            Instant end = begin.plus(QUIET);

            List<Turn> began = allAtOnce(mine -> mine.turn("pending", true, begin, QUIET));
            List<Turn> ended = allAtOnce(mine -> mine.turn("pending", false, end, QUIET));

            assertThat(Collections.frequency(began, Turn.TELL)).isEqualTo(1);
            assertThat(Collections.frequency(began, Turn.NOTHING)).isEqualTo(THREADS - 1);
            assertThat(Collections.frequency(ended, Turn.TELL_ENDED)).isEqualTo(1);
            assertThat(Collections.frequency(ended, Turn.NOTHING)).isEqualTo(THREADS - 1);
        }
    }

    @Test
    void exactly_one_of_many_begins_a_rule_that_is_new() throws Exception {
        for (int round = 0; round < 10; round++) {
            String rule = "new cause " + round;

            List<Turn> began = allAtOnce(mine -> mine.turn(rule, true, T, QUIET));

            assertThat(Collections.frequency(began, Turn.TELL)).isEqualTo(1);
        }
    }

    @Test
    void the_rules_that_hold_are_known_with_their_beginning() {
        assertThat(book.firing()).isEmpty();
        book.turn("later", true, minutes(2), QUIET);
        book.turn("earlier", true, minutes(1).plusNanos(1_999_999), QUIET);
        book.turn("over", true, T, QUIET);
        book.turn("over", false, minutes(1), QUIET);
        book.turn("never", false, T, QUIET);
        book.turn("later", true, minutes(9), QUIET);

        assertThat(other.firing())
                .containsExactly(new Firing("earlier", minutes(1).plusMillis(1)), new Firing("later", minutes(2)));
    }

    // Messages

    private static AlertMessage message(String id, Delivery... deliveries) {
        return new AlertMessage(
                id,
                "pending > 100",
                "orders",
                "warning",
                AlertMessage.Kind.STARTED,
                "it began",
                T,
                List.of(deliveries));
    }

    @Test
    void a_message_is_read_as_it_was_kept() {
        AlertMessage message = new AlertMessage(
                "m-1",
                "failed > 10",
                null,
                "error",
                AlertMessage.Kind.ENDED,
                "over 🦊 \"quoted\"\n",
                T.plusNanos(1_234_567),
                List.of(
                        new Delivery("slack", false, 3, "503: \"💥\" \\ \u0001 \0"),
                        new Delivery("email", true, 1, null),
                        new Delivery("webhook", true, 2, "")));

        book.keep(message);

        assertThat(other.alerts(10, Optional.empty())).containsExactly(message);
        assertThat(message.at()).isEqualTo(T.plusMillis(1));
    }

    @Test
    void a_message_with_the_same_id_takes_the_place_of_the_first() {
        book.keep(message("m-1", new Delivery("email", false, 1, "timed out")));
        AlertMessage delivered = message("m-1", new Delivery("email", true, 2, null));

        other.keep(delivered);

        assertThat(book.alerts(10, Optional.empty())).containsExactly(delivered);
    }

    @Test
    void messages_are_read_newest_first_page_by_page() {
        for (int i = 1; i <= 5; i++) book.keep(message("m-" + i, new Delivery("email", true, i, null)));
        book.keep(message("m-0"));

        List<AlertMessage> first = book.alerts(4, Optional.empty());
        List<AlertMessage> second = book.alerts(4, Optional.of("m-2"));

        assertThat(first).extracting(AlertMessage::id).containsExactly("m-5", "m-4", "m-3", "m-2");
        assertThat(first)
                .allSatisfy(m ->
                        assertThat(m.id()).endsWith("" + m.deliveries().get(0).tries()));
        assertThat(second).extracting(AlertMessage::id).containsExactly("m-1", "m-0");
        assertThat(book.alerts(4, Optional.of("m-0"))).isEmpty();
        assertThat(book.alerts(4, Optional.of("no message has this id \0"))).isEqualTo(first);
    }

    // Series

    private static MinuteCount captured(long minute, String channel, long count) {
        return new MinuteCount(minutes(minute), channel, Measure.CAPTURED, count);
    }

    @Test
    void counts_add_up_over_steps_of_any_length() {
        book.count(List.of(captured(0, "orders", 1), captured(1, "orders", 2), captured(61, "orders", 4)));
        other.count(List.of(captured(0, "orders", 8), captured(0, "payments", 16)));

        assertThat(series(minutes(0), minutes(62), Duration.ofMinutes(1)))
                .containsExactly(
                        new StepSum(minutes(0), Measure.CAPTURED, 25),
                        new StepSum(minutes(1), Measure.CAPTURED, 2),
                        new StepSum(minutes(61), Measure.CAPTURED, 4));
        assertThat(series(minutes(0), minutes(62), Duration.ofHours(1)))
                .containsExactly(
                        new StepSum(minutes(0), Measure.CAPTURED, 27), new StepSum(minutes(60), Measure.CAPTURED, 4));
        assertThat(series(minutes(0), minutes(62), Duration.ofDays(1)))
                .containsExactly(new StepSum(Instant.parse("2026-03-02T00:00:00Z"), Measure.CAPTURED, 31));
    }

    private List<StepSum> series(Instant from, Instant to, Duration step) {
        return book.series(from, to, step, Optional.empty());
    }

    @Test
    void a_series_holds_what_began_from_a_time_until_before_another() {
        book.count(List.of(captured(0, "orders", 1), captured(1, "orders", 2), captured(2, "orders", 4)));

        assertThat(series(minutes(1), minutes(2), Duration.ofHours(1)))
                .extracting(StepSum::count)
                .containsExactly(2L);
        assertThat(series(minutes(0).plusNanos(1), minutes(1).plusNanos(1), Duration.ofHours(1)))
                .extracting(StepSum::count)
                .containsExactly(2L);
        assertThat(series(minutes(1), minutes(1), Duration.ofHours(1))).isEmpty();
        assertThat(series(minutes(2), minutes(0), Duration.ofHours(1))).isEmpty();
    }

    @Test
    void steps_begin_at_multiples_of_their_length() {
        book.count(List.of(captured(2, "orders", 1), captured(3, "orders", 2), captured(9, "orders", 4)));

        List<StepSum> series = series(minutes(2), minutes(10), Duration.ofMinutes(7));

        assertThat(minutes(3).toEpochMilli() % Duration.ofMinutes(7).toMillis()).isZero();
        assertThat(series)
                .containsExactly(
                        new StepSum(minutes(-4), Measure.CAPTURED, 1), new StepSum(minutes(3), Measure.CAPTURED, 6));
    }

    @Test
    void a_series_is_of_one_channel_or_of_all_and_keeps_what_is_counted_apart() {
        book.count(List.of(
                captured(0, "orders 🦊", 1),
                new MinuteCount(minutes(0), "orders 🦊", Measure.ARCHIVED, 2),
                new MinuteCount(minutes(0), "orders 🦊", Measure.RESOLVED, 4),
                captured(0, "payments", 8),
                captured(0, "payments", 16)));

        assertThat(book.series(T, minutes(1), Duration.ofMinutes(1), Optional.of("orders 🦊")))
                .containsExactly(
                        new StepSum(T, Measure.CAPTURED, 1),
                        new StepSum(T, Measure.RESOLVED, 4),
                        new StepSum(T, Measure.ARCHIVED, 2));
        assertThat(book.series(T, minutes(1), Duration.ofMinutes(1), Optional.of("payments")))
                .containsExactly(new StepSum(T, Measure.CAPTURED, 24));
        assertThat(series(T, minutes(1), Duration.ofMinutes(1)).get(0).count()).isEqualTo(25);
        assertThat(book.series(T, minutes(1), Duration.ofMinutes(1), Optional.of("no such \0")))
                .isEmpty();
    }

    @Test
    void many_that_count_the_same_minutes_at_once_lose_nothing() throws Exception {
        List<MinuteCount> up = IntStream.range(0, 20)
                .mapToObj(i -> captured(i, "channel " + i % 3, 1))
                .toList();
        List<MinuteCount> down = new ArrayList<>(up);
        Collections.reverse(down);

        allAtOnce(mine -> {
            for (int i = 0; i < 10; i++) mine.count(i % 2 == 0 ? up : down);
            return true;
        });

        assertThat(series(T, minutes(20), Duration.ofMinutes(1)))
                .hasSize(20)
                .allSatisfy(sum -> assertThat(sum.count()).isEqualTo(THREADS * 10L));
    }

    @Test
    void old_counts_are_forgotten() {
        book.count(List.of(captured(0, "orders", 1), captured(1, "orders", 2)));

        book.forgetCounts(minutes(1));
        assertThat(series(T, minutes(2), Duration.ofMinutes(1)))
                .containsExactly(new StepSum(minutes(1), Measure.CAPTURED, 2));

        other.forgetCounts(minutes(1).plusNanos(1));
        assertThat(series(T, minutes(2), Duration.ofMinutes(1))).isEmpty();
    }

    @Test
    void nothing_to_count_is_fine() {
        book.count(List.of());

        assertThat(series(T, minutes(2), Duration.ofMinutes(1))).isEmpty();
    }

    @Test
    void a_series_that_nobody_could_read_is_refused() {
        assertThatThrownBy(() -> series(T, T.plus(Duration.ofDays(400)), Duration.ofMinutes(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("576000 steps of PT1M")
                .hasMessageContaining("longer steps");
        assertThatThrownBy(() -> series(Instant.MIN, Instant.MAX, Duration.ofDays(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> series(T, minutes(1), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a minute or longer");
    }
}
