package dev.redrive.testing;

import dev.redrive.internal.cause.Fingerprints;
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
import dev.redrive.letter.Receipt;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import dev.redrive.letter.SystemState;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Letters with everything that a store may hold, the odd and the rare included, the same ones for the same seed. */
public final class RandomLetters {
    private static final Instant START = Instant.parse("2026-03-02T10:00:00Z");
    private static final List<LetterStatus> AT_REST = List.of(
            LetterStatus.PENDING,
            LetterStatus.FAILED,
            LetterStatus.RESOLVED,
            LetterStatus.ARCHIVED,
            LetterStatus.MANUAL,
            LetterStatus.REPLAYED);
    private static final List<String> ODD = List.of(
            "",
            " ",
            "null",
            "\"quoted\"",
            "q\" b\\ s/ \u0001 \u001f \u007f \u2028 \b\f\n\r\t <&'>",
            "Ünïcode ✓ \uD83D\uDE00",
            "two\nlines",
            "\uFFFD\uFEFF",
            "{\"open\":",
            "*** ***");

    private final Random random;
    private int made;

    public RandomLetters(long seed) {
        random = new Random(seed);
    }

    public WholeLetter next() {
        DeadLetter letter = letter();
        List<Version> versions = new ArrayList<>();
        if (chance(4)) for (int i = 0; i <= 1 + random.nextInt(3); i++) versions.add(version(i));
        return new WholeLetter(letter, versions);
    }

    private DeadLetter letter() {
        LetterId id = id();
        Failure failure = failure();
        List<Attempt> attempts = attempts(failure);
        Failure last = failure;
        for (Attempt attempt : attempts)
            if (attempt.failure() != null && !attempt.wasBeforeCapture()) last = attempt.failure();
        CauseId cause = causeOf(failure);
        return new DeadLetter(
                id,
                "channel-" + random.nextInt(5) + maybe(this::name),
                message(),
                failure,
                cause,
                last,
                last.equals(failure) && !chance(10) ? cause : causeOf(last),
                one(Priority.values()),
                tags(),
                random.nextBoolean(),
                state(attempts),
                attempts);
    }

    /** In one hour, in the order in which they are made. */
    private LetterId id() {
        long millis = START.toEpochMilli() + made++;
        return new LetterId(new UUID(
                (millis << 16) | 0x7000 | random.nextInt(0x1000), 0x8000000000000000L | (random.nextLong() >>> 2)));
    }

    private CauseId causeOf(Failure failure) {
        if (chance(5)) return new CauseId(new UUID(random.nextLong(), random.nextLong()));
        return Fingerprints.of(failure.type(), failure.code(), failure.message(), failure.stackTrace())
                .id();
    }

    // Messages

    private Message message() {
        return new Message(
                payload(),
                headers(),
                new OriginalEvent(
                        maybe(this::name),
                        maybe(() -> "inside " + name()),
                        maybe(this::name),
                        maybe(this::name),
                        new OriginalEvent.Sender(maybe(this::name), maybe(this::name), maybe(this::name)),
                        maybe(this::time),
                        object()),
                new Origin(
                        maybe(this::name),
                        maybe(() -> random.nextInt(Integer.MAX_VALUE)),
                        maybe(() -> random.nextLong() >>> 1),
                        maybe(this::key),
                        maybe(this::time),
                        maybe(this::name),
                        maybe(this::name)),
                maybe(this::name),
                new SenderDetails(
                        object(),
                        maybe(() -> new SystemState(random.nextDouble(), random.nextDouble() / 100_000)),
                        random.nextInt(5)),
                one(Completeness.values()),
                chance(5) ? Sealed.of(bytes(1 + random.nextInt(100))) : Sealed.nothing());
    }

    private Payload payload() {
        return switch (random.nextInt(9)) {
            case 0 -> Payload.absent();
            case 1 -> Payload.empty();
            case 2 -> Payload.of(bytes(random.nextInt(300)));
            case 3 -> Payload.of(text());
            case 4 -> Payload.of("{\n \"pretty\":\t[1,\r\n 2.50]\n}");
            case 5 -> Payload.of(" \"" + random.nextInt() + "\"");
            case 6 -> Payload.of("[".repeat(515) + "]".repeat(515));
            case 7 -> Payload.of("[".repeat(510) + "]".repeat(510));
            default -> Payload.of(object().text());
        };
    }

    private Payload key() {
        return random.nextBoolean() ? Payload.of(text()) : Payload.of(bytes(1 + random.nextInt(20)));
    }

