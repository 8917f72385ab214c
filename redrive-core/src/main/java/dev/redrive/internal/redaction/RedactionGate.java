package dev.redrive.internal.redaction;

import dev.redrive.cause.Fingerprint;
import dev.redrive.internal.cause.Diagnosis;
import dev.redrive.internal.cause.Fingerprints;
import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.StackTrace;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.Redaction.Mode;
import dev.redrive.redaction.Redaction.What;
import dev.redrive.redaction.SealKeys;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Hides and opens the protected values of letters. Everything that is stored or shown goes through {@code hide}, and what is
 * sent goes through {@code open}. Both are idempotent.
 *
 * <p>It fails closed: where paths are to be hidden and the payload cannot be looked into (text after the document, a
 * second document, another encoding, too deep, cut, compressed), the payload is hidden whole. Only a payload that does
 * not look like JSON at all is left as it is.
 */
public final class RedactionGate {
    private final Redaction redaction;
    private final RedactionRules rules;
    private final PayloadHider payloads;
    private final HeaderHider headers;
    private final TextHider texts;

    public RedactionGate(Redaction redaction) {
        if (redaction.seals() && redaction.keys().isEmpty())
            throw new IllegalArgumentException("values are to be sealed, but there is no key for it");
        this.redaction = redaction;
        this.rules = RedactionRules.of(redaction);
        this.payloads = new PayloadHider(rules);
        this.texts = new TextHider(rules);
        this.headers = new HeaderHider(rules, texts);
    }

    /** For callers that may not see the values at these paths. */
    public static RedactionGate masking(List<JsonPath> paths) {
        return new RedactionGate(new Redaction(
                paths.stream()
                        .map(path -> new Redaction.Rule(new What.AtPath(path), Mode.REMOVE))
                        .toList(),
                SealKeys.none()));
    }

    private boolean isOpen() {
        return rules.isEmpty();
    }

    // Messages

    /** A message as it may be kept and shown, and what it lost, so that nothing else quotes it. */
    public record Hidden(Message message, HiddenValues secrets) {}

    public Hidden hide(LetterId letter, Message message) {
        if (isOpen()) return new Hidden(message, HiddenValues.none());
        return hide(letter, message, new Hiding(valuesOf(letter, message)));
    }

    private SealedValues valuesOf(LetterId letter, Message message) {
        return SealedValues.of(letter, message.sealed(), redaction.keys());
    }

    private Hidden hide(LetterId letter, Message message, Hiding hiding) {
        Payload payload = payloads.hide(message.payload(), hiding);
        Headers hiddenHeaders = headers.hide(message.headers(), hiding);
        Origin origin = origin(message.origin(), hiding);
        HiddenValues secrets = hiding.secrets;
        Message hidden = message.with(payload)
                .with(hiddenHeaders)
                .with(origin)
                .with(event(message.event(), secrets))
                .with(message.additional()
                        .with(secrets.hide(json(message.additional().members()))))
                .withSubscriber(name(message.subscriberId(), secrets))
                .with(sealed(letter, message.sealed(), hiding));
        boolean lost = hiding.removed && message.isWhole();
        return new Hidden(lost ? hidden.with(Completeness.REMOVED) : hidden, secrets);
    }

    private Sealed sealed(LetterId letter, Sealed before, Hiding hiding) {
        if (hiding.now.isEmpty()) return Sealed.nothing();
        if (!before.isEmpty() && hiding.now.equals(hiding.before)) return before;
        return redaction.keys().seal(letter, hiding.now.bytes());
    }

    // Keys and events

    private Origin origin(Origin origin, Hiding hiding) {
        return new Origin(
                origin.topic(),
                origin.partition(),
                origin.offset(),
                key(origin.key(), hiding),
                origin.timestamp(),
                origin.consumerGroupId(),
                name(origin.sourceService(), hiding.secrets));
    }

    /**
     * A key decides about partition and order, so half of one is none: it is removed, whatever the mode. A key with a value
     * that was removed from the payload is removed; one that is sealed there stays, because a letter without its key could not be sent.
     */
    private @Nullable Payload key(@Nullable Payload key, Hiding hiding) {
        if (key == null) return null;
        String text = TextHider.readable(key.bytes());
        boolean isHidden =
                hiding.removedFromPayload.isIn(text) || !texts.patterns(text).equals(text);
        if (!isHidden) return key;
        hiding.removed = true;
        hiding.secrets.add(text);
        return null;
    }

    private OriginalEvent event(OriginalEvent event, HiddenValues secrets) {
        OriginalEvent.Sender source = event.source();
        return new OriginalEvent(
                name(event.id(), secrets),
                name(event.instanceId(), secrets),
                name(event.pattern(), secrets),
                name(event.version(), secrets),
                new OriginalEvent.Sender(
                        name(source.type(), secrets), name(source.id(), secrets), name(source.name(), secrets)),
                event.timestamp(),
                secrets.hide(json(event.metadata())));
    }

