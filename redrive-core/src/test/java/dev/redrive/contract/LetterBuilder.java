package dev.redrive.contract;

import dev.redrive.cause.Fingerprint;
import dev.redrive.internal.cause.Fingerprints;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Priority;
import dev.redrive.letter.StackTrace;
import dev.redrive.store.captures.CaptureKey;
import dev.redrive.store.captures.NewLetter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes letters for tests and hides what does not matter. */
public final class LetterBuilder {
    private final LetterId id;
    private String channel = "orders";
    private Message message = Message.of("{\"order\":1}");
    private Failure failure = timeout();
    private Priority priority = Priority.NORMAL;
    private final List<String> tags = new ArrayList<>();
    private boolean ordered;
    private @Nullable CaptureKey key;
    private LetterStatus status = LetterStatus.PENDING;
    private int retryCount;
    private int maxRetries = 5;
    private Instant due;
    private final List<Attempt> history = new ArrayList<>();

    public LetterBuilder(LetterIds ids) {
        id = ids.next();
        due = id.createdAt();
    }

    public static Failure timeout() {
        return failure("java.net.SocketTimeoutException", "Read timed out", Category.TIMEOUT);
    }

    public static Failure invalid() {
        return failure("com.acme.InvalidOrder", "order has no lines", Category.VALIDATION);
    }

    public static Failure failure(String type, String message, Category category) {
        StackTrace trace =
                StackTrace.ofText(type + ": " + message + "\n\tat com.acme.Orders.process(Orders.java:42)\n");
        return new Failure(type, null, message, trace, Json.EMPTY_OBJECT, category, category.retryability());
    }

    public static Fingerprint fingerprint(Failure failure) {
        return Fingerprints.of(failure.type(), failure.code(), failure.message(), failure.stackTrace());
    }

    public LetterBuilder from(String name) {
        channel = name;
        return this;
    }

    public LetterBuilder saying(String payload) {
        message = message.with(dev.redrive.letter.Payload.of(payload));
        return this;
    }

    public LetterBuilder message(Message value) {
        message = value;
        return this;
    }

    public LetterBuilder failedWith(Failure value) {
        failure = value;
        return this;
    }

    public LetterBuilder keyed(String value) {
        message = message.withKey(value);
        return this;
    }

    /** In an ordered channel. */
    public LetterBuilder inOrder(String value) {
        ordered = true;
        return keyed(value);
    }

    public LetterBuilder at(String topic, int partition, long offset) {
        Origin origin = message.origin();
        message = message.with(new Origin(topic, partition, offset, origin.key(), null, null, null));
        key = CaptureKey.ofCoordinates(channel, message).orElseThrow();
        return this;
    }

    public LetterBuilder event(String eventId, String pattern) {
        message = message.with(OriginalEvent.of(eventId, pattern));
        return this;
    }

    public LetterBuilder subscriber(String value) {
        message = message.withSubscriber(value);
        return this;
    }

    public LetterBuilder idempotent(String value) {
        key = CaptureKey.given(value);
        return this;
    }

    public LetterBuilder priority(Priority value) {
        priority = value;
        return this;
    }

    public LetterBuilder tagged(String... values) {
        tags.addAll(List.of(values));
        return this;
    }

    public LetterBuilder status(LetterStatus value) {
        status = value;
        return this;
    }

    public LetterBuilder retries(int soFar, int max) {
        retryCount = soFar;
        maxRetries = max;
        return this;
    }

    /** What its sender tried before. */
    public LetterBuilder triedBefore(Attempt... attempts) {
        history.addAll(List.of(attempts));
        return this;
    }

    public LetterBuilder due(Instant value) {
        due = value;
        return this;
    }

    public NewLetter build() {
        return new NewLetter(
                id,
                channel,
                message,
                failure,
                fingerprint(failure),
                priority,
                List.copyOf(tags),
                ordered,
                key,
                id.createdAt(),
                new NewLetter.Start(status, retryCount, maxRetries, status == LetterStatus.PENDING ? due : null),
                List.copyOf(history));
    }
}