    private byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Those of one name stand together, because that is how JSON has them. */
    private Headers headers() {
        List<Header> headers = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String name = "h" + i + text();
            for (int j = 1 + random.nextInt(2); j > 0; j--) headers.add(new Header(name, headerValue()));
        }
        return new Headers(headers);
    }

    private Payload headerValue() {
        return switch (random.nextInt(4)) {
            case 0 -> Payload.absent();
            case 1 -> Payload.of(bytes(1 + random.nextInt(20)));
            default -> Payload.of(text());
        };
    }

    private Json object() {
        if (chance(3)) return Json.EMPTY_OBJECT;
        return Json.of("{ \"n\" : " + random.nextInt() + ".10, " + Json.quote(text()) + ":[" + Json.quote(text())
                + ",null,true,{}],\"d\":1e400}");
    }

    // Failures

    private Failure failure() {
        String type = chance(20) ? name() : "com.acme.Failure" + random.nextInt(3);
        return new Failure(
                type,
                maybe(this::text),
                text() + random.nextInt(10),
                chance(3) ? StackTrace.none() : trace(type),
                object(),
                one(Category.values()),
                one(Retryability.values()));
    }

    private StackTrace trace(String type) {
        StringBuilder text = new StringBuilder(type).append(": ").append(text()).append('\n');
        for (int i = random.nextInt(120); i >= 0; i--)
            text.append("\tat com.acme.Orders.step")
                    .append(i)
                    .append("(Orders.java:")
                    .append(i)
                    .append(")\n");
        return StackTrace.ofText(text.toString()).cut();
    }

    private List<Attempt> attempts(Failure first) {
        List<Attempt> attempts = new ArrayList<>();
        int before = random.nextInt(3);
        for (int i = 1; i <= before; i++) attempts.add(attempt(i - before, first));
        int token = 0;
        for (int i = random.nextInt(4); i > 0; i--) {
            token += 1 + random.nextInt(2);
            attempts.add(attempt(token, chance(3) ? first : failure()));
        }
        return attempts;
    }

    private Attempt attempt(int token, Failure failure) {
        Attempt.Result result = one(Attempt.Result.values());
        boolean failed = result == Attempt.Result.FAILED || result == Attempt.Result.CAME_BACK;
        return new Attempt(
                token,
                time(),
                Duration.ofMillis(random.nextInt(100_000)),
                text(),
                text(),
                result,
                failed ? failure : null);
    }

    // State

    private LetterState state(List<Attempt> attempts) {
        LetterStatus status = AT_REST.get(random.nextInt(AT_REST.size()));
        boolean isClosed = status == LetterStatus.RESOLVED || status == LetterStatus.ARCHIVED;
        int last = attempts.stream().mapToInt(Attempt::token).max().orElse(0);
        return new LetterState(
                status,
                random.nextInt(10),
                random.nextInt(10),
                Math.max(0, last),
                status == LetterStatus.PENDING ? time() : null,
                null,
                null,
                null,
                time(),
                time(),
                time(),
                status == LetterStatus.REPLAYED || chance(5) ? receipt() : null,
                isClosed
                        ? new Resolution(time(), one(Resolution.How.values()), maybe(this::name), maybe(this::text))
                        : null,
                chance(10) ? new LetterId(UUID.fromString("0195a3c4-5d6e-7f80-8123-456789abcdef")) : null,
                random.nextInt(5));
    }

    private String receipt() {
        return new Receipt("topic", random.nextInt(9), random.nextLong() >>> 1, maybe(() -> "group/1")).text();
    }

    private Version version(int number) {
        return new Version(
                number,
                time(),
                maybe(this::name),
                maybe(this::text),
                payload(),
                headers(),
                one(Completeness.values()),
                one(Priority.values()),
                tags());
    }

    private List<String> tags() {
        List<String> tags = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) tags.add("tag " + random.nextInt(9) + "ü");
        return tags;
    }

    // Values

    private boolean chance(int in) {
        return random.nextInt(in) == 0;
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextBoolean() ? value.get() : null;
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private String name() {
        return "name " + text();
    }

    private String text() {
        if (chance(3)) return ODD.get(random.nextInt(ODD.size()));
        byte[] letters = bytes(random.nextInt(12));
        for (int i = 0; i < letters.length; i++) letters[i] = (byte) ('a' + (letters[i] & 0xF));
        return new String(letters, StandardCharsets.US_ASCII);
    }

    private Instant time() {
        return START.plusMillis(random.nextInt(1_000_000_000));
    }
}