    private @Nullable String name(@Nullable String name, HiddenValues secrets) {
        return name == null ? null : secrets.hide(texts.patterns(name));
    }

    // Texts about a message

    /** A text such as an error message, in which documents may be quoted. */
    public String text(String text) {
        return texts.text(text);
    }

    /** A tag of a message, in which its values are not quoted either. */
    public String tag(String tag, HiddenValues secrets) {
        return secrets.hide(texts.text(tag));
    }

    /** JSON beside a message, in whose texts documents may be quoted. */
    public Json json(Json json) {
        return texts.json(json);
    }

    public StackTrace trace(StackTrace trace) {
        return texts.trace(trace);
    }

    /** A failure as it may be kept, in which a message is not quoted either. */
    public Failure hide(Failure failure, HiddenValues secrets) {
        if (isOpen()) return failure;
        if (secrets.isFull()) return untold(failure);
        StackTrace trace = trace(failure.stackTrace());
        return new Failure(
                secrets.hide(texts.patterns(failure.type())),
                failure.code() == null ? null : secrets.hide(texts.patterns(failure.code())),
                secrets.hide(text(failure.message())),
                secrets.hide(trace),
                secrets.hide(json(failure.context())),
                failure.category(),
                failure.retryability());
    }

    /** What was found out about a failure, from texts in which nothing hidden is quoted. */
    public Diagnosis hide(Diagnosis diagnosis, HiddenValues secrets) {
        Failure failure = diagnosis.failure();
        Failure hidden = hide(failure, secrets);
        return hidden.equals(failure) ? diagnosis : new Diagnosis(hidden, fingerprint(hidden));
    }

    /** The same for a failure of a letter that was sent: its target may quote what it got. */
    public Diagnosis hide(Diagnosis diagnosis, DeadLetter sent) {
        try {
            return hide(diagnosis, secretsOf(sent));
        } catch (CannotOpen unknown) {
            Failure untold = untold(diagnosis.failure());
            return new Diagnosis(untold, fingerprint(untold));
        }
    }

    /** Without its text, where it is unknown what that may quote. */
    public static Failure untold(Failure failure) {
        return new Failure(
                failure.type(),
                failure.code(),
                Redaction.MASK,
                StackTrace.none(),
                Json.EMPTY_OBJECT,
                failure.category(),
                failure.retryability());
    }

    /** A text from a party that received the whole letter, such as a target's answer. */
    public String textAbout(DeadLetter sent, String text) {
        if (isOpen()) return text;
        try {
            return secretsOf(sent).hide(text(text));
        } catch (CannotOpen unknown) {
            return Redaction.MASK;
        }
    }

    private static Fingerprint fingerprint(Failure failure) {
        return Fingerprints.of(failure.type(), failure.code(), failure.message(), failure.stackTrace());
    }

    // Letters

    /** A whole letter as it may be kept or shown here. */
    public DeadLetter hide(DeadLetter letter) {
        if (isOpen()) return letter;
        Hidden hidden = hide(letter.id(), letter.message());
        return new DeadLetter(
                letter.id(),
                letter.channel(),
                hidden.message(),
                hide(letter.failure(), hidden.secrets()),
                letter.cause(),
                hide(letter.lastFailure(), hidden.secrets()),
                letter.lastCause(),
                letter.priority(),
                letter.tags().stream().map(tag -> tag(tag, hidden.secrets())).toList(),
                letter.ordered(),
                letter.state().withNotes(notes -> hidden.secrets().hide(text(notes))),
                letter.attempts().stream()
                        .map(attempt -> hide(attempt, hidden.secrets()))
                        .toList());
    }

    /** The same with its versions. Where these have a mask, the letter has the sealed value, or nothing has it any more. */
    public WholeLetter hide(WholeLetter whole) {
        if (isOpen()) return whole;
        DeadLetter letter = whole.letter();
        SealedValues values = valuesOf(letter.id(), letter.message());
        List<Version> versions = whole.versions().stream()
                .map(version -> hide(version, new Hiding(values)))
                .toList();
        return new WholeLetter(hide(letter), versions);
    }

    private Version hide(Version version, Hiding hiding) {
        Payload payload = payloads.hide(version.payload(), hiding);
        Headers hiddenHeaders = headers.hide(version.headers(), hiding);
        boolean isSame = payload.equals(version.payload()) && hiddenHeaders.equals(version.headers());
        boolean lost = !isSame && version.completeness().isWhole();
        String notes = version.notes();
        return new Version(
                version.number(),
                version.time(),
                version.by(),
                notes == null ? null : hiding.secrets.hide(text(notes)),
                payload,
                hiddenHeaders,
                lost ? Completeness.REMOVED : version.completeness(),
                version.priority(),
                version.tags().stream().map(tag -> tag(tag, hiding.secrets)).toList());
    }

