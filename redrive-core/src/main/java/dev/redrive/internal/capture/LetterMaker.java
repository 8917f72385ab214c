package dev.redrive.internal.capture;

import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.InvalidLetter;
import dev.redrive.internal.cause.Diagnosis;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.cause.FailureNames;
import dev.redrive.internal.redaction.HiddenValues;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.internal.text.CleanText;
import dev.redrive.internal.text.ShortName;
import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.SenderDetails;
import dev.redrive.policy.Decision;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.policy.RetryContext;
import dev.redrive.store.captures.CaptureKey;
import dev.redrive.store.captures.NewLetter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a letter of a failed message: checks it, hides what must be hidden, classifies it and plans its first retry. */
public final class LetterMaker {
    /** The tag of letters whose message did not come whole. */
    public static final String CUT_TAG = SizeLimiter.TAG;

    static final int TAG_LIMIT = 64;
    /** A longer key, beside the longest name of a channel, does not fit into an index of PostgreSQL. */
    static final int KEY_LIMIT = 1500;

    private static final String GIVEN_KEY = "idempotencyKey";
    private static final JsonPath GIVEN_KEY_PATH = JsonPath.of("$." + GIVEN_KEY);

    /** From this many letters on, several processors work on them. */
    private static final int WORTH_SHARING = 200;

    private final CaptureRules rules;
    private final RedactionGate gate;
    private final Diagnostics diagnostics;
    private final Policies policies;
    private final InstantSource clock;
    private final LetterIds ids;
    private final RandomGenerator random;

    public LetterMaker(
            CaptureRules rules,
            Diagnostics diagnostics,
            Policies policies,
            InstantSource clock,
            RandomGenerator random) {
        this.rules = rules;
        this.gate = new RedactionGate(rules.redaction());
        this.diagnostics = diagnostics;
        this.policies = policies;
        this.clock = clock;
        this.ids = new LetterIds(clock);
        this.random = random;
    }

    List<NewLetter> make(List<FailedMessage> batch) {
        for (int i = 0; i < batch.size(); i++) check(i, batch.get(i));
        return each(batch, (id, failed) -> make(id, SizeLimiter.withFittingKey(failed), key(failed)));
    }

    /**
     * For messages that a reader brings once and cannot leave behind: what does not fit is cut, and where that changes the
     * message itself, the letter waits for a person.
     */
    public List<NewLetter> makeWithinLimits(List<FailedMessage> batch) {
        return each(batch, (id, failed) -> make(id, SizeLimiter.of(failed, rules.maxPayloadBytes()), given(failed)));
    }

    /** False when a payload is too large to be kept. */
    public boolean fits(Payload payload) {
        return payload.size() <= rules.maxPayloadBytes();
    }

