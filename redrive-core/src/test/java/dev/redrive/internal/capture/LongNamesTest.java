package dev.redrive.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.InvalidLetter;
import dev.redrive.contract.SettableClock;
import dev.redrive.internal.cause.Fingerprints;
import dev.redrive.internal.export.ExportedLetterReader;
import dev.redrive.internal.export.LetterJsonWriter;
import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.StackTrace;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.WholeLetter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Names that are too long for a letter are shortened, marked and kept whole; the letter is never refused for them. */
class LongNamesTest {
    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final Capturer capturer = CaptureFixture.into(store);

    private final Exception timeout = new SocketTimeoutException("Read timed out");

    private DeadLetter captured(FailedMessage failed) {
        return captured(capturer, failed);
    }

    private DeadLetter captured(Capturer by, FailedMessage failed) {
        return store.find(by.capture(failed).id()).orElseThrow();
    }

    private static FailedMessage failedWith(String type, @Nullable String code) {
        return FailedMessage.of(
                "orders",
                Message.of("{}"),
                new FailedMessage.ReportedError(type, code, "no", StackTrace.none(), Json.of("{\"ms\": 5.0}")));
    }

    private FailedMessage failed(Message message) {
        return FailedMessage.of("orders", message, timeout);
    }

    private FailedMessage about(String eventId) {
        return failed(Message.of("{}").with(OriginalEvent.unknown().withId(eventId)));
    }

    /** The members of {@code redriveCut}. */
    private static Map<String, String> whole(Json json) {
        return JsonFields.read(json, in -> {
            Map<String, String> found = new HashMap<>();
            while (in.nextField()) {
                if (!in.name().equals("redriveCut")) {
                    in.skip();
                    continue;
                }
                in.enter("redriveCut");
                while (in.nextField()) found.put(in.name(), in.value().text().replace("\"", ""));
            }
            return found;
        });
    }

    private static Map<String, String> beside(DeadLetter letter) {
        return whole(letter.message().additional().members());
    }

    // Errors

    @Test
    void the_type_and_code_of_an_error_are_cut_and_the_whole_is_in_its_context() {
        String type = "x".repeat(250) + "Timeout".repeat(40);

        Failure failure = captured(failedWith(type, "c".repeat(300))).failure();

        assertThat(failure.type()).isEqualTo(type.substring(0, 254) + "…");
        assertThat(failure.code()).isEqualTo("c".repeat(254) + "…");
        assertThat(failure.context().text()).endsWith("\"ms\": 5.0}");
        assertThat(whole(failure.context())).containsOnly(Map.entry("type", type), Map.entry("code", "c".repeat(300)));
    }

    @Test
    void an_exception_is_cut_like_a_report() {
        Exception thrown = new SQLException("no", "S".repeat(300));

        Failure failure =
                captured(FailedMessage.of("orders", Message.of("{}"), thrown)).failure();

        assertThat(failure.code()).isEqualTo("S".repeat(254) + "…");
        assertThat(whole(failure.context())).containsOnly(Map.entry("code", "S".repeat(300)));
    }

    @Test
    void names_that_just_fit_stay_as_they_are() {
        DeadLetter letter = captured(failedWith("T".repeat(255), "c".repeat(255)));

        assertThat(letter.failure().type()).isEqualTo("T".repeat(255));
        assertThat(letter.failure().context().text()).isEqualTo("{\"ms\": 5.0}");
        assertThat(letter.message().additional().members()).isEqualTo(Json.EMPTY_OBJECT);
    }

    @Test
    void a_context_that_has_the_member_already_keeps_it() {
        FailedMessage.ReportedError error = new FailedMessage.ReportedError(
                "t".repeat(300), null, "no", StackTrace.none(), Json.of("{\"redriveCut\":1}"));

        Json context = captured(FailedMessage.of("orders", Message.of("{}"), error))
                .failure()
                .context();

        assertThat(context.text())
                .isEqualTo("{\"redriveCut2\":{\"type\":\"" + "t".repeat(300) + "\"},\"redriveCut\":1}");
    }

    @Test
    void long_types_that_begin_the_same_are_one_type_and_one_cause() {
        DeadLetter one = captured(failedWith("t".repeat(300) + "1", "c"));
        DeadLetter two = captured(failedWith("t".repeat(300) + "2", "c"));

        assertThat(one.failure().type()).isEqualTo(two.failure().type());
        assertThat(one.cause()).isEqualTo(two.cause());
    }

    /** The journal and an import find the cause again in what is stored. */
    @Test
    void the_cause_is_that_of_the_error_as_it_is_stored() {
        DeadLetter letter = captured(failedWith("some.Type".repeat(60), "c"));

        Failure stored = letter.failure();
        assertThat(letter.cause())
                .isEqualTo(Fingerprints.of(stored.type(), stored.code(), stored.message(), stored.stackTrace())
                        .id());
    }

