package dev.redrive.erasure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import dev.redrive.Erasure;
import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.erasure.ErasureSubject.Place;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.archive.LetterArchive;
import dev.redrive.internal.export.LetterJsonWriter;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.SealKeys;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.RewriteResult;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.holds.LegalHolds;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.store.views.SavedView;
import dev.redrive.testing.InMemoryArchive;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErasureTest {
    private static final String MAIL = "anna@example.org";
    private static final Place AT_EMAIL = new Place.InPayload(JsonPath.of("$.customer.email"));
    private static final ErasureSubject SUBJECT = subject(MAIL);
    private static final SealKeys KEYS =
            SealKeys.of("a", Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES]));

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final DeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final InMemoryArchive archive = new InMemoryArchive();
    private final LetterArchive letters = new LetterArchive(archive, clock, ids);
    private final List<RedriveEvent> published = new ArrayList<>();
    private final Redrive redrive = open(store);
    private final Erasure erasure = redrive.erasure();

    @AfterEach
    void close() {
        redrive.close();
    }

    private Redrive open(DeadLetterStore on) {
        return builder(on).redact(Redaction.none().with(KEYS)).open();
    }

    private RedriveBuilder builder(DeadLetterStore on) {
        return Redrive.on(on).archive(archive).listen(published::add);
    }

    private static ErasureSubject subject(String value, Place... more) {
        List<Place> places = new ArrayList<>(List.of(AT_EMAIL, new Place.InHeader("x-user"), new Place.InKey()));
        places.addAll(Arrays.asList(more));
        return new ErasureSubject(value, places);
    }

    private SavedView view(String name, @Nullable String owner, String query) {
        SavedView view = new SavedView(name, owner, query, "jo", clock.instant());
        assertThat(store.savedViews().save(view)).isEmpty();
        return view;
    }

    @ParameterizedTest
    @EnumSource
    void saved_views_that_quote_the_value_are_found_and_deleted_and_no_others(ErasureMode mode) {
        SavedView other = view("all of them", "jo", "channel=orders");
        var byFilter = view("one customer", "jo", "attr.email=anna%40example.org&order=oldest");
        var byName = view("of " + MAIL, null, "channel=orders");

        ErasureReport found = erasure.search(SUBJECT);
        ErasureReport done = erasure.erase(SUBJECT, mode, found.confirmation(), "jo");

        assertThat(found.views())
                .containsExactly(new ErasureView("of ***", null), new ErasureView("one customer", "jo"));
        assertThat(done.views()).isEqualTo(found.views());
        assertThat(store.savedViews().all()).containsExactly(other).doesNotContain(byFilter, byName);
        assertThat(erasure.search(SUBJECT).views()).isEmpty();
    }

    @Test
    void a_view_that_was_saved_since_has_to_be_confirmed_too() {
        ErasureReport found = erasure.search(SUBJECT);
        SavedView late = view("late", "jo", "q=" + MAIL);

        ErasureReport done = erasure.erase(SUBJECT, ErasureMode.DELETE, found.confirmation(), "jo");

        assertThat(done.confirmation()).isNotEqualTo(found.confirmation());
        assertThat(store.savedViews().all()).containsExactly(late);
    }

    @Test
    void a_short_value_is_in_a_view_only_as_the_whole_of_a_condition() {
        SavedView whole = view("a", "jo", "key=17");
        SavedView part = view("b", "jo", "q=2017");

        ErasureReport found = erasure.search(subject("17"));

        assertThat(found.views()).containsExactly(new ErasureView(whole.name(), "jo"));
        assertThat(store.savedViews().all()).containsExactly(whole, part);
    }

    private static String payload(String email) {
        return "{\"customer\":{\"email\":" + Json.quote(email) + "},\"order\":17}";
    }

    private LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    private LetterId captured(LetterBuilder letter) {
        return store.capture(List.of(letter.build())).get(0).id();
    }

    private LetterId captured(String payload) {
        return captured(aLetter().saying(payload));
    }

    private WholeLetter whole(LetterId id) {
        return store.whole(List.of(id), Long.MAX_VALUE).get(0);
    }

    /** Moves a letter from the store into the archive. */
    private LetterId archived(LetterId id) {
        copyToArchive(List.of(id));
        store.delete(id);
        return id;
    }

    /** One object for all of them. */
    private void copyToArchive(List<LetterId> some) {
        List<WholeLetter> whole = store.whole(some, Long.MAX_VALUE);
        Iterator<List<WholeLetter>> parts =
                List.of(whole, List.<WholeLetter>of()).iterator();
        letters.archiver().archive(whole.get(0).letter().failure().type(), some, parts::next, problem -> {
            throw new AssertionError(problem);
        });
    }

    private List<WholeLetter> inArchive() {
        List<WholeLetter> all = new ArrayList<>();
        letters.objects("dlq/")
                .forEach(object -> letters.read(object, all::add, problem -> {
                    throw new AssertionError(problem);
                }));
        return all;
    }

    private ErasureReport erase(ErasureSubject subject, ErasureMode mode) {
        return erasure.erase(subject, mode, erasure.search(subject).confirmation(), "ann");
    }

    /** All bytes of store and archive, unpacked. */
    private String everything() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            for (WholeLetter letter : store.whole(allIds(), Long.MAX_VALUE)) LetterJsonWriter.line(all, letter);
            for (Map.Entry<String, byte[]> object : archive.objects().entrySet()) {
                all.writeBytes(object.getKey().getBytes(UTF_8));
                all.writeBytes(object.getValue());
                try (ZstdInputStream in = new ZstdInputStream(new ByteArrayInputStream(object.getValue()))) {
                    in.transferTo(all);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toString(UTF_8);
    }

    private List<LetterId> allIds() {
        return store.search(Query.newest(Filter.all(), 500)).items().stream()
                .map(letter -> letter.id())
                .toList();
    }

    private static List<LetterId> ids(ErasureReport report) {
        return report.matches().stream().map(ErasureMatch::id).toList();
    }

    // Finding

    @Test
    void letters_are_found_at_each_kind_of_place_in_store_and_archive() {
        LetterId inPayload = captured(payload(MAIL));
        LetterId inHeader = captured(aLetter()
                .message(Message.of("{}").with(new Headers(List.of(Header.of("a", "b"), Header.of("X-User", MAIL))))));
        LetterId inKey = archived(captured(aLetter().keyed(MAIL)));
        LetterId inVersion = captured(payload(MAIL));
        store.edit(inVersion, 0, Edit.payload(Payload.of("{}"), "bob"));
        LetterId archivedVersion = captured(payload(MAIL));
        store.edit(archivedVersion, 0, Edit.payload(Payload.of("{}"), "bob"));
        archived(archivedVersion);
        captured(payload("bert@example.org"));
        captured(aLetter()
                .message(Message.of("{\"order\":" + Json.quote(MAIL) + "}")
                        .with(new Headers(List.of(Header.of("other", MAIL))))));
        String before = everything();

        ErasureReport report = erasure.search(SUBJECT);

        assertThat(ids(report)).containsExactlyInAnyOrder(inPayload, inHeader, inKey, inVersion, archivedVersion);
        assertThat(report.found()).isEqualTo(5);
        assertThat(report.problems()).isEmpty();
        assertThat(report.matches())
                .filteredOn(ErasureMatch::inArchive)
                .extracting(ErasureMatch::id)
                .containsExactlyInAnyOrder(inKey, archivedVersion);
        assertThat(everything()).as("a search changes nothing").isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"customer\":{\"email\":\"anna@example.org\"}}",
                "{\"customer\":{\"email\":\"\\u0061nna@example.org\"}}",
                "[{\"x\":1},{\"customer\":{\"email\":\"anna@example.org\"}}]",
                "{\"customer\":{\"email\":[\"other\",\"anna@example.org\"]}}",
                "{\"customer\":{\"email\":{\"work\":\"anna@example.org\"}}}",
                "{\"customer\":{\"email\":\"x\",\"email\":\"anna@example.org\"}}",
                "{\"customer\":{\"email\":\"anna@example.org\"}} {\"second\":\"document\"}",
                "{\"customer\":{\"email\":\"anna@example.org\",\"cut\":\"he",
                "\"{\\\"customer\\\":{\\\"email\\\":\\\"anna@example.org\\\"}}\""
            })
    void a_value_is_found_and_redacted_however_the_payload_is_written(String payload) {
        LetterId id = captured(payload);

        ErasureReport found = erasure.search(SUBJECT);
        ErasureReport report = erase(SUBJECT, ErasureMode.REDACT);

        assertThat(ids(found)).containsExactly(id);
        assertThat(report.erased()).isEqualTo(1);
        assertThat(report.problems()).isEmpty();
        assertThat(erasure.search(SUBJECT).found()).isZero();
        assertThat(whole(id).letter().payload().text()).contains("***").doesNotContain("nna@example");
        assertThat(whole(id).letter().message().completeness()).isEqualTo(Completeness.REMOVED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-32"})
    void a_value_is_found_in_other_encodings(String charset) {
        LetterId id =
                captured(aLetter().message(Message.of(Payload.of(payload(MAIL).getBytes(Charset.forName(charset))))));

        assertThat(ids(erasure.search(SUBJECT))).containsExactly(id);
    }

    @Test
    void a_number_is_compared_by_its_text_and_a_short_value_as_a_whole() {
        ErasureSubject subject =
                new ErasureSubject("42", List.of(new Place.InPayload(JsonPath.of("$.items[*].customer"))));
        LetterId number = captured("{\"items\":[{\"customer\":7},{\"customer\":42}],\"total\":4200}");
        LetterId text = captured("{\"items\":[{\"customer\":\"42\"}]}");
        captured("{\"items\":[{\"customer\":420},{\"customer\":42.0}]}");

        ErasureReport found = erasure.search(subject);
        erase(subject, ErasureMode.REDACT);

        assertThat(ids(found)).containsExactlyInAnyOrder(number, text);
        assertThat(whole(number).letter().payload().text())
                .isEqualTo("{\"items\":[{\"customer\":7},{\"customer\":\"***\"}],\"total\":4200}");
        assertThat(erasure.search(subject).found()).isZero();
    }

    @Test
    void payloads_that_cannot_be_looked_into_are_named() {
        LetterId plain = captured("mail from anna@example.org");
        LetterId packed = captured(aLetter()
                .message(Message.of(
                        Payload.of(Base64.getEncoder().encode(payload(MAIL).getBytes(UTF_8))))));

        ErasureReport report = erasure.search(SUBJECT);

        assertThat(report.found()).isZero();
        assertThat(report.problems())
                .anySatisfy(problem -> assertThat(problem).contains(plain.toString(), "are no JSON"))
                .anySatisfy(problem -> assertThat(problem).contains(packed.toString(), "compressed or encoded"));
    }

    @Test
    void letters_of_several_pages_are_looked_at() {
        List<LetterId> all = IntStream.range(0, 1203)
                .mapToObj(i -> captured(payload(i % 400 == 0 ? MAIL : "m" + i + "@example.org")))
                .toList();
        List<Long> told = new ArrayList<>();

        ErasureReport report = erasure.search(SUBJECT, told::add);

        assertThat(ids(report)).containsExactly(all.get(0), all.get(400), all.get(800), all.get(1200));
        assertThat(told).containsExactly(1000L, 1203L);
    }

    // Erasing

    @Test
    void deleted_letters_leave_nothing_and_the_others_stay_as_they_are() {
        LetterId inStore = captured(payload(MAIL));
        LetterId edited = captured(aLetter().keyed(MAIL));
        store.edit(edited, 0, Edit.tags(List.of("t"), "bob"));
        LetterId one = captured(payload(MAIL));
        LetterId other = captured(payload("bert@example.org"));
        copyToArchive(List.of(one, other));
        List.of(one, other).forEach(store::delete);
        LetterId alone = archived(captured(payload(MAIL)));
        LetterId both = captured(payload(MAIL));
        copyToArchive(List.of(both));
        LetterId kept = captured(payload("carl@example.org"));

        ErasureReport report = erase(SUBJECT, ErasureMode.DELETE);

        assertThat(ids(report)).containsExactlyInAnyOrder(inStore, edited, one, alone, both);
        assertThat(report.found()).isEqualTo(5);
        assertThat(report.erased()).isEqualTo(5);
        assertThat(report.problems()).isEmpty();
        assertThat(allIds()).containsExactly(kept);
        assertThat(inArchive()).extracting(letter -> letter.letter().id()).containsExactly(other);
        assertThat(everything()).doesNotContain(MAIL);
        assertThat(erasure.search(SUBJECT).found()).isZero();
        assertThat(published).contains(new RedriveEvent.Erased(5, "ann"));
    }

    /** The value wherever a letter can quote it. */
    private LetterId quotingLetter() {
        Failure failure = new Failure(
                "com.acme.Invalid",
                "E-" + MAIL,
                "no account for " + MAIL + " in {\"customer\":{\"email\":\"" + MAIL + "\"}}",
                StackTrace.ofText("com.acme.Invalid: no account for " + MAIL + "\n\tat com.acme.A.a(A.java:1)\n"),
                Json.of("{\"mail\":\"" + MAIL + "\",\"other\":1}"),
                Category.VALIDATION,
                Category.VALIDATION.retryability());
        Message message = Message.of(payload(MAIL))
                .with(new Headers(List.of(Header.of("x-user", MAIL), Header.of("note", "for " + MAIL))))
                .with(OriginalEvent.of("event-" + MAIL, "order.placed"))
                .with(SenderDetails.none().with(Json.of("{\"who\":\"" + MAIL + "\"}")))
                .withSubscriber("of " + MAIL)
                .withKey(MAIL);
        Attempt before = Attempt.cameBack(0, clock.instant(), failure);
        LetterId id = captured(aLetter()
                .message(message)
                .failedWith(failure)
                .triedBefore(before)
                .status(LetterStatus.MANUAL)
                .tagged("of " + MAIL));
        store.edit(
                id,
                0,
                new Edit(
                        Payload.of("{\"customer\":{\"email\":\"" + MAIL + "\"},\"edited\":true}"),
                        null,
                        null,
                        null,
                        null,
                        List.of("still " + MAIL),
                        "asked by " + MAIL,
                        "bob"));
        store.move(id, ManualMove.archive("bob", "closed for " + MAIL));
        return id;
    }

    @Test
    void a_redacted_letter_is_kept_without_the_value_and_its_history_stays() {
        LetterId id = quotingLetter();
        WholeLetter before = whole(id);

        ErasureReport report = erase(SUBJECT, ErasureMode.REDACT);

        WholeLetter after = whole(id);
        DeadLetter letter = after.letter();
        assertThat(report.erased()).isEqualTo(1);
        assertThat(report.problems()).isEmpty();
        assertThat(everything()).doesNotContain(MAIL);
        assertThat(erasure.search(SUBJECT).found()).isZero();
        assertThat(letter.payload().text()).isEqualTo("{\"customer\":{\"email\":\"***\"},\"edited\":true}");
        assertThat(letter.message().completeness()).isEqualTo(Completeness.REMOVED);
        assertThat(letter.message().origin().key()).as("half of a key is none").isNull();
        assertThat(letter.failure().type()).isEqualTo("com.acme.Invalid");
        assertThat(letter.cause()).isEqualTo(before.letter().cause());
        assertThat(letter.status()).isEqualTo(LetterStatus.ARCHIVED);
        assertThat(letter.attempts()).hasSameSizeAs(before.letter().attempts());
        assertThat(after.versions()).hasSize(2);
        assertThat(after.versions().get(0).payload().text())
                .isEqualTo("{\"customer\":{\"email\":\"***\"},\"order\":17}");
        assertThat(letter.failure().stackTrace().text()).contains("\tat com.acme.A.a(A.java:1)");
    }

    @Test
    void an_archived_letter_is_redacted_in_its_object() {
        LetterId id = archived(quotingLetter());
        LetterId other = archived(captured(payload("bert@example.org")));

        ErasureReport report = erase(SUBJECT, ErasureMode.REDACT);

        assertThat(report.erased()).isEqualTo(1);
        assertThat(report.problems()).isEmpty();
        assertThat(everything()).doesNotContain(MAIL);
        assertThat(erasure.search(SUBJECT).found()).isZero();
        assertThat(inArchive()).extracting(letter -> letter.letter().id()).containsExactlyInAnyOrder(id, other);
        assertThat(inArchive())
                .filteredOn(letter -> letter.letter().id().equals(id))
                .singleElement()
                .satisfies(letter -> assertThat(letter.versions()).hasSize(2));
    }

    @Test
    void a_letter_that_waits_for_its_retry_waits_for_a_person_when_it_is_redacted() {
        LetterId id = captured(payload(MAIL));

        erase(SUBJECT, ErasureMode.REDACT);

        assertThat(whole(id).letter().status()).isEqualTo(LetterStatus.MANUAL);
    }

    @Test
    void a_channel_and_the_type_of_an_error_are_not_redacted_but_named() {
        Failure failure = LetterBuilder.failure("com.acme.NoMailTo " + MAIL, "no", Category.VALIDATION);
        LetterId inChannel = captured(aLetter().from("mails-of-" + MAIL).saying(payload(MAIL)));
        LetterId inType = captured(aLetter().failedWith(failure).saying(payload(MAIL)));

        ErasureReport report = erase(SUBJECT, ErasureMode.REDACT);

        assertThat(report.erased()).isEqualTo(2);
        assertThat(whole(inType).letter().failure().type()).isEqualTo(failure.type());
        assertThat(report.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem)
                        .contains(inChannel.toString(), inType.toString(), "delete them instead")
                        .doesNotContain(MAIL));
    }

    // Sealed values

    private LetterId sealed(Redaction redaction, String json) {
        LetterBuilder letter = aLetter();
        LetterId id = letter.build().id();
        Message hidden = new RedactionGate(redaction).hide(id, Message.of(json)).message();
        return captured(letter.message(hidden));
    }

    @Test
    void a_sealed_value_is_found_and_what_else_is_sealed_stays() {
        Redaction sealing = Redaction.none().with(KEYS).sealing("$.customer", "$.iban");
        LetterId id =
                sealed(sealing, "{\"customer\":{\"email\":\"anna@example.org\",\"city\":\"Ulm\"},\"iban\":\"DE1\"}");
        LetterId archived = archived(sealed(sealing, payload(MAIL)));

        ErasureReport report = erase(SUBJECT, ErasureMode.REDACT);

        assertThat(ids(report)).containsExactlyInAnyOrder(id, archived);
        assertThat(report.erased()).isEqualTo(2);
        assertThat(erasure.search(SUBJECT).found()).isZero();
        DeadLetter opened = new RedactionGate(sealing).open(whole(id).letter());
        assertThat(opened.payload().text())
                .isEqualTo("{\"customer\":{\"email\":\"***\",\"city\":\"Ulm\"},\"iban\":\"DE1\"}");
        assertThat(opened.message().completeness()).isEqualTo(Completeness.REMOVED);
    }

    @Test
    void a_letter_whose_key_is_missing_is_named_and_can_only_be_deleted() {
        SealKeys lost = SealKeys.of("lost", Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES]));
        Redaction sealing = Redaction.none().with(lost).sealing("$.iban");
        captured(payload(MAIL));
        LetterId id = sealed(sealing, "{\"customer\":{\"email\":\"anna@example.org\"},\"iban\":\"DE1\"}");

        ErasureReport redacted = erase(SUBJECT, ErasureMode.REDACT);
        ErasureReport deleted = erase(SUBJECT, ErasureMode.DELETE);

        assertThat(redacted.found()).isEqualTo(2);
        assertThat(redacted.erased()).isEqualTo(1);
        assertThat(redacted.problems())
                .anySatisfy(problem -> assertThat(problem).contains(id.toString(), "\"lost\""));
        assertThat(deleted.erased()).isEqualTo(1);
        assertThat(allIds()).doesNotContain(id);
    }

    // Confirmation

    @Test
    void nothing_is_erased_when_other_letters_hold_the_value_by_now() {
        captured(payload(MAIL));
        String confirmation = erasure.search(SUBJECT).confirmation();
        captured(payload(MAIL));

        ErasureReport report = erasure.erase(SUBJECT, ErasureMode.DELETE, confirmation, "ann");

        assertThat(report.erased()).isZero();
        assertThat(report.found()).isEqualTo(2);
        assertThat(report.confirmation()).isNotEqualTo(confirmation);
        assertThat(allIds()).hasSize(2);
        assertThat(erasure.erase(SUBJECT, ErasureMode.DELETE, report.confirmation(), "ann")
                        .erased())
                .isEqualTo(2);
    }

    @Test
    void an_edited_or_held_letter_needs_a_new_confirmation_and_an_archived_one_does_not() {
        LetterId id = captured(payload(MAIL));
        String first = erasure.search(SUBJECT).confirmation();
        store.edit(id, 0, Edit.tags(List.of("t"), "bob"));
        String edited = erasure.search(SUBJECT).confirmation();
        hold(HoldSubject.letter(id));
        String held = erasure.search(SUBJECT).confirmation();
        store.holds().lift(HoldSubject.letter(id));
        archived(id);

        String archived = erasure.search(SUBJECT).confirmation();

        assertThat(List.of(first, edited, held)).doesNotHaveDuplicates();
        assertThat(archived).isEqualTo(edited);
    }

    @Test
    void a_confirmation_is_for_one_value_and_its_places() {
        captured("{\"customer\":{\"email\":\"anna@example.org\",\"name\":\"Anna\"}}");
        Place name = new Place.InPayload(JsonPath.of("$.customer.name"));

        assertThat(List.of(
                        erasure.search(subject(MAIL)).confirmation(),
                        erasure.search(subject(MAIL, name)).confirmation(),
                        erasure.search(subject("Anna", name)).confirmation()))
                .doesNotHaveDuplicates();
    }

    // Holds

    private void hold(HoldSubject subject) {
        store.holds().place(new LegalHold(subject, "ann", "lawsuit", clock.instant()));
    }

    @ParameterizedTest
    @EnumSource(ErasureMode.class)
    void held_letters_stay_in_store_and_archive(ErasureMode mode) {
        LetterId held = captured(payload(MAIL));
        LetterId channel = archived(captured(aLetter().from("ledger").saying(payload(MAIL))));
        LetterId cause = captured(aLetter().failedWith(LetterBuilder.invalid()).saying(payload(MAIL)));
        LetterId free = captured(payload(MAIL));
        LetterId archived = captured(payload(MAIL));
        copyToArchive(List.of(held, archived));
        store.delete(archived);
        hold(HoldSubject.letter(held));
        hold(HoldSubject.channel("ledger"));
        hold(HoldSubject.cause(whole(cause).letter().cause()));

        ErasureReport report = erase(SUBJECT, mode);

        assertThat(report.found()).isEqualTo(5);
        assertThat(report.held()).isEqualTo(3);
        assertThat(report.erased()).isEqualTo(2);
        assertThat(report.matches())
                .filteredOn(match -> match.hold().isPresent())
                .extracting(ErasureMatch::id)
                .containsExactlyInAnyOrder(held, channel, cause);
        assertThat(whole(held).letter().payload().text()).contains(MAIL);
        assertThat(whole(cause).letter().payload().text()).contains(MAIL);
        assertThat(inArchive())
                .filteredOn(letter -> letter.letter().payload().text().contains(MAIL))
                .extracting(letter -> letter.letter().id())
                .containsExactlyInAnyOrder(held, channel);
        assertThat(ids(erasure.search(SUBJECT))).containsExactlyInAnyOrder(held, channel, cause);
        assertThat(free).isNotIn(ids(erasure.search(SUBJECT)));
    }

    // Trouble

    @ParameterizedTest
    @EnumSource(ErasureMode.class)
    void a_letter_that_is_being_retried_is_for_the_next_time_and_stops_no_other(ErasureMode mode) {
        LetterId busy = captured(payload(MAIL));
        captured(payload(MAIL));
        ClaimedLetters.leased(store, busy, "w", Duration.ofMinutes(1));

        ErasureReport report = erase(SUBJECT, mode);

        assertThat(report.found()).isEqualTo(2);
        assertThat(report.erased()).isEqualTo(1);
        assertThat(report.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains(busy.toString(), "being retried"));
        assertThat(ids(erasure.search(SUBJECT))).containsExactly(busy);
    }

    @Test
    void a_letter_that_changes_while_it_is_redacted_is_read_again() {
        LetterId id = captured(payload(MAIL));
        ForwardingStore changing = new ForwardingStore(store) {
            private boolean changed;

            @Override
            public RewriteResult rewrite(WholeLetter letter) {
                if (!changed) store.edit(id, 0, Edit.tags(List.of("t"), "bob"));
                changed = true;
                return super.rewrite(letter);
            }
        };
        try (Redrive other = open(changing)) {
            String confirmation = other.erasure().search(SUBJECT).confirmation();

            ErasureReport report = other.erasure().erase(SUBJECT, ErasureMode.REDACT, confirmation, "ann");

            assertThat(report.erased()).isEqualTo(1);
        }
        assertThat(whole(id).letter().tags()).containsExactly("t");
        assertThat(erasure.search(SUBJECT).found()).isZero();
    }

    @Test
    void a_damaged_object_is_named_and_stops_no_other() {
        archived(captured(payload(MAIL)));
        String damaged = archive.objects().keySet().iterator().next();
        clock.forward(Duration.ofHours(2));
        LetterId whole = archived(captured(payload(MAIL)));
        byte[] bytes = Objects.requireNonNull(archive.objects().get(damaged)).clone();
        bytes[3] ^= 1;
        archive.objects().put(damaged, bytes);

        ErasureReport report = erase(SUBJECT, ErasureMode.DELETE);

        assertThat(ids(report)).containsExactly(whole);
        assertThat(report.erased()).isEqualTo(1);
        assertThat(report.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains(damaged));
        assertThat(archive.objects()).containsOnlyKeys(damaged);
    }

    @Test
    void an_archive_that_is_away_is_named_and_the_store_is_searched() {
        LetterId id = captured(payload(MAIL));
        archive.goAway();

        ErasureReport report = erasure.search(SUBJECT);

        assertThat(ids(report)).containsExactly(id);
        assertThat(report.problems()).anySatisfy(problem -> assertThat(problem).contains("the archive is away"));
    }

    @Test
    void nothing_is_erased_while_letters_are_on_their_way_into_the_store() {
        captured(payload(MAIL));
        String confirmation = erasure.search(SUBJECT).confirmation();
        archive.objects().put("pending/another-node/one", "x".getBytes(StandardCharsets.US_ASCII));

        ErasureReport report = erasure.erase(SUBJECT, ErasureMode.DELETE, confirmation, "ann");

        assertThat(report.erased()).isZero();
        assertThat(report.problems())
                .anySatisfy(problem -> assertThat(problem).contains("pending/another-node/one", "nothing was erased"));
        assertThat(allIds()).hasSize(1);
    }

    @Test
    void nothing_is_erased_while_another_node_writes_the_archive() {
        LetterId id = archived(captured(payload(MAIL)));
        String confirmation = erasure.search(SUBJECT).confirmation();
        Map<String, byte[]> before = Map.copyOf(archive.objects());
        store.retentionLog().lease("node-b", Duration.ofSeconds(15));

        ErasureReport report = erasure.erase(SUBJECT, ErasureMode.DELETE, confirmation, "ann");

        assertThat(report.erased()).isZero();
        assertThat(report.confirmation()).isEqualTo(confirmation);
        assertThat(ids(report)).containsExactly(id);
        assertThat(report.problems())
                .containsExactly(
                        "nothing was erased: retention or another erasure writes the archive, on node-b; try again"
                                + " when it has ended");
        assertThat(archive.objects()).isEqualTo(before);
        store.retentionLog().lease("node-b", Duration.ZERO);
        assertThat(erase(SUBJECT, ErasureMode.DELETE).erased()).isEqualTo(1);
        assertThat(store.retentionLog().running()).isEmpty();
    }

    @Test
    void retention_waits_until_an_erasure_has_ended() {
        archived(captured(payload(MAIL)));
        String confirmation = erasure.search(SUBJECT).confirmation();
        List<Boolean> taken = new ArrayList<>();
        Thread erasing = Thread.currentThread();
        archive.beforeEachCall(() -> {
            if (Thread.currentThread() == erasing)
                taken.add(store.retentionLog().lease("node-b", Duration.ofSeconds(15)));
        });

        ErasureReport report = erasure.erase(SUBJECT, ErasureMode.DELETE, confirmation, "ann");

        assertThat(report.erased()).isEqualTo(1);
        assertThat(taken).isNotEmpty().containsOnly(false);
    }

    @ParameterizedTest
    @EnumSource
    void an_erasure_that_was_cut_off_leaves_nothing_behind_the_next_one(ErasureMode mode) {
        List<LetterId> some = List.of(captured(payload(MAIL)), captured(payload("bert@example.org")));
        copyToArchive(some);
        some.forEach(store::delete);
        Map<String, byte[]> before = Map.copyOf(archive.objects());
        erase(SUBJECT, mode);
        archive.objects().putAll(before);

        ErasureReport report = erase(SUBJECT, mode);

        assertThat(report.erased()).isEqualTo(1);
        assertThat(report.problems()).isEmpty();
        assertThat(everything()).doesNotContain(MAIL).contains("bert@example.org");
        assertThat(inArchive()).hasSize(mode == ErasureMode.DELETE ? 1 : 2);
    }

    @Test
    void a_store_that_goes_away_after_its_letters_were_erased_ends_with_a_report() {
        LetterId inStore = captured(payload(MAIL));
        LetterId cold = archived(captured(payload(MAIL)));
        String confirmation = erasure.search(SUBJECT).confirmation();
        AtomicBoolean isErased = new AtomicBoolean();
        try (Redrive other = open(new ForwardingStore(store) {
            @Override
            public DeleteResult delete(LetterId id) {
                isErased.set(true);
                return super.delete(id);
            }

            @Override
            public LegalHolds holds() {
                if (isErased.get()) throw new StoreUnavailable("connection refused");
                return super.holds();
            }

            @Override
            public void close() {}
        })) {
            ErasureReport report = other.erasure().erase(SUBJECT, ErasureMode.DELETE, confirmation, "ann");

            assertThat(report.erased()).isEqualTo(1);
            assertThat(report.problems()).containsExactly("letters in the archive are not erased: connection refused");
        }
        assertThat(store.find(inStore)).isEmpty();
        assertThat(inArchive()).extracting(letter -> letter.letter().id()).containsExactly(cold);
    }

    /** As a node whose clock is ahead captures it. */
    @Test
    void a_letter_from_the_future_is_found() {
        SettableClock ahead = SettableClock.standing();
        ahead.forward(Duration.ofHours(1));
        LetterId id = captured(new LetterBuilder(new LetterIds(ahead)).saying(payload(MAIL)));

        assertThat(ids(erasure.search(SUBJECT))).containsExactly(id);
    }

    @Test
    void without_an_archive_the_store_is_erased() {
        captured(payload(MAIL));
        try (Redrive plain = Redrive.on(new ForwardingStore(store) {
                    @Override
                    public void close() {}
                })
                .open()) {
            String confirmation = plain.erasure().search(SUBJECT).confirmation();

            assertThat(plain.erasure()
                            .erase(SUBJECT, ErasureMode.DELETE, confirmation, null)
                            .erased())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_cause_that_quotes_the_value_is_named() {
        Failure failure = LetterBuilder.failure("com.acme.Bad", "no account of Anna Ohnesorg", Category.VALIDATION);
        LetterId id = captured(aLetter().failedWith(failure).saying("{\"customer\":{\"email\":\"Anna Ohnesorg\"}}"));

        ErasureReport report = erasure.search(subject("Anna Ohnesorg"));

        assertThat(report.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem)
                        .contains(whole(id).letter().cause().toString())
                        .doesNotContain("Ohnesorg"));
    }

    @Test
    void a_cause_that_quotes_the_value_is_named_also_when_no_letter_is_left() {
        Failure failure = LetterBuilder.failure("com.acme.Bad", "no account of Anna Ohnesorg", Category.VALIDATION);
        captured(aLetter().failedWith(failure).saying("{\"customer\":{\"email\":\"Anna Ohnesorg\"}}"));
        ErasureSubject subject = subject("Anna Ohnesorg");

        ErasureReport erased = erase(subject, ErasureMode.DELETE);
        ErasureReport again = erasure.search(subject);

        assertThat(erased.erased()).isEqualTo(1);
        assertThat(again.found()).isZero();
        assertThat(again.problems()).singleElement().asString().contains("quotes the value in its message");
    }

    @Test
    void the_value_is_in_nothing_that_is_told() {
        LetterId sealed = sealed(
                Redaction.none()
                        .with(SealKeys.of(MAIL, Base64.getEncoder().encodeToString(new byte[SealKeys.KEY_BYTES])))
                        .sealing("$.iban"),
                "{\"customer\":{\"email\":\"anna@example.org\"},\"iban\":\"DE1\"}");
        archived(captured(payload(MAIL)));
        String damaged = archive.objects().keySet().iterator().next();
        archive.objects().put(damaged.replace(".ndjson", "-" + MAIL + ".ndjson"), new byte[100]);

        ErasureReport report = erase(SUBJECT, ErasureMode.REDACT);

        assertThat(report.problems()).hasSizeGreaterThan(2);
        assertThat(report.toString()).contains(sealed.toString()).doesNotContain(MAIL);
        assertThat(SUBJECT.toString()).doesNotContain(MAIL);
        assertThat(published.toString()).doesNotContain(MAIL);
    }
}
