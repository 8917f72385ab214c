package dev.redrive.contract;

import static dev.redrive.contract.LetterBuilder.fingerprint;
import static dev.redrive.contract.LetterBuilder.invalid;
import static dev.redrive.contract.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseCare;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseNote;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import dev.redrive.store.questions.WholeLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that every store must answer: filters, pages, counters, causes. */
public abstract class QuestionContract extends StoreContract {
    // Questions

    @Test
    void a_search_for_text_says_how_many_letters_it_looked_at() {
        for (int i = 0; i < 3; i++) captured(aLetter());

        Page page = store.search(Query.newest(Filter.builder().text("needle").build(), 10));

        assertThat(page).isEqualTo(new Page(List.of(), null, true, 3));
        assertThat(store.search(Query.newest(Filter.all(), 10)).lookedAt()).isZero();
    }

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

    @Test
    void letters_are_in_the_order_of_their_last_change_whatever_it_was() {
        List<LetterId> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(captured(i == 3 ? aLetter().status(LetterStatus.MANUAL) : aLetter()));
            clock.forward(MINUTE);
        }
        failAgain(all.get(1), timeout());
        clock.forward(MINUTE);
        store.move(all.get(3), ManualMove.requeue("ann"));
        clock.forward(MINUTE);
        store.edit(all.get(0), 0, Edit.payload(Payload.of("{}"), "ann"));
        clock.forward(MINUTE);
        LeasedLetter unused = ClaimedLetters.leased(store, all.get(4), "w", MINUTE);

        List<LetterId> newest = lastChanged(Filter.all(), Query.Direction.DESC, shown -> {});
        List<LetterId> oldest = lastChanged(Filter.all(), Query.Direction.ASC, shown -> {});