    /** An attempt as it may be shown. */
    public Attempt hide(Attempt attempt) {
        return hide(attempt, HiddenValues.none());
    }

    /** A payload as it may be shown. */
    public Payload shown(Payload payload) {
        return payloads.hide(payload, new Hiding(new SealedValues()));
    }

    /** An attempt as it may be kept, in which a message is not quoted either. */
    public Attempt hide(Attempt attempt, HiddenValues secrets) {
        if (isOpen()) return attempt;
        Failure failure = attempt.failure();
        return new Attempt(
                attempt.token(),
                attempt.startedAt(),
                attempt.took(),
                attempt.worker(),
                secrets.hide(texts.patterns(attempt.strategy())),
                attempt.result(),
                failure == null ? null : hide(failure, secrets));
    }

    /**
     * A change by a person, who saw masks, as it may be kept. Where a mask still stands in its place, the sealed value stays
     * behind it.
     *
     * @throws dev.redrive.redaction.UnclearMask when it is not certain which value a mask stands for
     */
    public Edit hide(DeadLetter before, Edit edit) {
        return hide(before, edit, values -> {
            MaskAttribution masks = new MaskAttribution(before.message(), values);
            Message after = edit.in(before.message());
            if (edit.payload() != null) masks.payload(after.payload());
            else masks.kept().putAll(values.ofPayload());
            masks.headers(after.headers());
            Hiding hiding = new Hiding(values, masks.kept());
            hiding.removed = masks.lacks();
            return hiding;
        });
    }

    /** A change that was made with the values themselves, such as a transform of the opened letter, as it may be kept. */
    public Edit hideOpened(DeadLetter before, Edit edit) {
        return hide(before, edit, values -> {
            SealedValues kept = new SealedValues();
            if (edit.payload() == null) kept.putAll(values.ofPayload());
            if (edit.headers() == null) kept.putAll(values.ofHeaders());
            return new Hiding(values, kept);
        });
    }

    /**
     * The whole payload for a cut letter, as it may be kept. The beginning was hidden whole because it could not be read; the
     * rules say which values of the original are secret.
     */
    public Edit hideOriginal(DeadLetter cut, Edit edit) {
        return hide(cut, edit, values -> {
            SealedValues kept = values.ofHeaders();
            return new Hiding(values, kept, kept.secrets());
        });
    }

    private Edit hide(DeadLetter before, Edit edit, Function<SealedValues, Hiding> hiding) {
        Message message = before.message();
        boolean nothingHidden = message.sealed().isEmpty() && message.completeness() != Completeness.REMOVED;
        if (isOpen() && nothingHidden) return edit;
        boolean changes = edit.payload() != null || edit.headers() != null;
        Hidden hidden =
                changes ? hide(before.id(), edit.in(message), hiding.apply(valuesOf(before.id(), message))) : null;
        Message after = hidden == null ? null : hidden.message();
        HiddenValues secrets = hidden == null ? HiddenValues.none() : hidden.secrets();
        return new Edit(
                after == null ? null : after.payload(),
                after == null ? null : after.headers(),
                after == null ? edit.completeness() : after.completeness(),
                after == null ? null : after.sealed(),
                edit.priority(),
                edit.tags() == null
                        ? null
                        : edit.tags().stream().map(tag -> tag(tag, secrets)).toList(),
                edit.notes() == null ? null : secrets.hide(text(edit.notes())),
                edit.by());
    }

    /** A move as it may be stored: notes may quote values that must not be stored. */
    public ManualMove hide(ManualMove move) {
        String notes = move.notes();
        return notes == null ? move : move.noted(text(notes));
    }

    // Sending

    /**
     * The letter with all that was sealed back in its place, for targets and handlers only.
     *
     * @throws CannotOpen when a key is missing or wrong
     */
    public DeadLetter open(DeadLetter letter) {
        Message message = letter.message();
        return message.sealed().isEmpty() ? letter : letter.with(open(letter.id(), message));
    }

    private Message open(LetterId letter, Message message) {
        SealedValues values = valuesOf(letter, message);
        return message.with(values.into(message.payload()))
                .with(values.into(message.headers()))
                .with(Sealed.nothing());
    }

    /** What a target must not be quoted with. */
    private HiddenValues secretsOf(DeadLetter letter) {
        Sealed sealed = letter.message().sealed();
        return sealed.isEmpty()
                ? HiddenValues.none()
                : SealedValues.of(letter.id(), sealed, redaction.keys()).secrets();
    }
}
