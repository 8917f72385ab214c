package dev.redrive.internal.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.json.InvalidJson;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import dev.redrive.letter.SystemState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExportedLetterReaderTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");
    private static final LetterId ID = LetterId.of("0195a3c4-5d6e-7f80-8123-456789abcdef");
    private static final String LEAST = "{\"id\":\"" + ID + "\",\"channel\":\"a\",\"status\":\"FAILED\","
            + "\"originalEvent\":{\"payload\":1},\"error\":{\"message\":\"m\"}}";

    private final ExportedLetterReader reader = new ExportedLetterReader(1000);

    private static DeadLetter letter(Payload payload, LetterStatus status) {
        return new DeadLetter(
                ID,
                "payments.eu",
                new Message(
                        payload,
                        new Headers(
                                List.of(Header.of("a", "1"), Header.of("a", "2"), new Header("raw", bytes(0, 255)))),
                        new OriginalEvent(
                                "evt-1",
                                "inside-1",
                                "payment.requested",
                                "2",
                                new OriginalEvent.Sender("service", "checkout-3", "checkout"),
                                NOW.minusSeconds(9),
                                Json.of("{\"tenant\":\"north\",\"n\":1.10}")),
                        new Origin("payments", 3, 9_007_199_254_740_993L, bytes(1, 200), NOW, "group/1", "checkout"),
                        "payment-service",
                        new SenderDetails(Json.of("{\"shard\":{\"n\":1.10}}"), new SystemState(0.75, 0.6), 2),
                        Completeness.WHOLE),
                failure("gone"),
                CauseId.of("5d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59"),
                failure("a"),
                CauseId.of("6d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59"),
                Priority.HIGH,
                List.of("black-friday", "x"),
                true,
                state(status),
                List.of(
                        new Attempt(0, NOW, Duration.ZERO, "w", "s", Attempt.Result.FAILED, failure("before")),
                        new Attempt(
                                1,
                                NOW,
                                Duration.ofMillis(31),
                                "node-1",
                                "exponential",
                                Attempt.Result.FAILED,
                                failure("a")),
                        new Attempt(3, NOW, Duration.ZERO, "node-1", "unknown", Attempt.Result.LEASE_LOST, null),
                        new Attempt(4, NOW, Duration.ZERO, "node-2", "replay", Attempt.Result.SENT, null)));
    }

    private static Payload bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) bytes[i] = (byte) values[i];
        return Payload.of(bytes);
    }

    private static Failure failure(String message) {
        return new Failure(
                "shop.Gone",
                "E42",
                message,
                StackTrace.ofText("shop.Gone: gone\n\tat shop.Payments.charge(Payments.java:42)"),
                Json.of("{\"host\":\"p\"}"),
                Category.TIMEOUT,
                Retryability.PERMANENT);
    }

    private static LetterState state(LetterStatus status) {
        return new LetterState(
                status,
                3,
                8,
                4,
                status == LetterStatus.PENDING ? NOW.plusSeconds(60) : null,
                null,
                null,
                null,
                NOW.minusSeconds(5),
                NOW.minusSeconds(2),
                NOW.minusSeconds(1),
                status == LetterStatus.REPLAYED ? "kafka:payments/3/77/group/1" : null,
                status == LetterStatus.ARCHIVED
                        ? new Resolution(NOW, Resolution.How.DISCARD, "anna", "two\nlines")
                        : null,
                null,
                7);
    }

    private static String line(DeadLetter letter) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            LetterJsonWriter.line(out, letter);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    private DeadLetter read(String line) {
        byte[] text = line.getBytes(StandardCharsets.UTF_8);
        return reader.read(text, 0, text.length, NOW);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RETRYING")
    void a_letter_that_was_written_reads_as_the_same_letter(LetterStatus status) {
        DeadLetter letter = letter(Payload.of("{\"amount\":0.1000,\"id\":9007199254740993}"), status);

        DeadLetter copy = read(line(letter));

        assertThat(copy).isEqualTo(letter);
        assertThat(line(copy)).isEqualTo(line(letter));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain text",
                "\"a JSON string\"",
                "null",
                "12345678901234567890.10",
                "{\n  \"pretty\": [1,\r\n 2.50]\n}",
                "{\"open\":",
                "Ünïcode ✓ \uD83D\uDE00"
            })
    void payloads_keep_their_bytes_and_stay_on_one_line(String payload) {
        DeadLetter letter = letter(Payload.of(payload), LetterStatus.FAILED);

        String line = line(letter);

        assertThat(line).doesNotContain("\n").doesNotContain("\r");
        assertThat(read(line).payload()).isEqualTo(letter.payload());
    }

    @Test
    void bytes_travel_as_base64() {
        DeadLetter letter = letter(bytes(0, 1, 254, 255), LetterStatus.MANUAL);

        assertThat(read(line(letter))).isEqualTo(letter);
    }

    @Test
    void a_letter_that_was_being_tried_is_due_again() {
        LetterState state = read(LEAST.replace("FAILED", "RETRYING")).state();

        assertThat(state.status()).isEqualTo(LetterStatus.PENDING);
        assertThat(state.nextRetryAt()).isEqualTo(NOW);
        assertThat(state.lockedBy()).isNull();
    }

    @Test
    void an_event_without_an_id_stays_without_one() {
        DeadLetter copy = read(LEAST.replace("{\"payload\"", "{\"eventId\":\"" + ID + "\",\"payload\""));

        assertThat(copy.message().event().id()).isNull();
    }

    @Test
    void what_a_newer_server_adds_is_passed_over() {
        DeadLetter copy = read(LEAST.replace("\"channel\"", "\"mood\":{\"deep\":[1]},\"channel\""));

        assertThat(copy.channel()).isEqualTo("a");
        assertThat(copy.cause()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"status\":\"FAILED\" | \"status\":\"LOST\" | status",
                "\"status\":\"FAILED\" | \"status\":7 | status",
                "\"status\":\"FAILED\" | \"x\":1 | status",
                "\"channel\":\"a\" | \"channel\":\" \" | channel",
                "\"channel\":\"a\" | \"channel\":[] | channel",
                "{\"message\":\"m\"} | {\"type\":\"T\"} | error.message",
                "{\"message\":\"m\"} | \"m\" | error",
                "{\"payload\":1} | {} | originalEvent.payload",
                "{\"payload\":1} | {\"payload\":\"%\",\"payloadEncoding\":\"base64\"} | originalEvent.payload",
                "\"channel\" | \"retryHistory\":[{\"timestamp\":\"soon\"}],\"channel\" | retryHistory[0].timestamp",
                "\"channel\" | \"retryHistory\":[{\"timestamp\":1,\"result\":\"MAYBE\"}],\"channel\" | retryHistory[0].result",
                "\"channel\" | \"retryHistory\":[{TRIED},{\"attempt\":1,TRIED}],\"channel\" | retryHistory[1].attempt",
                "\"channel\" | \"retryHistory\":[{\"attempt\":7,TRIED},{TRIED}],\"channel\" | retryHistory[1].attempt",
                "\"channel\" | \"retryHistory\":[{\"attempt\":0,TRIED}],\"channel\" | retryHistory[0].attempt",
                "\"status\":\"FAILED\" | \"status\":\"REPLAYED\" | sentTo",
                "\"channel\" | \"resolution\":{\"strategy\":\"luck\"},\"channel\" | resolution.strategy",
                "\"channel\" | \"version\":1.5,\"channel\" | version",
                "0195a3c4-5d6e-7f80 | 0195a3c4-5d6e-4f80 | id",
                "0195a3c4-5d6e-7f80 | nonsense | id"
            })
    void a_mistake_is_named(String part, String mistake, String field) {
        String tried = "\"timestamp\":1,\"result\":\"FAILED\"";

        assertThatThrownBy(() -> read(LEAST.replace(part, mistake.replace("TRIED", tried))))
                .isInstanceOfSatisfying(
                        InvalidJson.class,
                        problem -> assertThat(problem.field()).isEqualTo(field));
    }

    @Test
    void a_payload_beyond_the_limit_is_refused() {
        assertThatThrownBy(() -> read(LEAST.replace("\"payload\":1", "\"payload\":\"" + "x".repeat(1001) + "\"")))
                .isInstanceOfSatisfying(
                        InvalidJson.class,
                        problem -> assertThat(problem.isTooLarge()).isTrue());
    }

    /** Other servers read what this one exports, and archives keep it for years. */
    @Test
    void lines_are_written_as_they_always_were() throws IOException {
        String odd = "q\" b\\ s/ \u0001 \u001f \u007f \u2028 \b\f\n\r\t <&'> \uD83D\uDE00 \u00fc";
        List<Payload> payloads = List.of(
                Payload.of("{\"amount\":0.1000,\"id\":9007199254740993}"),
                Payload.of(odd),
                Payload.of("{\n  \"pretty\": [1,\r\n 2.50]\n}"),
                Payload.absent(),
                Payload.empty(),
                Payload.of("null"),
                Payload.of(" \"s\""),
                bytes(0, 1, 254, 255));

        List<String> lines = Stream.of(LetterStatus.values())
                .flatMap(status -> payloads.stream().map(payload -> line(letter(payload, status))))
                .toList();

        assertThat(lines).isEqualTo(golden());
    }

    private static List<String> golden() throws IOException {
        try (InputStream in = ExportedLetterReaderTest.class.getResourceAsStream("letters.jsonl")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