    private List<NewLetter> each(List<FailedMessage> batch, BiFunction<LetterId, FailedMessage, NewLetter> make) {
        List<LetterId> names = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) names.add(ids.next());
        IntStream places = IntStream.range(0, batch.size());
        return (batch.size() < WORTH_SHARING ? places : places.parallel())
                .mapToObj(i -> make.apply(names.get(i), batch.get(i)))
                .toList();
    }

    private void check(int index, FailedMessage failed) {
        if (failed.channel().isBlank()) throw new InvalidLetter(index, "channel must not be blank");
        int size = failed.message().payload().size();
        if (size > rules.maxPayloadBytes())
            throw new InvalidLetter(
                    index,
                    "payload has " + size + " bytes, the limit is " + rules.maxPayloadBytes()
                            + "; raise the limit or store the payload elsewhere and capture a reference");
        long beside = BesidePayload.bytes(failed);
        if (!BesidePayload.fits(beside)) throw new InvalidLetter(index, BesidePayload.refusal(beside));
        if (failed.retriesSoFar() < 0)
            throw new InvalidLetter(index, "retries so far must not be negative, was " + failed.retriesSoFar());
        Integer max = failed.maxRetries();
        if (max != null && max < 0) throw new InvalidLetter(index, "max retries must not be negative, was " + max);
        for (String tag : failed.tags()) {
            if (tag.isBlank() || tag.indexOf('\n') >= 0 || tag.indexOf('\r') >= 0)
                throw new InvalidLetter(index, "a tag must be one line of text");
        }
    }

    /** Names are shortened last: a secret that is cut in half would not be found any more. */
    private NewLetter make(LetterId id, FailedMessage failed, @Nullable CaptureKey key) {
        Instant now = clock.instant();
        CutNames names = new CutNames();
        RedactionGate.Hidden hidden = gate.hide(id, withSystemState(withGivenKey(clean(failed.message()), failed)));
        Diagnosis diagnosis =
                gate.hide(diagnosis(failed.reason()), hidden.secrets()).withShortNames();
        Failure failure = diagnosis.failure();
        String channel = names.name("channel", CleanText.text(failed.channel()));
        Message message = names.message(SizeLimiter.cut(hidden.message(), rules.maxPayloadBytes()));
        List<String> tags = names.tags(tags(failed.tags(), message, hidden.secrets()));
        List<Attempt> history = history(failed.history(), hidden.secrets(), names);
        Policy policy = policies.policyFor(channel, failure.type(), failure.category(), failure.retryability());
        return new NewLetter(
                id,
                channel,
                names.noted(message),
                failure,
                diagnosis.fingerprint(),
                priority(failed.priority(), policy.priority()),
                tags,
                rules.isOrdered(channel),
                key,
                Objects.requireNonNullElse(failed.firstFailedAt(), id.createdAt())
                        .truncatedTo(ChronoUnit.MILLIS),
                message.isWhole() ? start(policy, failed, now) : manualStart(policy, failed),
                history);
    }

    /** With the one by which a cut letter is found, as long as its original may still be in its topic. */
    private List<String> tags(List<String> given, Message message, HiddenValues secrets) {
        Stream<String> own = message.completeness() == Completeness.CUT ? Stream.of(CUT_TAG) : Stream.of();
        return Stream.concat(own, given.stream().map(tag -> gate.tag(CleanText.text(tag), secrets)))
                .toList();
    }

    /** Kept with the message so that it can be shown: the store keeps a digest of it only. */
    private static Message withGivenKey(Message message, FailedMessage failed) {
        String key = failed.idempotencyKey();
        SenderDetails additional = message.additional();
        if (key == null || mayHaveKey(additional.members())) return message;
        String members = additional.members().text().strip().substring(1);
        String rest = members.strip().equals("}") ? members : "," + members;
        String all = "{" + Json.quote(GIVEN_KEY) + ":" + Json.quote(CleanText.text(key)) + rest;
        return message.with(additional.with(Json.of(all)));
    }

    /** Also true when it is too deep to be looked into. */
    private static boolean mayHaveKey(Json members) {
        byte[] bytes = members.text().getBytes(StandardCharsets.UTF_8);
        return JsonPath.places(bytes, List.of(GIVEN_KEY_PATH))
                .map(places -> !places.isEmpty())
                .orElse(true);
    }

    /** A system state that the sender reported comes before our own. */
    private Message withSystemState(Message message) {
        if (message.additional().systemState() != null) return message;
        return rules.systemState()
                .get()
                .map(state -> message.with(message.additional().with(state)))
                .orElse(message);
    }

    /** The tries of the sender are numbered up to 0, so that ours begin with 1 whatever came before. */
    private List<Attempt> history(List<FailedMessage.Try> tries, HiddenValues secrets, CutNames names) {
        List<Attempt> history = new ArrayList<>(tries.size());
        for (FailedMessage.Try one : tries) {
            FailedMessage.ReportedError error = one.error();
            String path = "retryHistory[" + history.size() + "].";
            Attempt attempt = gate.hide(
                    new Attempt(
                            history.size() + 1 - tries.size(),
                            one.time(),
                            one.took(),
                            CleanText.text(one.worker()),
                            CleanText.text(one.strategy()),
                            one.result(),
                            error == null ? null : diagnosis(error).failure()),
                    secrets);
            Failure failure = attempt.failure();
            history.add(new Attempt(
                    attempt.token(),
                    attempt.startedAt(),
                    attempt.took(),
                    names.name(path + "workerId", attempt.worker()),
                    names.name(path + "strategy", attempt.strategy()),
                    attempt.result(),
                    failure == null ? null : FailureNames.fitting(failure)));
        }
        return history;
    }

    /** What kind of failure it is, after a letter was sent, and which cause it belongs to. */
    public Diagnosis diagnose(FailedMessage.Reason reason, DeadLetter sent) {
        return gate.hide(diagnosis(reason), sent).withShortNames();
    }

    private Diagnosis diagnosis(FailedMessage.Reason reason) {
        if (reason instanceof FailedMessage.Thrown thrown) return diagnostics.of(thrown.exception());
        FailedMessage.ReportedError reported = (FailedMessage.ReportedError) reason;
        return diagnostics.of(
                reported.type(),
                reported.code(),
                reported.message(),
                reported.stackTrace(),
                reported.context(),
                reported.category());
    }

    private static Priority priority(@Nullable Priority given, @Nullable Priority byPolicy) {
        if (given != null) return given;
        return byPolicy == null ? Priority.NORMAL : byPolicy;
    }

    private static @Nullable CaptureKey key(FailedMessage failed) {
        CaptureKey given = given(failed);
        if (given != null) return given;
        return CaptureKey.ofCoordinates(ShortName.identifier(CleanText.text(failed.channel())), failed.message())
                .orElse(null);
    }

    private static @Nullable CaptureKey given(FailedMessage failed) {
        String key = failed.idempotencyKey();
        return key == null ? null : CaptureKey.given(CleanText.text(failed.channel()) + "\n" + key);
    }

    /**
     * What its sender said. Without that, retries that happened before the capture make the delays longer but are not taken
     * off the retries to come, unless another dead letter queue made them.
     */
    private static int maxRetries(Policy policy, FailedMessage failed) {
        Integer given = failed.maxRetries();
        if (given != null) return Math.max(0, given);
        int left =
                Math.max(0, policy.maxRetries() - failed.message().additional().dlqRetries());
        return (int) Math.min(Integer.MAX_VALUE, (long) failed.retriesSoFar() + left);
    }

    private NewLetter.Start start(Policy policy, FailedMessage failed, Instant now) {
        int soFar = failed.retriesSoFar();
        Instant notBefore = failed.reason().retryAfter().map(now::plus).orElse(null);
        int max = maxRetries(policy, failed);
        Decision decision = policies.decide(policy, new RetryContext(soFar, now, notBefore, random), max);
        if (decision instanceof Decision.RetryAt at)
            return new NewLetter.Start(
                    LetterStatus.PENDING,
                    soFar,
                    max,
                    Instant.ofEpochMilli(at.time().toEpochMilli()));
        boolean aside = decision instanceof Decision.SetAside;
        return new NewLetter.Start(aside ? LetterStatus.MANUAL : LetterStatus.FAILED, soFar, max, null);
    }

    private static NewLetter.Start manualStart(Policy policy, FailedMessage failed) {
        return new NewLetter.Start(LetterStatus.MANUAL, failed.retriesSoFar(), maxRetries(policy, failed), null);
    }

    private static Headers clean(Headers headers) {
        if (headers.list().isEmpty()) return headers;
        return new Headers(headers.list().stream()
                .map(h -> new Header(CleanText.text(h.name()), h.value()))
                .toList());
    }

    /** The same message, as far as no store can refuse it. */
    static Message clean(Message message) {
        OriginalEvent event = message.event();
        Origin origin = message.origin();
        return new Message(
                message.payload(),
                clean(message.headers()),
                new OriginalEvent(
                        CleanText.textOrNull(event.id()),
                        CleanText.textOrNull(event.instanceId()),
                        CleanText.textOrNull(event.pattern()),
                        CleanText.textOrNull(event.version()),
                        new OriginalEvent.Sender(
                                CleanText.textOrNull(event.source().type()),
                                CleanText.textOrNull(event.source().id()),
                                CleanText.textOrNull(event.source().name())),
                        event.timestamp(),
                        event.metadata()),
                new Origin(
                        CleanText.textOrNull(origin.topic()),
                        origin.partition(),
                        origin.offset(),
                        origin.key(),
                        origin.timestamp(),
                        CleanText.textOrNull(origin.consumerGroupId()),
                        CleanText.textOrNull(origin.sourceService())),
                CleanText.textOrNull(message.subscriberId()),
                message.additional(),
                message.completeness(),
                message.sealed());
    }
}
