package dev.redrive.store;

import static dev.redrive.store.LetterBuilder.fingerprint;
import static dev.redrive.store.LetterBuilder.invalid;
import static dev.redrive.store.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Summary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every store must hold about what it is asked: filters, pages, counters, causes. */
public abstract class QuestionContract extends StoreContract {
    // Questions

    @Test
    void text_is_found_in_large_payloads_too() {
        LetterId one = captured(aLetter().saying("x".repeat(700_000) + " Needle"));
        LetterId other = captured(aLetter().saying("y".repeat(700_000)));
        LetterId small = captured(aLetter().saying("needle"));

        assertThat(idsOf(Filter.builder().text("needle").build())).containsExactly(small, one);
        assertThat(store.count(Filter.builder().text("yyy").build())).isEqualTo(Total.exactly(1));
        assertThat(store.payloadSize(other)).hasValue(700_000);
    }

    @Test
    void every_filter_finds_its_letters_newest_first() {
        LetterId a = captured(aLetter()
                .from("payment.eu")
                .event("e-a", "payment.failed")
                .subscriber("s1")
                .keyed("k1")
                .tagged("vip")
                .priority(Priority.HIGH)
                .failedWith(invalid())
                .retries(3, 9)
                .status(LetterStatus.FAILED)
                .saying("{\"hello\":\"World\"}"));
        clock.forward(MINUTE);
        Instant between = clock.instant();
        LetterId b = captured(aLetter().from("payment.us").event("e-b", "payment.captured"));
        LetterId c = captured(aLetter().from("orders").event("e-c", "order.created"));

        assertThat(idsOf(Filter.all())).containsExactly(c, b, a);
        assertThat(idsOf(Filter.builder().status(LetterStatus.FAILED).build())).containsExactly(a);
        assertThat(idsOf(Filter.builder()
                        .status(LetterStatus.PENDING, LetterStatus.FAILED)
                        .build()))
                .containsExactly(c, b, a);
        assertThat(idsOf(Filter.builder().channel("orders").build())).containsExactly(c);
        assertThat(idsOf(Filter.builder().channel("payment.*").build())).containsExactly(b, a);
        assertThat(idsOf(Filter.builder().channel("nothing.*").build())).isEmpty();
        assertThat(idsOf(Filter.builder().errorType("com.acme.InvalidOrder").build()))
                .containsExactly(a);
        assertThat(idsOf(Filter.builder().category(Category.TIMEOUT).build())).containsExactly(c, b);
        assertThat(idsOf(Filter.builder().cause(fingerprint(invalid()).id()).build()))
                .containsExactly(a);
        assertThat(idsOf(Filter.builder().pattern("payment.*").build())).containsExactly(b, a);
        assertThat(idsOf(Filter.builder().pattern("order.created").build())).containsExactly(c);
        assertThat(idsOf(Filter.builder().subscriberId("s1").build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().eventId("e-b").build())).containsExactly(b);
        assertThat(idsOf(Filter.builder().key("k1").build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().tag("vip").build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().priority(Priority.HIGH).build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().minRetryCount(1).build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().maxRetryCount(0).build())).containsExactly(c, b);
        assertThat(idsOf(Filter.builder().from(between).build())).containsExactly(c, b);
        assertThat(idsOf(Filter.builder().to(between).build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().text("wORLD").build())).containsExactly(a);
        assertThat(idsOf(Filter.builder().text("Read timed").build())).containsExactly(c, b);
        assertThat(idsOf(Filter.builder()
                        .channel("payment.*")
                        .status(LetterStatus.PENDING)
                        .maxRetryCount(2)
                        .build()))
                .containsExactly(b);
    }

    @Test
    void pages_by_cursor_and_by_number_show_every_letter_once() {
        List<LetterId> all = new ArrayList<>();
        for (int i = 0; i < 25; i++)
            all.add(0, captured(aLetter().from("c" + i % 3).retries(i % 4, 9)));
        for (Query.Sort sort : Query.Sort.values()) {
            Query query = Query.newest(Filter.all(), 7).sorted(sort, Query.Direction.DESC);
            List<LetterId> byCursor = new ArrayList<>();
            Page page = store.search(query);
            for (; page.next() != null; page = store.search(query.after(page.next())))
                page.items().forEach(s -> byCursor.add(s.id()));
            page.items().forEach(s -> byCursor.add(s.id()));
            List<LetterId> byNumber = new ArrayList<>();
            for (int skip = 0; skip < 25; skip += 7)
                store.search(query.skipping(skip)).items().forEach(s -> byNumber.add(s.id()));

            assertThat(byCursor).as(sort.name()).containsExactlyInAnyOrderElementsOf(all);
            assertThat(byNumber).as(sort.name()).isEqualTo(byCursor);
        }
    }