    @Test
    void a_character_of_two_chars_is_not_cut_in_half() {
        Failure failure = captured(failedWith("a" + "😀".repeat(200), null)).failure();
        DeadLetter letter = captured(about("a" + "😀".repeat(200)));

        assertThat(failure.type()).isEqualTo("a" + "😀".repeat(126) + "…");
        assertThat(letter.eventId()).startsWith("a" + "😀".repeat(118) + "…").hasSize(1 + 236 + 1 + 16);
    }

    // Names

    @Test
    void ids_that_begin_the_same_stay_different_and_are_cut_the_same_way_each_time() {
        String long1 = "e".repeat(600) + "1";
        String long2 = "e".repeat(600) + "2";

        DeadLetter one = captured(about(long1));
        DeadLetter two = captured(about(long2));
        DeadLetter again = captured(about(long1));

        assertThat(one.eventId()).hasSize(255).startsWith("e".repeat(238) + "…").isEqualTo(again.eventId());
        assertThat(two.eventId()).hasSize(255).isNotEqualTo(one.eventId());
        assertThat(beside(one)).containsOnly(Map.entry("eventId", long1));
    }

    @Test
    void every_name_of_a_message_is_cut_and_kept_whole() {
        String n = "n".repeat(256);
        Message message = Message.of("{}")
                .with(new OriginalEvent(n, n + 2, n, n, new OriginalEvent.Sender(n, n, n), null, Json.EMPTY_OBJECT))
                .with(new Origin(n, 1, 2L, null, null, n, n))
                .withSubscriber(n);

        DeadLetter letter = captured(FailedMessage.of(n, message, timeout));

        assertThat(letter.channel()).hasSize(255).contains("…");
        Message kept = letter.message();
        OriginalEvent event = kept.event();
        assertThat(List.of(
                        letter.channel(),
                        String.valueOf(event.id()),
                        String.valueOf(event.instanceId()),
                        String.valueOf(event.pattern()),
                        String.valueOf(event.version()),
                        String.valueOf(event.source().type()),
                        String.valueOf(event.source().id()),
                        String.valueOf(event.source().name()),
                        String.valueOf(kept.origin().topic()),
                        String.valueOf(kept.origin().consumerGroupId()),
                        String.valueOf(kept.origin().sourceService()),
                        String.valueOf(kept.subscriberId())))
                .allMatch(name -> name.length() == 255 && name.charAt(238) == '…');
        assertThat(beside(letter))
                .containsOnlyKeys(
                        "channel",
                        "eventId",
                        "originalEvent.eventId",
                        "originalEvent.pattern",
                        "originalEvent.version",
                        "originalEvent.source.type",
                        "originalEvent.source.id",
                        "originalEvent.source.name",
                        "origin.topic",
                        "origin.consumerGroupId",
                        "origin.sourceService",
                        "subscriberId")
                .containsEntry("originalEvent.eventId", n + 2)
                .containsEntry("channel", n);
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
    }

    @Test
    void what_the_sender_said_beside_its_message_stays_as_it_is_written() {
        Message said = Message.of("{}").with(Message.of("").additional().with(Json.of("{\"a\": 1.10}")));

        DeadLetter letter = captured(failed(said.with(OriginalEvent.unknown().withId("e".repeat(300)))));

        assertThat(letter.message().additional().members().text())
                .isEqualTo("{\"redriveCut\":{\"eventId\":\"" + "e".repeat(300) + "\"},\"a\": 1.10}");
    }

    @Test
    void tags_that_are_too_long_or_too_many_are_kept_whole() {
        String[] many = IntStream.range(0, 70).mapToObj(i -> "t" + i).toArray(String[]::new);

        DeadLetter crowded = captured(failed(Message.of("{}")).tagged(many));
        DeadLetter wide = captured(failed(Message.of("{}")).tagged("w".repeat(256), "short"));

        assertThat(crowded.tags()).hasSize(64).startsWith("t0").doesNotContain("t64");
        assertThat(beside(crowded).get("tags")).startsWith("[t0,t1,").endsWith(",t69]");
        assertThat(wide.tags()).hasSize(2).contains("short").anyMatch(tag -> tag.startsWith("w".repeat(238) + "…"));
        assertThat(beside(wide)).containsOnly(Map.entry("tags", "[" + "w".repeat(256) + ",short]"));
    }

    @Test
    void the_same_tag_twice_is_not_a_cut() {
        assertThat(beside(captured(failed(Message.of("{}")).tagged("a", "a")))).isEmpty();
    }

    @Test
    void what_was_tried_before_is_cut_too() {
        FailedMessage.ReportedError error =
                new FailedMessage.ReportedError("t".repeat(300), null, "no", StackTrace.none(), Json.EMPTY_OBJECT);
        FailedMessage.Try one =
                new FailedMessage.Try(Instant.EPOCH, Duration.ZERO, "w".repeat(300), "s", Attempt.Result.FAILED, error);

        DeadLetter letter = captured(failed(Message.of("{}")).with(List.of(one)));

        Attempt attempt = letter.attempts().get(0);
        assertThat(attempt.worker()).hasSize(255);
        assertThat(beside(letter)).containsOnly(Map.entry("retryHistory[0].workerId", "w".repeat(300)));
        Failure failure = Objects.requireNonNull(attempt.failure());
        assertThat(failure.type()).isEqualTo("t".repeat(254) + "…");
        assertThat(whole(failure.context())).containsOnly(Map.entry("type", "t".repeat(300)));
    }

