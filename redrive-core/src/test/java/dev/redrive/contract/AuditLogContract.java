package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditLog;
import dev.redrive.audit.AuditNote;
import dev.redrive.audit.AuditQuery;
import dev.redrive.store.DeadLetterStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the audit log of every store must hold. */
public abstract class AuditLogContract extends BookContract<AuditLog> {
    @Override
    protected AuditLog bookOf(DeadLetterStore store) {
        return store.audit();
    }

    protected static AuditNote note(String action, String subject) {
        return new AuditNote(T, "ann", "operator", "10.0.0.7", action, subject, 1);
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
        assertThat(book.from(1, 10)).containsExactly(first, second, third);
        assertIsChain(other.from(1, 10));
    }

    @Test
    void an_empty_log_has_no_lines() {
        assertThat(book.list(AuditQuery.newest(10))).isEmpty();
        assertThat(book.from(1, 10)).isEmpty();
    }

    @Test
    void any_change_of_a_line_shows() {
        book.append(note("retry", "letter 1"));
        AuditLine line = book.from(1, 1).get(0);
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
        List<AuditLine> lines = book.from(1, 1000);
        assertThat(lines).hasSize(THREADS * each);
        assertIsChain(lines);
        assertThat(other.from(1, 1000)).isEqualTo(lines);
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

        AuditLine read = other.from(1, 1).get(0);
        assertThat(read).isEqualTo(written);
        assertThat(read.isIntact()).isTrue();
        assertThat(read.note()).isEqualTo(note);
        assertThat(read.note().at()).isEqualTo(Instant.parse("2026-03-02T10:00:00.123Z"));
        assertThat(read.note().subject()).startsWith("error=\"💥\"\nnul \uFFFD and half a 🦊: \uFFFD ");
    }

    @Test
    void the_audit_log_is_read_newest_first_page_by_page() {
        for (int i = 1; i <= 7; i++) book.append(note("retry", "letter " + i));

        List<AuditLine> first = book.list(AuditQuery.newest(3));
        List<AuditLine> second = book.list(before(first.get(2).number(), 3));
        List<AuditLine> third = book.list(before(second.get(2).number(), 3));

        assertThat(first).extracting(AuditLine::number).containsExactly(7L, 6L, 5L);
        assertThat(second).extracting(AuditLine::number).containsExactly(4L, 3L, 2L);
        assertThat(third).extracting(AuditLine::number).containsExactly(1L);
        assertThat(book.from(6, 10)).extracting(AuditLine::number).containsExactly(6L, 7L);
        assertThat(book.from(2, 2)).extracting(AuditLine::number).containsExactly(2L, 3L);
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
    void the_audit_log_is_filtered_by_caller_action_subject_and_time() {
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
        return book.list(query).stream().map(AuditLine::number).toList();
    }
}