    /** Silence would look like the end, and a replay of all letters would leave some out. */
    @Test
    void a_sorted_page_after_a_letter_that_is_gone_says_so() {
        for (int i = 0; i < 3; i++) captured(aLetter().retries(i, 9));
        Query query = Query.newest(Filter.all(), 1).sorted(Query.Sort.RETRY_COUNT, Query.Direction.DESC);
        LetterId last = Objects.requireNonNull(store.search(query).next());

        store.delete(last);

        assertThatThrownBy(() -> store.search(query.after(last)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(last.toString())
                .hasMessageContaining("first page");
    }

    @Test
    void more_channels_than_a_query_may_have_parts_are_found() {
        List<String> channels =
                IntStream.range(0, 501).mapToObj(i -> "channel-" + i).toList();
        List<LetterId> all = store
                .capture(channels.stream().map(c -> aLetter().from(c).build()).toList())
                .stream()
                .map(Captured::id)
                .toList();
        captured(aLetter().from("other"));
        FilterBuilder named = Filter.builder().priority(Priority.NORMAL);
        channels.forEach(named::channel);
        Filter filter = named.build();

        Page page = store.search(Query.newest(filter, 500));
        Page rest = store.search(Query.newest(filter, 500).after(Objects.requireNonNull(page.next())));

        assertThat(Stream.of(page, rest).flatMap(p -> p.items().stream()).map(Summary::id))
                .containsExactlyElementsOf(newestFirst(all));
        assertThat(store.count(filter)).isEqualTo(Total.exactly(501));
    }

    private static List<LetterId> newestFirst(List<LetterId> ids) {
        return ids.stream().sorted(Comparator.reverseOrder()).toList();
    }

    @Test
    void counters_are_kept_through_a_letters_life() {
        LetterId one = captured(aLetter().from("orders"));
        captured(aLetter().from("orders").failedWith(invalid()).status(LetterStatus.FAILED));
        captured(aLetter().from("payments"));

        List<Claimed> claimed = claim(10);
        assertThat(store.tallies().byStatus().byStatus())
                .containsOnly(
                        java.util.Map.entry(LetterStatus.RETRYING, 2L), java.util.Map.entry(LetterStatus.FAILED, 1L));
        store.settle(
                List.of(succeeded(claimed.get(0).lease()), gaveUp(claimed.get(1).lease(), invalid())));

        Tallies tallies = store.tallies();
        assertThat(claimed.get(0).letter().id()).isEqualTo(one);
        assertThat(tallies.byChannel()
                        .getOrDefault("orders", StatusCounts.none())
                        .of(LetterStatus.RESOLVED))
                .isEqualTo(1);
        assertThat(tallies.byErrorType()
                        .getOrDefault("com.acme.InvalidOrder", StatusCounts.none())
                        .of(LetterStatus.FAILED))
                .isEqualTo(2);
        assertThat(tallies.byCategory()
                        .getOrDefault(Category.TIMEOUT, StatusCounts.none())
                        .total())
                .isEqualTo(1);
        assertThat(store.count(Filter.builder().channel("orders").build())).isEqualTo(Total.exactly(2));
        assertThat(store.count(Filter.builder().subscriberId("nobody").build())).isEqualTo(Total.exactly(0));
    }

    // Causes

    @Test
    void a_cause_knows_its_letters_and_why_they_were_grouped() {
        captured(aLetter());
        clock.forward(MINUTE);
        captured(aLetter());
        captured(aLetter().failedWith(invalid()).status(LetterStatus.FAILED));

        List<Cause> causes = store.causes(CauseQuery.top(10));

        assertThat(causes).hasSize(2);
        Cause first = causes.get(0);
        assertThat(first.fingerprint()).isEqualTo(fingerprint(timeout()));
        assertThat(first.counts().of(LetterStatus.PENDING)).isEqualTo(2);
        assertThat(Duration.between(first.firstSeen(), first.lastSeen())).isEqualTo(MINUTE);
    }

    @Test
    void causes_are_asked_for_by_when_they_were_first_seen() {
        captured(aLetter());
        clock.forward(MINUTE);
        captured(aLetter());
        captured(aLetter().failedWith(invalid()).status(LetterStatus.FAILED));
        var now = clock.instant();

        assertThat(store.causes(new CauseQuery(Set.of(), now, 10)))
                .extracting(Cause::id)
                .containsExactly(fingerprint(invalid()).id());
        assertThat(store.causes(new CauseQuery(Set.of(CauseState.OPEN), now.minus(MINUTE), 10)))
                .hasSize(2);
        assertThat(store.causes(new CauseQuery(Set.of(CauseState.RESOLVED), now.minus(MINUTE), 10)))
                .isEmpty();
    }

    @Test
    void a_resolved_cause_that_comes_back_has_regressed() {
        captured(aLetter());
        var id = fingerprint(timeout()).id();
        assertThat(store.setCause(id, CauseState.RESOLVED, "ann")).isTrue();
        assertThat(store.causes(new CauseQuery(Set.of(CauseState.RESOLVED), 10)))
                .hasSize(1);

        captured(aLetter());

        assertThat(store.cause(id).orElseThrow().state()).isEqualTo(CauseState.REGRESSED);
        assertThat(store.setCause(fingerprint(invalid()).id(), CauseState.IGNORED, null))
                .isFalse();
        assertThat(store.cause(fingerprint(invalid()).id())).isEmpty();
    }

    @Test
    void an_ignored_cause_stays_ignored() {
        captured(aLetter());
        var id = fingerprint(timeout()).id();
        store.setCause(id, CauseState.IGNORED, "ann");

        captured(aLetter());

        assertThat(store.cause(id).orElseThrow().state()).isEqualTo(CauseState.IGNORED);
    }
}
