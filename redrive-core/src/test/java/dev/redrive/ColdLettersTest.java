package dev.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.cold.ColdLetter;
import dev.redrive.cold.ColdPage;
import dev.redrive.cold.RestoreResult;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.archive.ArchiveFixture;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Sealed;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreRefused;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.testing.ShopLetters;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColdLettersTest {
    private static final Instant START = Instant.parse("2025-12-31T20:30:00Z");

    private final ArchiveFixture fixture = new ArchiveFixture();
    private final List<RedriveEvent> events = new ArrayList<>();
    private Redrive redrive = opened(Redaction.none());
    private ColdLetters cold = redrive.cold();

    private Redrive opened(Redaction redaction) {
        return Redrive.on(new InMemoryDeadLetterStore(fixture.clock))
                .archive(fixture.archive)
                .redact(redaction)
                .keepForever()
                .listen(events::add)
                .open();
    }

    private void reopen(Redaction redaction) {
        redrive.close();
        redrive = opened(redaction);
        cold = redrive.cold();
    }

    @AfterEach
    void close() {
        redrive.close();
    }

    /** Over several hours and into another year, with several errors. */
    private List<WholeLetter> archived(int count) {
        ShopLetters shop = new ShopLetters(1, START).every(Duration.ofHours(8).dividedBy(count));
        List<WholeLetter> letters = Stream.generate(shop::next).limit(count).toList();
        fixture.add(letters);
        return letters;
    }

    private static List<WholeLetter> found(ColdPage page) {
        return page.letters().stream().map(ColdLetter::whole).toList();
    }

    private List<WholeLetter> all(Filter filter, int limit) {
        List<WholeLetter> all = new ArrayList<>();
        Optional<String> next = Optional.empty();
        do {
            ColdPage page = cold.search(filter, next.orElse(null), limit);
            assertThat(page.letters()).hasSizeLessThanOrEqualTo(limit);
            all.addAll(found(page));
            next = page.next();
        } while (next.isPresent());
        return all;
    }

    private static List<LetterId> ids(List<WholeLetter> letters) {
        return letters.stream().map(letter -> letter.letter().id()).toList();
    }

    // Finding

    @Test
    void a_letter_is_found_by_its_id() {
        WholeLetter letter = archived(400).get(123);

        ColdLetter found = cold.find(letter.letter().id()).orElseThrow();

        assertThat(found.whole()).isEqualTo(letter);
        assertThat(found.inStore()).isFalse();
        assertThat(fixture.archive.objects()).containsKey(found.object());
    }

    @Test
    void a_letter_that_is_not_there_is_not_found() {
        archived(50);

        assertThat(cold.find(LetterId.of("0195a3c4-5d6e-7f80-8123-456789abcdef")))
                .isEmpty();
        assertThat(cold.find(LetterId.firstAt(START))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void pages_have_all_letters_once_the_newest_hour_first(int limit) {
        List<WholeLetter> letters = archived(limit == 1 ? 100 : 700);

        List<WholeLetter> all = all(Filter.all(), limit);

        assertThat(all).containsExactlyInAnyOrderElementsOf(letters);
        assertThat(all)
                .extracting(letter -> letter.letter().createdAt().truncatedTo(ChronoUnit.HOURS))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void nothing_is_found_in_an_empty_archive() {
        ColdPage page = cold.search(Filter.all(), null, 10);

        assertThat(page)
                .isEqualTo(new ColdPage(List.of(), List.of(), Optional.empty(), 0, 0, Optional.empty(), List.of()));
    }

    static List<Function<DeadLetter, FilterBuilder>> filters() {
        return List.of(
                letter -> Filter.builder().channel("pay*"),
                letter -> Filter.builder()
                        .channel(letter.channel())
                        .errorType(letter.failure().type()),
                letter -> Filter.builder().cause(letter.cause()),
                letter -> Filter.builder().lastCause(letter.lastCause()),
                letter -> Filter.builder().eventId(letter.eventId()),
                letter -> Filter.builder()
                        .key(Objects.requireNonNull(letter.message().origin().key())
                                .text()),
                letter -> Filter.builder().text(letter.payload().text().substring(12, 40)),
                letter -> Filter.builder()
                        .from(letter.createdAt())
                        .to(letter.createdAt().plusSeconds(4000)),
                letter -> Filter.builder().minRetryCount(3),
                letter -> Filter.builder().status(LetterStatus.ARCHIVED),
                letter -> Filter.builder().errorType("com.acme.Unheard"));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void a_filter_selects_what_it_selects_in_a_store(Function<DeadLetter, FilterBuilder> chosen) {
        List<WholeLetter> letters = archived(500);
        Filter filter = chosen.apply(letters.get(77).letter()).build();

        List<WholeLetter> all = all(filter, 20);

        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(letters.stream()
                        .filter(letter -> filter.matches(letter.letter(), SearchPaths.none()))
                        .toList());
    }

    @Test
    void of_two_lines_about_a_letter_the_one_that_was_changed_last_counts() {
        List<WholeLetter> letters = archived(300);
        WholeLetter old = letters.get(50);
        Map<String, byte[]> before = Map.copyOf(fixture.archive.objects());
        WholeLetter changed = ArchiveFixture.changedAt(old, Instant.parse("2030-01-01T00:00:00Z"));
        fixture.add(List.of(changed));
        fixture.archive.objects().putAll(before);

        List<WholeLetter> all = all(Filter.all(), 20);

        assertThat(cold.find(old.letter().id()).orElseThrow().whole()).isEqualTo(changed);
        assertThat(all).contains(changed).doesNotContain(old).hasSize(300).doesNotHaveDuplicates();
    }

    @Test
    void an_object_that_is_written_anew_between_two_pages_hides_no_letter() {
        List<WholeLetter> letters = archived(300);
        ColdPage first = cold.search(Filter.all(), null, 5);
        WholeLetter seen = first.letters().get(0).whole();
        fixture.add(List.of(ArchiveFixture.changedAt(seen, Instant.parse("2030-01-01T00:00:00Z"))));

        Set<LetterId> all = new HashSet<>(ids(found(first)));
        Optional<String> next = first.next();
        while (next.isPresent()) {
            ColdPage page = cold.search(Filter.all(), next.get(), 50);
            all.addAll(ids(found(page)));
            next = page.next();
        }

        assertThat(all).containsExactlyInAnyOrderElementsOf(ids(letters));
    }

    @Test
    void an_object_that_was_not_looked_at_yet_is_found_when_it_is_written_anew_between_two_pages() {
        ShopLetters shop = new ShopLetters(1, START);
        List<WholeLetter> first =
                Stream.generate(() -> shop.next("com.acme.One")).limit(30).toList();
        List<WholeLetter> second =
                Stream.generate(() -> shop.next("com.acme.One")).limit(30).toList();
        fixture.add(first);
        fixture.add(second);
        ColdPage page = cold.search(Filter.all(), null, 5);
        boolean isOfFirst = first.contains(found(page).get(0));
        WholeLetter unseen = (isOfFirst ? second : first).get(7);
        fixture.add(List.of(ArchiveFixture.changedAt(unseen, Instant.parse("2030-01-01T00:00:00Z"))));

        Set<LetterId> all = new HashSet<>(ids(found(page)));
        Optional<String> next = page.next();
        while (next.isPresent()) {
            ColdPage more = cold.search(Filter.all(), next.get(), 5);
            all.addAll(ids(found(more)));
            next = more.next();
        }

        assertThat(all).hasSize(60).containsAll(ids(first)).containsAll(ids(second));
    }

    @Test
    void a_page_ends_early_when_it_took_long_and_the_next_ones_go_on() {
        List<WholeLetter> letters = archived(200);
        fixture.archive.beforeEachCall(() -> fixture.clock.forward(Duration.ofMillis(300)));

        ColdPage first = cold.search(Filter.all(), null, 1000);

        assertThat(first.letters()).hasSizeLessThan(200);
        assertThat(first.next()).isPresent();
        assertThat(first.lookedBackTo())
                .hasValueSatisfying(time -> assertThat(time).isAfter(START));
        assertThat(all(Filter.all(), 1000)).containsExactlyInAnyOrderElementsOf(letters);
    }

    @Test
    void damaged_objects_are_named_and_passed_over() {
        List<WholeLetter> letters = archived(300);
        String damaged = fixture.archive.objects().keySet().iterator().next();
        fixture.archive.objects().computeIfPresent(damaged, (key, bytes) -> new byte[bytes.length]);
        fixture.archive.put("dlq/2025/12/31/21/x/foreign.ndjson.zst", new byte[10_000]);
        fixture.archive.put("dlq/2025/13/77/21/x/foreign.ndjson.zst", new byte[10]);
        fixture.archive.put("dlq/readme.txt", new byte[10]);

        ColdPage page = cold.search(Filter.all(), null, 1000);

        assertThat(page.problems()).hasSize(2).anyMatch(problem -> problem.startsWith(damaged + ": "));
        assertThat(page.letters()).hasSizeBetween(200, 299);
        assertThat(letters).containsAll(found(page));
    }

    @Test
    void a_cursor_that_no_search_gave_is_refused() {
        assertThatThrownBy(() -> cold.search(Filter.all(), "nonsense", 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("this is not a cursor of a search in the archive");
    }

    @Test
    void without_an_archive_there_are_no_cold_letters() {
        try (Redrive without =
                Redrive.on(new InMemoryDeadLetterStore(fixture.clock)).open()) {
            assertThat(without.cold().isConfigured()).isFalse();
            assertThatThrownBy(() -> without.cold().search(Filter.all(), null, 10))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    // Restoring

    private static WholeLetter edited(WholeLetter letter) {
        Version original = new Version(
                0,
                START,
                "anna",
                "typo",
                Payload.of("{\"typo\":1}"),
                Headers.none(),
                Completeness.WHOLE,
                Priority.LOW,
                List.of("a"));
        return new WholeLetter(letter.letter(), List.of(original));
    }

    @Test
    void restored_letters_wait_for_a_person_with_all_that_belongs_to_them() {
        WholeLetter letter = edited(new ShopLetters(1, START).next());
        LetterId id = letter.letter().id();
        LetterId missing = LetterId.firstAt(START);
        fixture.add(List.of(letter));

        RestoreResult result = cold.restore(List.of(id, missing), "anna");

        assertThat(result.restored()).isOne();
        assertThat(result.missing()).containsExactly(missing);
        DeadLetter restored = redrive.letters().find(id).orElseThrow();
        assertThat(restored.status()).isEqualTo(LetterStatus.MANUAL);
        assertThat(restored.state().resolution()).isNull();
        assertThat(restored.state().updatedAt()).isEqualTo(fixture.clock.instant());
        assertThat(restored.attempts()).isEqualTo(letter.letter().attempts());
        assertThat(restored.message()).isEqualTo(letter.letter().message());
        assertThat(redrive.letters().versions(id)).isEqualTo(letter.versions());
        assertThat(cold.find(id).orElseThrow().inStore()).isTrue();
        assertThat(events).contains(new RedriveEvent.Restored(1));
    }

    @Test
    void restoring_twice_is_restoring_once_and_a_letter_of_the_store_stays_as_it_is() {
        List<LetterId> ids = ids(archived(20));
        var unused = cold.restore(ids, "anna");
        var unused2 = redrive.letters().delete(ids.get(3), "anna");
        DeadLetter before = redrive.letters().find(ids.get(0)).orElseThrow();
        fixture.clock.forward(Duration.ofHours(1));

        RestoreResult again = cold.restore(ids, "anna");

        assertThat(again.restored()).isOne();
        assertThat(again.known()).isEqualTo(19);
        assertThat(redrive.letters().find(ids.get(0))).contains(before);
    }

    /** Their ids come in pages, and larger letters than fit into memory at once come in smaller ones. */
    @Test
    void many_letters_are_looked_for_by_their_ids_page_by_page() {
        List<WholeLetter> letters = archived(900);
        List<LetterId> ids = new ArrayList<>(ids(letters));
        LetterId missing = LetterId.firstAt(START.plusSeconds(100));
        ids.add(missing);

        List<WholeLetter> all = new ArrayList<>();
        List<LetterId> notThere = new ArrayList<>();
        Optional<String> next = Optional.empty();
        do {
            ColdPage page = cold.search(ids, next.orElse(null));
            assertThat(page.letters()).hasSizeLessThanOrEqualTo(250);
            all.addAll(found(page));
            notThere.addAll(page.missing());
            next = page.next();
        } while (next.isPresent());

        assertThat(all).containsExactlyElementsOf(letters);
        assertThat(notThere).containsExactly(missing);
        assertThatThrownBy(() -> cold.search(ids, "nonsense"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("this is not a cursor");
    }

    @Test
    void large_letters_are_looked_for_a_few_at_a_time() {
        ShopLetters shop = new ShopLetters(1, START);
        List<WholeLetter> letters = Stream.generate(() -> large(shop.next("com.acme.Large")))
                .limit(8)
                .toList();
        fixture.add(letters);

        ColdPage first = cold.search(ids(letters), null);
        ColdPage second = cold.search(ids(letters), first.next().orElseThrow());

        assertThat(first.letters()).hasSizeBetween(2, 5);
        assertThat(first.missing()).isEmpty();
        assertThat(found(second).get(0)).isEqualTo(letters.get(first.letters().size()));
        assertThat(cold.restore(ids(letters), "anna").restored()).isEqualTo(8);
    }

    private static WholeLetter large(WholeLetter letter) {
        byte[] payload = new byte[3 * 1024 * 1024];
        return letter.with(letter.letter().with(letter.letter().message().with(Payload.of(payload))));
    }

    @Test
    void all_letters_that_match_are_restored_some_at_a_time() {
        List<WholeLetter> letters = archived(400);
        String type = letters.get(0).letter().failure().type();
        Filter filter = Filter.builder().errorType(type).build();
        List<LetterId> matching = letters.stream()
                .filter(letter -> filter.matches(letter.letter(), SearchPaths.none()))
                .map(letter -> letter.letter().id())
                .toList();
        long restored = 0;
        Optional<String> next = Optional.empty();
        do {
            RestoreResult result = cold.restore(filter, next.orElse(null), 30, "anna");
            assertThat(result.restored()).isLessThanOrEqualTo(30);
            restored += result.restored();
            next = result.next();
        } while (next.isPresent());

        assertThat(restored).isEqualTo(matching.size());
        assertThat(matching)
                .allSatisfy(id -> assertThat(redrive.letters().find(id)).isPresent());
    }

    @Test
    void a_few_letters_of_one_error_are_restored_without_reading_the_others() {
        ShopLetters shop = new ShopLetters(1, START).every(Duration.ofSeconds(4));
        List<WholeLetter> letters = new ArrayList<>();
        for (int i = 0; i < 12_000; i++) letters.add(i % 100 == 0 ? shop.next("com.acme.Rare") : shop.next());
        fixture.add(letters);
        Filter rare = Filter.builder().errorType("com.acme.Rare").build();

        RestoreResult result = cold.restore(rare, null, 1000, "anna");

        assertThat(result.restored()).isEqualTo(120);
        assertThat(result.next()).isEmpty();
        assertThat(result.bytesRead()).isBetween(1L, fixture.size() / 20);
    }

    @Test
    void one_letter_is_found_by_its_event_without_reading_the_others() {
        List<WholeLetter> letters = archived(6000);
        DeadLetter wanted = letters.get(3210).letter();

        ColdPage page = cold.search(Filter.builder().eventId(wanted.eventId()).build(), null, 10);

        assertThat(ids(found(page))).containsExactly(wanted.id());
        assertThat(page.bytesRead()).isLessThan(fixture.size() / 5);
    }

    @Test
    void damaged_objects_stop_no_restore() {
        List<WholeLetter> letters = archived(300);
        String damaged = fixture.archive.objects().keySet().iterator().next();
        fixture.archive.objects().computeIfPresent(damaged, (key, bytes) -> new byte[bytes.length]);

        RestoreResult byIds = cold.restore(ids(letters), null);
        RestoreResult byFilter = cold.restore(Filter.all(), null, 1000, null);

        assertThat(byIds.missing()).isNotEmpty();
        assertThat(byIds.restored() + byIds.missing().size()).isEqualTo(300);
        assertThat(byFilter.known()).isEqualTo(byIds.restored());
        assertThat(byIds.problems()).singleElement().asString().startsWith(damaged + ": ");
        assertThat(byFilter.problems()).isEqualTo(byIds.problems());
    }

    private ColdLetters restoringInto(Function<List<ImportedLetter>, Optional<StoreException>> failure) {
        redrive.close();
        redrive = Redrive.on(new ForwardingStore(new InMemoryDeadLetterStore(fixture.clock)) {
                    @Override
                    public List<CaptureResult> importAll(List<ImportedLetter> letters) {
                        failure.apply(letters).ifPresent(e -> {
                            throw e;
                        });
                        return super.importAll(letters);
                    }
                })
                .archive(fixture.archive)
                .keepForever()
                .open();
        return redrive.cold();
    }

    @Test
    void a_store_that_fails_in_the_middle_ends_a_restore_with_what_was_restored_and_where_it_goes_on() {
        List<WholeLetter> letters = archived(600);
        AtomicInteger calls = new AtomicInteger();
        cold = restoringInto(some -> calls.incrementAndGet() == 2
                ? Optional.of(new StoreUnavailable("connection refused"))
                : Optional.empty());

        RestoreResult cut = cold.restore(Filter.all(), null, 10_000, "anna");
        RestoreResult rest = cold.restore(Filter.all(), cut.next().orElseThrow(), 10_000, "anna");

        assertThat(cut.restored()).isBetween(1L, 250L);
        assertThat(cut.problems()).containsExactly("it ended early, so restore again: connection refused");
        assertThat(rest.problems()).isEmpty();
        assertThat(cut.restored() + rest.restored()).isEqualTo(letters.size());
    }

    @Test
    void a_store_that_fails_at_once_is_an_error() {
        archived(20);
        cold = restoringInto(some -> Optional.of(new StoreUnavailable("connection refused")));

        assertThatThrownBy(() -> cold.restore(Filter.all(), null, 100, "anna")).isInstanceOf(StoreUnavailable.class);
    }

    @Test
    void a_letter_that_the_store_refuses_is_named_and_the_others_are_restored() {
        List<LetterId> ids = ids(archived(20));
        LetterId refused = ids.get(7);
        cold = restoringInto(
                some -> some.stream().anyMatch(letter -> letter.letter().id().equals(refused))
                        ? Optional.of(new StoreRefused("a name is too long", new IllegalStateException()))
                        : Optional.empty());

        RestoreResult result = cold.restore(ids, "anna");

        assertThat(result.restored()).isEqualTo(19);
        assertThat(result.problems()).containsExactly("letter " + refused + " is not restored: a name is too long");
    }

    // Sealed values

    private static final SealKeys KEYS =
            SealKeys.of("a", Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES]));

    @Test
    void a_letter_whose_sealed_values_cannot_be_opened_is_named_and_the_others_are_restored() {
        ShopLetters shop = new ShopLetters(1, START);
        List<WholeLetter> letters =
                new ArrayList<>(Stream.generate(shop::next).limit(20).toList());
        DeadLetter forged = letters.get(4).letter();
        letters.set(4, letters.get(4).with(forged.with(forged.message().with(Sealed.of(new byte[] {1, 2, 3})))));
        fixture.add(letters);
        reopen(Redaction.none().sealing("$.customer.email").with(KEYS));

        RestoreResult result = cold.restore(ids(letters), "anna");

        assertThat(result.restored()).isEqualTo(19);
        assertThat(result.problems())
                .singleElement()
                .asString()
                .startsWith("letter " + forged.id() + " is not restored: ");
        assertThat(redrive.letters().find(forged.id())).isEmpty();
    }

    @Test
    void sealed_values_come_back_with_their_letter() {
        reopen(Redaction.none().sealing("$.customer.email").with(KEYS));
        ShopLetters shop = new ShopLetters(1, START);
        WholeLetter open = shop.next();
        redrive.importAll(List.of(open));
        DeadLetter sealed = redrive.letters().find(open.letter().id()).orElseThrow();
        fixture.add(List.of(new WholeLetter(sealed, List.of())));
        reopen(Redaction.none().sealing("$.customer.email").with(KEYS));

        var unused = cold.restore(List.of(sealed.id()), "anna");

        DeadLetter restored = redrive.letters().find(sealed.id()).orElseThrow();
        assertThat(restored.message()).isEqualTo(sealed.message());
        assertThat(restored.message().sealed().isEmpty()).isFalse();
    }
}