        assertThat(newest).containsExactly(all.get(4), all.get(0), all.get(3), all.get(1), all.get(5), all.get(2));
        assertThat(oldest).containsExactly(all.get(2), all.get(5), all.get(1), all.get(3), all.get(0), all.get(4));
    }

    @ParameterizedTest
    @EnumSource
    void pages_by_last_change_show_every_letter_that_does_not_change_meanwhile_once(Query.Direction direction) {
        List<LetterId> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(captured(
                    aLetter().from("c" + i % 2).status(i % 4 == 1 ? LetterStatus.MANUAL : LetterStatus.PENDING)));
            if (i % 3 != 0) clock.forward(MINUTE);
        }
        for (int i = 0; i < 40; i += 5) failAgain(all.get(i), timeout());
        Instant middle = all.get(20).createdAt();
        List<Filter> filters = List.of(
                Filter.all(),
                Filter.builder().status(LetterStatus.PENDING).build(),
                Filter.builder()
                        .status(LetterStatus.FAILED, LetterStatus.MANUAL)
                        .build(),
                Filter.builder().channel("c1").build(),
                Filter.builder().from(middle).build(),
                Filter.builder()
                        .channel("c0")
                        .status(LetterStatus.PENDING)
                        .to(middle)
                        .build());
        for (Filter filter : filters) {
            Set<LetterId> changed = new HashSet<>();
            List<LetterId> before = new ArrayList<>(idsOf(filter));

            List<LetterId> shown = lastChanged(filter, direction, page -> {
                clock.forward(MINUTE);
                for (LetterId id : List.of(page.get(0), all.get(changed.size() % 40))) {
                    if (id.equals(page.get(page.size() - 1)) || !changed.add(id)) continue;
                    store.edit(id, found(id).state().version(), Edit.payload(Payload.of("{}"), "ann"));
                }
            });

            shown.removeAll(changed);
            before.removeAll(changed);
            assertThat(shown).as(filter.toString()).containsExactlyInAnyOrderElementsOf(before);
        }
    }

    /** @param between is given each page before the next one is asked for */
    private List<LetterId> lastChanged(Filter filter, Query.Direction direction, Consumer<List<LetterId>> between) {
        Query query = Query.newest(filter, 4).sorted(Query.Sort.UPDATED_AT, direction);
        List<LetterId> shown = new ArrayList<>();
        Page page = store.search(query);
        while (true) {
            List<LetterId> ids = page.items().stream().map(Summary::id).toList();
            shown.addAll(ids);
            if (page.next() == null || shown.size() > 1_000) return shown;
            between.accept(ids);
            page = store.search(query.after(page.next()));
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
                .map(CaptureResult::id)
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

        List<LeasedLetter> claimed = claim(10);
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
                .as("a letter is counted under the failure that made it")
                .isEqualTo(1);
        assertThat(tallies.byCategory()
                        .getOrDefault(Category.TIMEOUT, StatusCounts.none())
                        .total())
                .isEqualTo(2);
        assertThat(store.count(Filter.builder().channel("orders").build())).isEqualTo(Total.exactly(2));
        assertThat(store.count(Filter.builder().subscriberId("unknown").build()))
                .isEqualTo(Total.exactly(0));
    }

    // The first failure and the newest one

    /** Captured for a time-out; what it says at each try is given. */
    private LetterId triedAgain(Failure... failures) {
        LetterId id = captured(aLetter());
        for (Failure failure : failures) failAgain(id, failure);
        return id;
    }

    private void failAgain(LetterId id, Failure failure) {
        LeasedLetter claimed = ClaimedLetters.leased(store, id, "w", MINUTE);
        store.settle(List.of(gaveUp(claimed.lease(), failure)));
    }

    @Test
    void a_list_distinguishes_the_id_inside_an_event_from_that_of_its_letter() {
        Message message = Message.of("{}");
        LetterId other = store.capture(List.of(aLetter()
                        .message(message.with(OriginalEvent.of("e-1", "p").withInstanceId("inside-1")))
                        .build()))
                .get(0)
                .id();
        LetterId same = store.capture(List.of(aLetter().event("e-2", "p").build()))
                .get(0)
                .id();
        LetterId none = store.capture(List.of(aLetter().build())).get(0).id();

        for (Query.Sort sort : Query.Sort.values()) {
            Query query = new Query(Filter.all(), sort, Query.Direction.ASC, 10, null, 0);
            assertThat(store.search(query).items())
                    .extracting(Summary::id, Summary::eventId, Summary::instanceId)
                    .containsExactlyInAnyOrder(
                            tuple(other, "e-1", "inside-1"),
                            tuple(same, "e-2", "e-2"),
                            tuple(none, none.toString(), none.toString()));
            assertThat(store.search(query).items())
                    .allSatisfy(shown ->
                            assertThat(shown).isEqualTo(found(shown.id()).summary()));
        }
    }

    @Test
    void the_first_failure_is_kept_however_often_the_letter_fails_otherwise() {
        Failure busy = LetterBuilder.failure("dev.redrive.engine.RejectedByTarget", "503", Category.DOWNSTREAM_FAILURE);

        LetterId id = triedAgain(invalid(), busy);

        DeadLetter letter = found(id);
        assertThat(letter.failure()).isEqualTo(timeout());
        assertThat(letter.cause()).isEqualTo(fingerprint(timeout()).id());
        assertThat(letter.lastFailure()).isEqualTo(busy);
        assertThat(letter.lastCause()).isEqualTo(fingerprint(busy).id());
        assertThat(letter.attempts()).extracting(Attempt::failure).containsExactly(invalid(), busy);
        assertThat(store.search(Query.newest(Filter.all(), 1)).items()).containsExactly(letter.summary());
        DeadLetter claimed = ClaimedLetters.leased(store, id, "w", MINUTE).letter();
        assertThat(claimed.failure().type()).isEqualTo(timeout().type());
        assertThat(claimed.lastFailure().message()).isEqualTo("503");
        assertThat(claimed.lastCause()).isEqualTo(fingerprint(busy).id());
    }

    @Test
    void a_letter_that_never_failed_again_fails_with_what_it_was_captured_for() {
        LetterId id = captured(aLetter());

        assertThat(found(id).lastFailure()).isEqualTo(timeout());
        assertThat(found(id).lastCause()).isEqualTo(fingerprint(timeout()).id());
        assertThat(idsOf(Filter.builder().lastErrorType(timeout().type()).build()))
                .containsExactly(id);
        assertThat(idsOf(Filter.builder().lastCause(fingerprint(timeout()).id()).build()))
                .containsExactly(id);
    }

    @Test
    void letters_are_found_by_what_they_were_captured_for_and_by_what_they_fail_with_now() {
        var timeouts = fingerprint(timeout()).id();
        var invalids = fingerprint(invalid()).id();
        LetterId asBefore = triedAgain(timeout());
        LetterId otherwise = triedAgain(invalid());
        LetterId backAgain = triedAgain(invalid(), timeout());
        LetterId invalid = captured(aLetter().failedWith(invalid()).status(LetterStatus.FAILED));

        assertThat(idsOf(Filter.builder().errorType(timeout().type()).build()))
                .containsExactly(backAgain, otherwise, asBefore);
        assertThat(idsOf(Filter.builder().cause(timeouts).build())).containsExactly(backAgain, otherwise, asBefore);
        assertThat(idsOf(Filter.builder().lastErrorType(timeout().type()).build()))
                .containsExactly(backAgain, asBefore);
        assertThat(idsOf(Filter.builder().lastErrorType(invalid().type()).build()))
                .containsExactly(invalid, otherwise);
        assertThat(idsOf(Filter.builder()
                        .lastErrorType(invalid().type())
                        .lastErrorType(timeout().type())
                        .build()))
                .containsExactly(invalid, backAgain, otherwise, asBefore);
        assertThat(idsOf(Filter.builder().lastCause(invalids).build())).containsExactly(invalid, otherwise);
        assertThat(idsOf(Filter.builder().cause(timeouts).lastCause(invalids).build()))
                .containsExactly(otherwise);
        assertThat(idsOf(Filter.builder().anyCause(timeouts).build())).containsExactly(backAgain, otherwise, asBefore);
        assertThat(idsOf(Filter.builder().anyCause(invalids).build())).containsExactly(invalid, otherwise);
        assertThat(idsOf(Filter.builder().anyCause(invalids).anyCause(timeouts).build()))
                .containsExactly(invalid, backAgain, otherwise, asBefore);
        assertThat(idsOf(Filter.builder()
                        .lastCause(invalids)
                        .errorType(timeout().type())
                        .channel("ord*")
                        .status(LetterStatus.FAILED)
                        .build()))
                .containsExactly(otherwise);
        assertThat(idsOf(Filter.builder().text("no LINES").build())).containsExactly(invalid, otherwise);
        assertThat(store.count(Filter.builder().lastCause(invalids).build())).isEqualTo(Total.exactly(2));
        assertThat(store.search(Query.newest(Filter.builder().anyCause(invalids).build(), 10)
                                .sorted(Query.Sort.UPDATED_AT, Query.Direction.ASC))
                        .items())
                .extracting(Summary::id)
                .containsExactlyInAnyOrder(otherwise, invalid);
    }

    @Test
    void an_order_can_be_for_what_fails_with_a_cause_now() {
        LetterId otherwise = triedAgain(invalid());
        LetterId asBefore = triedAgain(timeout());

        BulkMoveResult moved = store.moveAll(
                Filter.builder().lastCause(fingerprint(invalid()).id()).build(), ManualMove.requeue("ann"), 10, null);

        assertThat(moved.moved()).containsOnly(java.util.Map.entry("orders", List.of(otherwise)));
        assertThat(found(otherwise).status()).isEqualTo(LetterStatus.PENDING);
        assertThat(found(asBefore).status()).isEqualTo(LetterStatus.FAILED);
    }

    @Test
    void a_cause_that_first_shows_in_a_retry_is_new_and_counts_the_letters_that_fail_with_it_now() {
        LetterId id = captured(aLetter());
        captured(aLetter());
        clock.forward(MINUTE);

        failAgain(id, invalid());

        var timeouts = fingerprint(timeout()).id();
        var invalids = fingerprint(invalid()).id();
        Cause fresh = cause(invalids).orElseThrow();
        assertThat(fresh.state()).isEqualTo(CauseState.OPEN);
        assertThat(fresh.firstSeen()).isEqualTo(clock.instant());
        assertThat(fresh.counts().total()).isZero();
        assertThat(fresh.failingNow()).isEqualTo(1);
        assertThat(fresh.letters()).isEqualTo(1);
        Cause first = cause(timeouts).orElseThrow();
        assertThat(first.counts().open()).isEqualTo(2);
        assertThat(first.failingNow()).isEqualTo(1);
        assertThat(first.letters()).isEqualTo(2);
        assertThat(store.causes(CauseQuery.top(10))).containsExactly(first, fresh);
        assertThat(store.causeChanges(invalids)).containsExactly(new CauseChange(timeouts, invalids, 1));
        assertThat(store.causeChanges(timeouts)).containsExactly(new CauseChange(timeouts, invalids, 1));
    }

    @Test
    void what_letters_fail_with_now_is_counted_through_their_lives() {
        var timeouts = fingerprint(timeout()).id();
        var invalids = fingerprint(invalid()).id();
        LetterId one = triedAgain(invalid());
        LetterId two = triedAgain(invalid());
        LetterId three = triedAgain(invalid());

        failAgain(one, timeout());
        store.move(two, ManualMove.archive("ann", null));
        assertThat(store.causeChanges(timeouts)).containsExactly(new CauseChange(timeouts, invalids, 1));
        store.move(two, ManualMove.restore("ann"));
        assertThat(store.causeChanges(timeouts)).containsExactly(new CauseChange(timeouts, invalids, 2));
        store.delete(two);
        LeasedLetter claimed = ClaimedLetters.leased(store, three, "w", MINUTE);
        assertThat(cause(invalids).orElseThrow().failingNow()).isEqualTo(1);
        store.settle(List.of(succeeded(claimed.lease())));

        assertThat(store.causeChanges(timeouts)).isEmpty();
        assertThat(cause(invalids).orElseThrow().failingNow()).isZero();
        assertThat(cause(timeouts).orElseThrow().failingNow()).isEqualTo(1);
        assertThat(found(three).lastCause()).isEqualTo(invalids);
        assertThat(idsOf(Filter.builder().lastCause(invalids).build())).containsExactly(three);
    }

    // Whole letters

    @Test
    void whole_letters_come_with_attempts_and_versions_in_the_order_of_their_ids() {
        LetterId edited = captured(aLetter().tagged("a", "b").event("e-1", "p.x"));
        store.edit(edited, 0, Edit.payload(Payload.of("two"), "ann"));
        LetterId tried = captured(aLetter().inOrder("k"));
        failAgain(tried, invalid());
        LetterId waiting = captured(aLetter().inOrder("k"));
        LetterId unknown = ids.next();

        List<WholeLetter> letters = store.whole(List.of(waiting, unknown, tried, edited, waiting), Long.MAX_VALUE);

        assertThat(letters)
                .containsExactly(
                        new WholeLetter(found(edited), store.versions(edited)),
                        new WholeLetter(found(tried), List.of()),
                        new WholeLetter(found(waiting), List.of()));
        assertThat(letters.get(0).versions()).hasSize(2);
        assertThat(letters.get(1).letter().attempts()).isNotEmpty();
        assertThat(store.whole(List.of(unknown), 1)).isEmpty();
        assertThat(store.whole(List.of(), 1)).isEmpty();
    }

    @Test
    void large_letters_come_in_parts_that_leave_out_the_last_ones() {
        List<LetterId> letters = IntStream.range(0, 5)
                .mapToObj(i -> captured(aLetter().saying("x".repeat(50_000) + i)))
                .toList();
        LetterId edited = captured(aLetter());
        for (int i = 0; i < 4; i++) store.edit(edited, i, Edit.payload(Payload.of("y".repeat(50_000)), "ann"));

        assertThat(wholeIds(letters, 1)).isEqualTo(letters.subList(0, 1));
        assertThat(wholeIds(letters, 120_000))
                .hasSizeLessThanOrEqualTo(2)
                .isEqualTo(letters.subList(0, wholeIds(letters, 120_000).size()));
        assertThat(wholeIds(letters, 10_000_000)).isEqualTo(letters);
        assertThat(wholeIds(List.of(letters.get(0), edited), 120_000)).containsExactly(letters.get(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "headers",
                "key",
                "metadata",
                "additional",
                "error message",
                "error context",
                "stack trace",
                "large attempts",
                "many attempts"
            })
    void letters_that_are_large_elsewhere_than_in_their_payload_come_in_parts_too(String place) {
        List<LetterId> letters =
                IntStream.range(0, 5).mapToObj(i -> captured(large(place))).toList();

        assertThat(wholeIds(letters, 130_000)).isEqualTo(letters.subList(0, 2));
        assertThat(wholeIds(letters, 10_000_000)).isEqualTo(letters);
    }

    private LetterBuilder large(String place) {
        String text = "x".repeat(50_000);
        Json json = Json.object(Map.of("large", text));
        StackTrace none = StackTrace.none();
        StackTrace trace = StackTrace.ofText("Error: " + text + "\n\tat a.B.c(B.java:1)\n");
        Message message = Message.of("small");
        return switch (place) {
            case "headers" -> aLetter().message(message.with(Headers.of(Map.of("large", text))));
            case "key" -> aLetter().keyed(text);
            case "metadata" -> aLetter().message(message.with(eventWith(json)));
            case "additional" ->
                aLetter().message(message.with(SenderDetails.none().with(json)));
            case "error message" -> aLetter().failedWith(failing(text, none, Json.EMPTY_OBJECT));
            case "error context" -> aLetter().failedWith(failing("small", none, json));
            case "stack trace" -> aLetter().failedWith(failing("small", trace, Json.EMPTY_OBJECT));
            case "large attempts" -> aLetter().triedBefore(tries(1, failing("small", none, json)));
            case "many attempts" -> aLetter().triedBefore(tries(100, null));
            default -> throw new IllegalArgumentException(place);
        };
    }

    private static OriginalEvent eventWith(Json metadata) {
        OriginalEvent unknown = OriginalEvent.unknown();
        return new OriginalEvent(null, null, null, null, unknown.source(), null, metadata);
    }

    private static Failure failing(String message, StackTrace trace, Json context) {
        return new Failure("Error", null, message, trace, context, Category.UNKNOWN, Retryability.TRANSIENT);
    }

    private Attempt[] tries(int count, @Nullable Failure failure) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Attempt(
                        i - count + 1, clock.instant(), Duration.ZERO, "w", "s", Attempt.Result.FAILED, failure))
                .toArray(Attempt[]::new);
    }

    private List<LetterId> wholeIds(List<LetterId> letters, long maxBytes) {
        return store.whole(letters, maxBytes).stream().map(w -> w.letter().id()).toList();
    }

    @Test
    void many_whole_letters_are_read_at_once() {
        List<LetterId> letters = IntStream.range(0, 1_000)
                .mapToObj(i -> captured(aLetter().saying("{\"n\":" + i + "}")))
                .toList();

        List<WholeLetter> whole = store.whole(letters, Long.MAX_VALUE);

        assertThat(whole).extracting(w -> w.letter().id()).isEqualTo(letters);
        assertThat(whole.get(999)).isEqualTo(new WholeLetter(found(letters.get(999)), List.of()));
    }

    // Causes

    @Test
    void a_cause_has_its_letters_and_the_reason_they_were_grouped() {
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
    void causes_are_found_by_when_they_were_first_seen() {
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
    void causes_are_found_by_their_ids() {
        captured(aLetter());
        captured(aLetter());
        captured(aLetter().failedWith(invalid()).status(LetterStatus.FAILED));
        var timeouts = fingerprint(timeout()).id();
        var invalids = fingerprint(invalid()).id();

        assertThat(store.causes(CauseQuery.of(Set.of(invalids))))
                .extracting(Cause::id)
                .containsExactly(invalids);
        assertThat(store.causes(CauseQuery.of(Set.of(invalids, timeouts))))
                .extracting(Cause::id)
                .containsExactly(timeouts, invalids);
        assertThat(store.causes(CauseQuery.of(Set.of(CauseId.hashOf("no such cause")))))
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

        assertThat(cause(id).orElseThrow().state()).isEqualTo(CauseState.REGRESSED);
        assertThat(store.setCause(fingerprint(invalid()).id(), CauseState.IGNORED, null))
                .isFalse();
        assertThat(cause(fingerprint(invalid()).id())).isEmpty();
    }

    @Test
    void a_cause_has_an_assignee_and_a_link_until_they_are_taken_away() {
        captured(aLetter());
        captured(aLetter().failedWith(invalid()));
        CauseId id = fingerprint(timeout()).id();

        assertThat(store.assignCause(id, "ann")).isTrue();
        assertThat(store.linkCause(id, "https://tickets.example/4711")).isTrue();
        store.setCause(id, CauseState.ACKNOWLEDGED, "bob");

        assertThat(care(id)).isEqualTo(new CauseCare("ann", "https://tickets.example/4711", IgnoreEnd.never()));
        assertThat(store.causes(CauseQuery.top(10).assignedTo("ann")))
                .extracting(Cause::id)
                .containsExactly(id);
        assertThat(store.causes(CauseQuery.top(10).assignedTo("bob"))).isEmpty();
        store.assignCause(id, null);
        store.linkCause(id, null);
        assertThat(care(id)).isEqualTo(CauseCare.none());
        assertThat(store.assignCause(CauseId.of("f1af112f-abac-855f-a49e-d72219304c5e"), "ann"))
                .isFalse();
    }

    private CauseCare care(CauseId id) {
        return store.causes(CauseQuery.of(Set.of(id))).get(0).care();
    }

    @Test
    void a_cause_is_ignored_until_a_time_or_up_to_a_number_and_a_decision_ends_that() {
        captured(aLetter());
        CauseId id = fingerprint(timeout()).id();
        Instant until = clock.instant().plus(MINUTE);

        assertThat(store.ignoreCause(id, new IgnoreEnd(until, 7L, true), "ann")).isTrue();

        Cause ignored = store.causes(CauseQuery.of(Set.of(id))).get(0);
        assertThat(ignored.state()).isEqualTo(CauseState.IGNORED);
        assertThat(ignored.stateBy()).isEqualTo("ann");
        assertThat(ignored.care()).isEqualTo(new CauseCare(null, null, new IgnoreEnd(until, 7L, true)));
        store.setCause(id, CauseState.OPEN, "bob");
        assertThat(care(id)).isEqualTo(CauseCare.none());
        store.ignoreCause(id, IgnoreEnd.never(), "ann");
        assertThat(care(id)).isEqualTo(CauseCare.none());
    }

    @Test
    void notes_about_a_cause_are_kept_with_their_authors_the_newest_first() {
        captured(aLetter());
        captured(aLetter().failedWith(invalid()));
        CauseId id = fingerprint(timeout()).id();
        CauseNote first = new CauseNote("the bank is down\nand knows", "ann", clock.instant());
        CauseNote second = new CauseNote("it is back", "bob", clock.instant());
        CauseNote third = new CauseNote("for good", "bob", clock.instant().plus(MINUTE));

        assertThat(List.of(store.noteCause(id, first), store.noteCause(id, second), store.noteCause(id, third)))
                .containsOnly(true);

        assertThat(store.causeNotes(id, 10)).containsExactly(third, second, first);
        assertThat(store.causeNotes(id, 2)).containsExactly(third, second);
        assertThat(store.causeNotes(fingerprint(invalid()).id(), 10)).isEmpty();
        CauseId unknown = CauseId.of("f1af112f-abac-855f-a49e-d72219304c5e");
        assertThat(store.noteCause(unknown, first)).isFalse();
        assertThat(store.causeNotes(unknown, 10)).isEmpty();
    }

    @Test
    void an_ignored_cause_stays_ignored() {
        captured(aLetter());
        var id = fingerprint(timeout()).id();
        store.setCause(id, CauseState.IGNORED, "ann");

        captured(aLetter());

        assertThat(cause(id).orElseThrow().state()).isEqualTo(CauseState.IGNORED);
    }
}
