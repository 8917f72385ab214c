package dev.redrive.capture;

import dev.redrive.cause.Diagnosis;
import dev.redrive.cause.Diagnostics;
import dev.redrive.classify.HasRetryAfter;
import dev.redrive.letter.Event;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.policy.Decision;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.policy.Situation;
import dev.redrive.store.CaptureKey;
import dev.redrive.store.NewLetter;
import dev.redrive.text.Clean;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes a letter of a failed message: checks it, hides what must be hidden, classifies it and plans its first retry. */
final class LetterMaker {
    private static final int NAME_LIMIT = 255;
    private static final int TAG_LIMIT = 64;
    /** From this many letters on, several processors work on them. */
    private static final int WORTH_SHARING = 200;

    private final CaptureRules rules;
    private final Diagnostics diagnostics;
    private final Policies policies;
    private final InstantSource clock;
    private final LetterIds ids;
    private final RandomGenerator random;

    LetterMaker(
            CaptureRules rules,
            Diagnostics diagnostics,
            Policies policies,
            InstantSource clock,
            RandomGenerator random) {
        this.rules = rules;
        this.diagnostics = diagnostics;
        this.policies = policies;
        this.clock = clock;
        this.ids = new LetterIds(clock);
        this.random = random;
    }

    List<NewLetter> make(List<FailedMessage> batch) {
        for (int i = 0; i < batch.size(); i++) check(i, batch.get(i));
        List<LetterId> names = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) names.add(ids.next());
        IntStream places = IntStream.range(0, batch.size());
        return (batch.size() < WORTH_SHARING ? places : places.parallel())
                .mapToObj(i -> make(names.get(i), batch.get(i)))
                .toList();
    }

    private void check(int index, FailedMessage failed) {
        if (failed.channel().isBlank() || failed.channel().length() > NAME_LIMIT)
            throw new InvalidLetter(index, "channel must have 1 to " + NAME_LIMIT + " characters");
        int size = failed.message().payload().size();
        if (size > rules.maxPayloadBytes())
            throw new InvalidLetter(
                    index,
                    "payload has " + size + " bytes, the limit is " + rules.maxPayloadBytes()
                            + "; raise the limit or store the payload elsewhere and capture a reference");
        if (failed.retriesSoFar() < 0)
            throw new InvalidLetter(index, "retries so far must not be negative, was " + failed.retriesSoFar());
        if (failed.tags().size() > TAG_LIMIT) throw new InvalidLetter(index, "at most " + TAG_LIMIT + " tags");
        for (String tag : failed.tags()) {
            if (tag.isBlank() || tag.length() > NAME_LIMIT || tag.indexOf('\n') >= 0 || tag.indexOf('\r') >= 0)
                throw new InvalidLetter(index, "a tag must be one line of 1 to " + NAME_LIMIT + " characters");
        }
    }

    private NewLetter make(LetterId id, FailedMessage failed) {
        Instant now = clock.instant();
        Diagnosis diagnosis = diagnose(failed.reason());
        Failure failure = diagnosis.failure();
        String channel = Clean.text(failed.channel());
        Message message = redacted(clean(failed.message()));
        Policy policy = policies.policyFor(channel, failure.type(), failure.category(), failure.retryability());
        return new NewLetter(
                id,
                channel,
                message,
                failure,
                diagnosis.fingerprint(),
                priority(failed.priority(), policy.priority()),
                failed.tags().stream().map(Clean::text).distinct().toList(),
                rules.isOrdered(channel),
                key(failed, channel),
                Objects.requireNonNullElse(failed.firstFailedAt(), id.createdAt()),
                start(policy, failed, now));
    }

    private Diagnosis diagnose(FailedMessage.Reason reason) {
        if (reason instanceof FailedMessage.Thrown thrown) return diagnostics.of(thrown.exception());
        FailedMessage.Told told = (FailedMessage.Told) reason;
        return diagnostics.of(told.type(), told.code(), told.message(), told.stackTrace(), told.context());
    }

    private static Priority priority(@Nullable Priority given, @Nullable Priority byPolicy) {
        if (given != null) return given;
        return byPolicy == null ? Priority.NORMAL : byPolicy;
    }

    private static @Nullable CaptureKey key(FailedMessage failed, String channel) {
        if (failed.idempotencyKey() != null) return CaptureKey.given(channel + "\n" + failed.idempotencyKey());
        return CaptureKey.ofCoordinates(channel, failed.message()).orElse(null);
    }

    /** Retries that happened before the capture make the delays longer but are not taken off the retries to come. */
    private NewLetter.Start start(Policy policy, FailedMessage failed, Instant now) {
        int soFar = failed.retriesSoFar();
        Instant notBefore = failed.reason() instanceof FailedMessage.Thrown thrown
                ? HasRetryAfter.in(thrown.exception()).map(now::plus).orElse(null)
                : null;
        int max = (int) Math.min(Integer.MAX_VALUE, (long) soFar + policy.maxRetries());
        Decision decision = policies.decide(policy, new Situation(soFar, now, notBefore, random), max);
        if (decision instanceof Decision.RetryAt at)
            return new NewLetter.Start(
                    LetterStatus.PENDING,
                    soFar,
                    max,
                    Instant.ofEpochMilli(at.time().toEpochMilli()));
        boolean aside = decision instanceof Decision.SetAside;
        return new NewLetter.Start(aside ? LetterStatus.MANUAL : LetterStatus.FAILED, soFar, max, null);
    }

    private Message redacted(Message message) {
        Redaction redaction = rules.redaction();
        if (redaction.paths().isEmpty() && redaction.headers().isEmpty()) return message;
        byte[] payload = message.payload().bytes();
        byte[] hidden = redaction.redact(payload);
        Message result = hidden == payload ? message : message.with(Payload.of(hidden));
        if (redaction.headers().isEmpty()) return result;
        return result.with(new Headers(message.headers().list().stream()
                .map(h -> redaction.hides(h.name()) ? Header.of(h.name(), Redaction.MASK) : h)
                .toList()));
    }

    private static Headers clean(Headers headers) {
        if (headers.list().isEmpty()) return headers;
        return new Headers(headers.list().stream()
                .map(h -> new Header(Clean.text(h.name()), h.value()))
                .toList());
    }

    private static Message clean(Message message) {
        Event event = message.event();
        Origin origin = message.origin();
        return new Message(
                message.payload(),
                clean(message.headers()),
                new Event(
                        Clean.textOrNull(event.id()),
                        Clean.textOrNull(event.pattern()),
                        Clean.textOrNull(event.version()),
                        new Event.Sender(
                                Clean.textOrNull(event.source().type()),
                                Clean.textOrNull(event.source().id()),
                                Clean.textOrNull(event.source().name())),
                        event.timestamp(),
                        event.metadata()),
                new Origin(
                        Clean.textOrNull(origin.topic()),
                        origin.partition(),
                        origin.offset(),
                        origin.key(),
                        origin.timestamp(),
                        Clean.textOrNull(origin.consumerGroupId()),
                        Clean.textOrNull(origin.sourceService())),
                Clean.textOrNull(message.subscriberId()));
    }
}
