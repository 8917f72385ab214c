package dev.redrive.redaction;

import dev.redrive.cause.Diagnosis;
import dev.redrive.cause.Fingerprint;
import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.StackTrace;
import dev.redrive.redaction.Redaction.Mode;
import dev.redrive.redaction.Redaction.What;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
    private static final byte[] MASK = Redaction.MASK.getBytes(StandardCharsets.UTF_8);
    private static final byte[] MASK_AS_JSON = Json.quote(Redaction.MASK).getBytes(StandardCharsets.UTF_8);
    private static final Json MASKED = Json.of(Json.quote(Redaction.MASK));

    private final Redaction redaction;
    private final List<JsonPath> paths;
    private final List<Mode> pathModes;
    private final List<Redaction.Rule> headerRules;
    private final List<Redaction.Rule> patternRules;

    public RedactionGate(Redaction redaction) {
        if (redaction.seals() && redaction.keys().isEmpty())
            throw new IllegalArgumentException("values are to be sealed, but there is no key for it");
        this.redaction = redaction;
        this.paths = redaction.paths();
        this.pathModes = redaction.rules().stream()
                .filter(rule -> rule.what() instanceof What.AtPath)
                .map(Redaction.Rule::mode)
                .toList();
        this.headerRules = redaction.rules().stream()
                .filter(rule -> rule.what() instanceof What.OfHeader)
                .toList();
        this.patternRules = redaction.rules().stream()
                .filter(rule -> rule.what() instanceof What.Like)
                .toList();
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
        return redaction.rules().isEmpty();
    }

    // Messages

    /** A message as it may be kept and shown, and what it lost, so that nothing else quotes it. */
    public record Hidden(Message message, HiddenValues secrets) {}

    public Hidden hide(LetterId letter, Message message) {
        if (isOpen()) return new Hidden(message, HiddenValues.none());
        Hiding hiding = new Hiding(SealedValues.of(letter, message.sealed(), redaction.keys()));
        Payload payload = payload(message.payload(), hiding);
        Headers headers = headers(message.headers(), hiding);
        Origin origin = origin(message.origin(), hiding);
        HiddenValues secrets = hiding.secrets;
        Message hidden = message.with(payload)
                .with(headers)
                .with(origin)
                .with(event(message.event(), secrets))
                .with(message.additional()
                        .with(secrets.hide(json(message.additional().members()))))
                .withSubscriber(name(message.subscriberId(), secrets))
                .with(sealed(letter, message.sealed(), hiding));
        boolean lost = hiding.removed && message.isWhole();
        return new Hidden(lost ? hidden.with(Completeness.REMOVED) : hidden, secrets);
    }

    /** What is found in one message: what is to be sealed, what others must not quote, and whether anything is gone. */
    private static final class Hiding {
        final SealedValues before;
        final SealedValues now = new SealedValues();
        final HiddenValues secrets = new HiddenValues();
        boolean removed;

        Hiding(SealedValues before) {
            this.before = before;
        }

        /** A mask that stands where it stood keeps its value; one without a value is all that is left of it. */
        void seal(String place, byte[] value, boolean isMask) {
            byte[] known = before.get(place);
            if (!isMask) now.put(place, value);
            else if (known != null) now.put(place, known);
            else removed = true;
        }
    }

    private Sealed sealed(LetterId letter, Sealed before, Hiding hiding) {
        if (hiding.now.isEmpty()) return Sealed.nothing();
        if (!before.isEmpty() && hiding.now.equals(hiding.before)) return before;
        return redaction.keys().seal(letter, hiding.now.bytes());
    }

    // Payloads

    private Payload payload(Payload payload, Hiding hiding) {
        boolean nothing = paths.isEmpty() && patternRules.isEmpty() && hiding.before.isEmpty();
        if (payload.size() == 0 || nothing) return payload;
        byte[] bytes = payload.bytes();
        boolean isMask = Arrays.equals(bytes, MASK);
        if (isMask && hiding.before.get(SealedValues.WHOLE) != null) return whole(Mode.SEAL, bytes, hiding);
        byte[] hidden = atPaths(bytes, hiding);
        if (!Arrays.equals(hidden, MASK)) hidden = likePatterns(hidden, bytes, hiding);
        return hidden == bytes ? payload : Payload.of(hidden);
    }

    private Payload whole(Mode mode, byte[] bytes, Hiding hiding) {
        boolean isMask = Arrays.equals(bytes, MASK);
        hiding.now.clearPayload();
        if (mode == Mode.SEAL) hiding.seal(SealedValues.WHOLE, bytes, isMask);
        else hiding.removed = true;
        return Payload.of(MASK);
    }

    private byte[] atPaths(byte[] bytes, Hiding hiding) {
        if (paths.isEmpty()) return bytes;
        Optional<List<JsonPath.Place>> found = JsonPath.places(bytes, paths);
        if (found.isEmpty() || JsonDetector.isTextThatHoldsJson(bytes)) {
            boolean may = JsonDetector.mayHoldJson(bytes);
            return may ? whole(modeOfAll(pathModes), bytes, hiding).bytes() : bytes;
        }
        if (found.get().isEmpty()) return bytes;
        for (JsonPath.Place place : found.get()) {
            byte[] value = place.in(bytes);
            boolean isMask = Arrays.equals(value, MASK_AS_JSON);
            if (!isMask) hiding.secrets.addJson(value);
            if (pathModes.get(place.which()) == Mode.REMOVE) hiding.removed = true;
            else if (hiding.now.get(place.path()) != null || !JsonPath.isPath(place.path()))
                return whole(modeOfAll(pathModes), bytes, hiding).bytes();
            else hiding.seal(place.path(), value, isMask);
        }
        return JsonPath.replace(bytes, found.get(), place -> MASK_AS_JSON);
    }

    /** Where it is unknown which values are in it, it is removed if any of them had to be. */
    private static Mode modeOfAll(List<Mode> modes) {
        return modes.contains(Mode.REMOVE) ? Mode.REMOVE : Mode.SEAL;
    }

    private byte[] likePatterns(byte[] bytes, byte[] original, Hiding hiding) {
        HiddenValues known = hiding.before.secrets();
        if (patternRules.isEmpty() && known.isEmpty()) return bytes;
        Optional<List<JsonPath.Place>> leaves = JsonPath.leaves(bytes);
        byte[] hidden = leaves.isPresent() ? inLeaves(bytes, leaves.get(), known, hiding) : inText(bytes, hiding);
        String rest = readable(hidden);
        if (!known.hide(rest).equals(rest))
            return whole(Mode.SEAL, original, hiding).bytes();
        for (Redaction.Rule rule : patternRules)
            if (pattern(rule).isIn(rest))
                return whole(rule.mode(), original, hiding).bytes();
        return hidden;
    }

    /** Also for a value that was sealed elsewhere and copied here. */
    private byte[] inLeaves(byte[] bytes, List<JsonPath.Place> leaves, HiddenValues known, Hiding hiding) {
        Map<JsonPath.Place, byte[]> changed = new HashMap<>();
        for (JsonPath.Place leaf : leaves) {
            byte[] raw = leaf.in(bytes);
            String text = JsonPath.text(raw);
            String after = text;
            for (Redaction.Rule rule : patternRules) {
                String next = pattern(rule).hide(after);
                if (next.equals(after)) continue;
                hiding.secrets.add(text);
                boolean taken = hiding.now.get(leaf.path()) != null || !JsonPath.isPath(leaf.path());
                if (rule.mode() == Mode.REMOVE || taken) {
                    hiding.removed = true;
                    after = next;
                } else {
                    hiding.seal(leaf.path(), raw, false);
                    after = Redaction.MASK;
                }
            }
            if (!known.hide(after).equals(after) && JsonPath.isPath(leaf.path())) {
                hiding.seal(leaf.path(), raw, false);
                after = Redaction.MASK;
            }
            if (!after.equals(text)) changed.put(leaf, Json.quote(after).getBytes(StandardCharsets.UTF_8));
            else if (Arrays.equals(raw, MASK_AS_JSON) && hiding.before.get(leaf.path()) != null)
                hiding.seal(leaf.path(), raw, true);
        }
        if (changed.isEmpty()) return bytes;
        List<JsonPath.Place> places =
                leaves.stream().filter(changed::containsKey).toList();
        return JsonPath.replace(bytes, places, place -> Objects.requireNonNull(changed.get(place)));
    }

    /** What is to be sealed is not cut out of a text here; it is still in it, so the whole text is sealed. */
    private byte[] inText(byte[] bytes, Hiding hiding) {
        Payload payload = Payload.of(bytes);
        if (!payload.isText()) return bytes;
        String text = payload.text();
        String hidden = text;
        for (Redaction.Rule rule : patternRules)
            if (rule.mode() == Mode.REMOVE) hidden = pattern(rule).hide(hidden);
        if (hidden.equals(text)) return bytes;
        hiding.removed = true;
        return hidden.getBytes(StandardCharsets.UTF_8);
    }

    /** As text, also when it is UTF-16 or has other bytes around it. */
    private static String readable(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).replace("\0", "");
    }

    private static TextPattern pattern(Redaction.Rule rule) {
        return ((What.Like) rule.what()).pattern();
    }

    // Headers, keys, events

    private Headers headers(Headers headers, Hiding hiding) {
        if (headers.list().isEmpty()) return headers;
        List<Header> shown = new ArrayList<>(headers.list().size());
        Map<String, Integer> seen = new HashMap<>();
        for (Header header : headers.list()) {
            int number = seen.merge(header.name(), 1, Integer::sum);
            shown.add(header(header, SealedValues.header(header.name(), number), hiding));
        }
        return new Headers(shown);
    }

    private Header header(Header header, String place, Hiding hiding) {
        if (header.value().size() == 0) return header;
        byte[] value = header.value().bytes();
        boolean isMask = Arrays.equals(value, MASK);
        Mode mode = headerMode(header.name()).orElse(null);
        if (mode == null && isMask && hiding.before.get(place) != null) mode = Mode.SEAL;
        String text = readable(value);
        String hidden = text;
        if (mode == null) {
            for (Redaction.Rule rule : patternRules) {
                String next = pattern(rule).hide(hidden);
                if (next.equals(hidden)) continue;
                if (mode == null || rule.mode() == Mode.REMOVE) mode = rule.mode();
                hidden = next;
            }
            if (mode == null) return header;
        } else {
            hidden = Redaction.MASK;
        }
        if (!isMask) hiding.secrets.add(text);
        if (mode == Mode.REMOVE) {
            hiding.removed = true;
            return Header.of(header.name(), hidden);
        }
        hiding.seal(place, value, isMask);
        return Header.of(header.name(), Redaction.MASK);
    }

    private Optional<Mode> headerMode(String headerName) {
        String name = headerName.toLowerCase(Locale.ROOT);
        return headerRules.stream()
                .filter(rule -> ((What.OfHeader) rule.what()).name().matches(name))
                .map(Redaction.Rule::mode)
                .findFirst();
    }

    /** A key decides about partition and order, so half of one is none: it is removed, whatever the mode. */
    private Origin origin(Origin origin, Hiding hiding) {
        Payload key = origin.key();
        if (key == null || patternRules.isEmpty()) return origin;
        String text = readable(key.bytes());
        if (patterns(text).equals(text)) return origin;
        hiding.removed = true;
        hiding.secrets.add(text);
        return new Origin(
                origin.topic(),
                origin.partition(),
                origin.offset(),
                null,
                origin.timestamp(),
                origin.consumerGroupId(),
                origin.sourceService());
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
        return name == null ? null : secrets.hide(patterns(name));
    }

    // Texts about a message

    private String patterns(String text) {
        String hidden = text;
        for (Redaction.Rule rule : patternRules) hidden = pattern(rule).hide(hidden);
        return hidden;
    }

    /** A text such as an error message, in which documents may be quoted. */
    public String text(String text) {
        if (isOpen() || text.isEmpty()) return text;
        return patterns(paths.isEmpty() ? text : JsonDetector.inQuotedDocuments(text, paths, MASKED));
    }

    public Json json(Json json) {
        if (isOpen() || json.equals(Json.EMPTY_OBJECT)) return json;
        byte[] bytes = json.text().getBytes(StandardCharsets.UTF_8);
        String hidden = new String(JsonPath.replaceAll(bytes, paths, MASKED), StandardCharsets.UTF_8);
        return patternRules.isEmpty() ? Json.of(hidden) : inLeaves(Json.of(hidden));
    }

    private Json inLeaves(Json json) {
        byte[] bytes = json.text().getBytes(StandardCharsets.UTF_8);
        List<JsonPath.Place> leaves = JsonPath.leaves(bytes).orElseThrow();
        byte[] hidden = JsonPath.replace(bytes, leaves, leaf -> {
            byte[] raw = leaf.in(bytes);
            String text = JsonPath.text(raw);
            String after = patterns(text);
            return after.equals(text) ? raw : Json.quote(after).getBytes(StandardCharsets.UTF_8);
        });
        return Json.of(new String(hidden, StandardCharsets.UTF_8));
    }

    public StackTrace trace(StackTrace trace) {
        if (isOpen() || trace.text().isEmpty()) return trace;
        StackTrace.Split split = trace.split();
        return StackTrace.join(
                patterns(split.frames()),
                split.messages().stream().map(this::text).toList());
    }

    /** A failure as it may be kept, in which a message is not quoted either. */
    public Failure hide(Failure failure, HiddenValues secrets) {
        if (isOpen()) return failure;
        StackTrace trace = trace(failure.stackTrace());
        return new Failure(
                patterns(failure.type()),
                failure.code() == null ? null : secrets.hide(patterns(failure.code())),
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
        return Fingerprint.of(failure.type(), failure.code(), failure.message(), failure.stackTrace());
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
                letter.tags().stream()
                        .map(tag -> hidden.secrets().hide(patterns(tag)))
                        .toList(),
                letter.ordered(),
                letter.state().withNotes(notes -> hidden.secrets().hide(text(notes))),
                letter.attempts().stream()
                        .map(attempt -> hide(attempt, hidden.secrets()))
                        .toList());
    }

    /** An attempt as it may be shown. */
    public Attempt hide(Attempt attempt) {
        return hide(attempt, HiddenValues.none());
    }

    /** A payload as it may be shown. */
    public Payload shown(Payload payload) {
        return payload(payload, new Hiding(new SealedValues()));
    }

    private Attempt hide(Attempt attempt, HiddenValues secrets) {
        if (attempt.failure() == null) return attempt;
        return new Attempt(
                attempt.token(),
                attempt.startedAt(),
                attempt.took(),
                attempt.worker(),
                attempt.strategy(),
                attempt.result(),
                hide(attempt.failure(), secrets));
    }

    /** A change as it may be kept. Where a mask still stands in its place, the sealed value stays behind it. */
    public Edit hide(DeadLetter before, Edit edit) {
        if (isOpen() && before.message().sealed().isEmpty()) return edit;
        boolean changes = edit.payload() != null || edit.headers() != null;
        Hidden hidden = changes ? hide(before.id(), edit.in(before.message())) : null;
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
                        : edit.tags().stream()
                                .map(tag -> secrets.hide(patterns(tag)))
                                .toList(),
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
        SealedValues values = SealedValues.of(letter, message.sealed(), redaction.keys());
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