    // Keys

    @Test
    void a_key_that_is_too_long_is_whole_in_a_header_and_the_letter_waits_for_a_person() {
        DeadLetter letter = captured(failed(Message.of("{}").withKey("k".repeat(1501))));

        assertThat(letter.message().origin().key()).isNull();
        assertThat(letter.message().headers().text("redrive-key")).contains("k".repeat(1501));
        assertThat(letter.message().completeness()).isEqualTo(Completeness.CUT);
        assertThat(letter.status()).isEqualTo(LetterStatus.MANUAL);
    }

    @Test
    void the_longest_key_stays() {
        DeadLetter letter = captured(failed(Message.of("{}").withKey("k".repeat(1500))));

        assertThat(letter.message().origin().key()).isEqualTo(Payload.of("k".repeat(1500)));
        assertThat(letter.status()).isEqualTo(LetterStatus.PENDING);
    }

    @Test
    void idempotency_keys_that_begin_the_same_are_different() {
        String key = "k".repeat(600);

        DeadLetter one = captured(failed(Message.of("{}")).withIdempotencyKey(key + 1));
        DeadLetter two = captured(failed(Message.of("{}")).withIdempotencyKey(key + 2));
        DeadLetter again = captured(failed(Message.of("{}")).withIdempotencyKey(key + 1));

        assertThat(two.id()).isNotEqualTo(one.id());
        assertThat(again.id()).isEqualTo(one.id());
        assertThat(one.message().additional().members().text()).isEqualTo("{\"idempotencyKey\":\"" + key + "1\"}");
    }

    // Limits and secrets

    @Test
    void what_is_kept_whole_counts_to_what_stands_beside_the_payload() {
        FailedMessage huge = about("e".repeat(1024 * 1024 + 1));

        assertThatThrownBy(() -> capturer.capture(huge))
                .isInstanceOf(InvalidLetter.class)
                .hasMessageContaining("1048577 bytes")
                .hasMessageContaining("the limit is 1048576");
        assertThatThrownBy(() -> capturer.capture(failed(Message.of("{}").withKey("k".repeat(1024 * 1024 + 1)))))
                .isInstanceOf(InvalidLetter.class);
        assertThatThrownBy(() -> capturer.capture(failedWith("t".repeat(1024 * 1024), null)))
                .isInstanceOf(InvalidLetter.class);
        assertThatThrownBy(() -> capturer.capture(failed(Message.of("{}"))
                        .tagged(IntStream.range(0, 300_000)
                                .mapToObj(i -> "t" + i)
                                .toArray(String[]::new))))
                .isInstanceOf(InvalidLetter.class);
        assertThat(store.search(Query.newest(Filter.all(), 5)).items()).isEmpty();
    }

    @Test
    void a_secret_is_in_neither_the_cut_name_nor_the_whole_one() {
        Capturer redacting = CaptureFixture.into(
                store,
                new CaptureRules(
                        Redaction.none().removingLike("[0-9]{16}"), List.of(), CaptureRules.DEFAULT_MAX_PAYLOAD));
        String number = "4111111111111111";
        String name = "x".repeat(230) + number + "y".repeat(100) + number;

        DeadLetter letter = captured(
                redacting,
                FailedMessage.of(
                        "orders",
                        Message.of("{}").with(OriginalEvent.unknown().withId(name)),
                        new FailedMessage.ReportedError(
                                "t".repeat(245) + number + "z".repeat(99),
                                null,
                                "no",
                                StackTrace.none(),
                                Json.EMPTY_OBJECT)));

        String masked = "x".repeat(230) + "***" + "y".repeat(100) + "***";
        assertThat(letter.eventId()).startsWith("x".repeat(230) + "***y");
        assertThat(beside(letter)).containsOnly(Map.entry("eventId", masked));
        assertThat(letter.failure().type()).isEqualTo("t".repeat(245) + "***" + "z".repeat(6) + "…");
        assertThat(letter.failure().context().text()).contains("***").doesNotContain("4111");
    }

    // Import

    @Test
    void a_letter_with_cut_names_is_exported_and_imported_without_a_change() throws IOException {
        DeadLetter letter = captured(FailedMessage.of(
                        "c".repeat(999),
                        Message.of("{}").with(OriginalEvent.of("e".repeat(999), "p".repeat(999))),
                        new FailedMessage.ReportedError(
                                "t".repeat(999), "k".repeat(999), "no", StackTrace.none(), Json.EMPTY_OBJECT))
                .tagged("g".repeat(999)));
        WholeLetter whole = new WholeLetter(letter, List.of());
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        LetterJsonWriter.line(line, whole);

        byte[] text = line.toByteArray();
        WholeLetter copy = new ExportedLetterReader(1_000_000).readWhole(text, 0, text.length - 1, clock.instant());

        assertThat(copy).isEqualTo(whole);
    }
}
