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
import dev.redrive.letter.Resolution;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import dev.redrive.store.questions.WholeLetter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Closed letters as a shop has them: ids, amounts, hosts and traces differ as they do in life. The same ones for the same seed. */
public final class ShopLetters {
    private static final List<String> CHANNELS = List.of("orders", "payments.eu", "payments.us", "mails", "stock");

    private final Random random;
    private Instant time;
    private Duration pace = Duration.ofMillis(300);

    public ShopLetters(long seed, Instant start) {
        random = new Random(seed);
        time = start;
    }

    /** How long after one letter the next one is captured. */
    public ShopLetters every(Duration value) {
        pace = value;
        return this;
    }

    public WholeLetter next() {
        return next("com.acme.shop."
                + List.of("Timeout", "Declined", "Unreachable", "Invalid").get(random.nextInt(4)) + "Exception");
    }

    public WholeLetter next(String errorType) {
        time = time.plus(pace).truncatedTo(ChronoUnit.MILLIS);
        Failure failure = failure(errorType);
        CauseId cause = Fingerprints.of(errorType, failure.code(), failure.message(), failure.stackTrace())
                .id();
        List<Attempt> attempts = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--)
            attempts.add(new Attempt(
                    attempts.size() + 1,
                    time.plusSeconds(random.nextInt(10_000)),
                    Duration.ofMillis(random.nextInt(30_000)),
                    "node-" + random.nextInt(4),
                    "exponential",
                    Attempt.Result.FAILED,
                    failure));
        DeadLetter letter = new DeadLetter(
                id(),
                CHANNELS.get(random.nextInt(CHANNELS.size())),
                message(),
                failure,
                cause,
                failure,
                cause,
                Priority.NORMAL,
                List.of(),
                false,
                state(attempts.size()),
                attempts);
        return new WholeLetter(letter, List.of());
    }

    private LetterId id() {
        return new LetterId(new UUID(
                (time.toEpochMilli() << 16) | 0x7000 | random.nextInt(0x1000),
                0x8000000000000000L | (random.nextLong() >>> 2)));
    }

    private String uuid() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    private Message message() {
        String customer = "c-" + random.nextInt(1_000_000);
        String payload =
                "{\"orderId\":\"" + uuid() + "\",\"customer\":{\"id\":\"" + customer + "\",\"email\":\"" + customer
                        + "@example.com\"},\"total\":" + random.nextInt(100_000) / 100.0
                        + ",\"currency\":\"EUR\",\"lines\":[" + lines()
                        + "],\"placedAt\":\"" + time.minusMillis(random.nextInt(5000)) + "\"}";
        return new Message(
                Payload.of(payload),
                new Headers(List.of(
                        Header.of("traceparent", "00-" + uuid().replace("-", "") + "-00f067aa0ba902b7-01"),
                        Header.of("content-type", "application/json"))),
                new OriginalEvent(
                        uuid(),
                        null,
                        "order.placed",
                        "2",
                        new OriginalEvent.Sender("service", "shop-7", "shop"),
                        time,
                        Json.EMPTY_OBJECT),
                new Origin(
                        "orders",
                        random.nextInt(12),
                        1_000_000L + random.nextInt(1_000_000),
                        Payload.of(customer),
                        time,
                        "billing",
                        "shop"),
                "billing",
                SenderDetails.none(),
                Completeness.WHOLE);
    }

    private String lines() {
        StringBuilder lines = new StringBuilder();
        for (int i = 1 + random.nextInt(4); i > 0; i--)
            lines.append(lines.isEmpty() ? "" : ",")
                    .append("{\"sku\":\"SKU-")
                    .append(random.nextInt(50_000))
                    .append("\",\"quantity\":")
                    .append(1 + random.nextInt(5))
                    .append('}');
        return lines.toString();
    }

    private Failure failure(String type) {
        String message = "POST https://psp-" + random.nextInt(3) + ".example.com/charges for order "
                + random.nextInt(1_000_000) + " failed after " + random.nextInt(30_000) + " ms";
        StringBuilder trace =
                new StringBuilder(type).append(": ").append(message).append('\n');
        int depth = 20 + random.nextInt(12);
        for (int i = 0; i < depth; i++)
            trace.append("\tat com.acme.shop.checkout.Step")
                    .append(i)
                    .append(".call(Step")
                    .append(i)
                    .append(".java:")
                    .append(40 + i * 3)
                    .append(")\n");
        return new Failure(
                type,
                "PSP-" + random.nextInt(20),
                message,
                StackTrace.ofText(trace.toString()).cut(),
                Json.EMPTY_OBJECT,
                Category.TIMEOUT,
                Category.TIMEOUT.retryability());
    }

    private LetterState state(int attempts) {
        Instant closed = time.plusSeconds(20_000 + random.nextInt(100_000));
        return new LetterState(
                LetterStatus.RESOLVED,
                attempts,
                5,
                attempts,
                null,
                null,
                null,
                null,
                time,
                time.plusSeconds(10_000),
                closed,
                null,
                new Resolution(closed, Resolution.How.AUTOMATIC_RETRY, "node-1", null),
                null,
                0);
    }
}
