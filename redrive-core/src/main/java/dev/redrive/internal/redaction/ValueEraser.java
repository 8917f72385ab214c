package dev.redrive.internal.redaction;

import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Sealed;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.Redaction.Mode;
import dev.redrive.redaction.Redaction.What;
import dev.redrive.redaction.SealKeys;
import dev.redrive.redaction.TextPattern;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts a mask in place of a value wherever a letter quotes it: in the message, in what is sealed, in errors, notes and versions. A
 * short value is in every text by chance; it goes only where a text is nothing else.
 */
public final class ValueEraser {
    private static final int SHORTEST_QUOTED = 4;
    private static final byte[] MASK = Redaction.MASK.getBytes(StandardCharsets.UTF_8);
    private static final byte[] MASK_AS_JSON = Json.quote(Redaction.MASK).getBytes(StandardCharsets.UTF_8);

    private final SealKeys keys;
    private final RedactionGate gate;
    private final PayloadHider payloads;
    private final HeaderHider headers;
    private final TextHider texts;

    /** @param keys open what is sealed, and seal what is left of it */
    public ValueEraser(String value, SealKeys keys) {
        Redaction redaction =
                new Redaction(List.of(new Redaction.Rule(new What.Like(pattern(value)), Mode.REMOVE)), keys);
        RedactionRules rules = RedactionRules.of(redaction);
        this.keys = keys;
        this.gate = new RedactionGate(redaction);
        this.payloads = new PayloadHider(rules);
        this.texts = new TextHider(rules);
        this.headers = new HeaderHider(rules, texts);
    }

    /** Whether a value is so short that texts hold it by chance. */
    public static boolean isShort(String value) {
        return value.length() < SHORTEST_QUOTED;
    }

    private static TextPattern pattern(String value) {
        String quoted = Json.quote(value);
        String forms = Stream.of(value, quoted.substring(1, quoted.length() - 1))
                .distinct()
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        return TextPattern.of(isShort(value) ? "\\A(?:" + forms + ")\\z" : forms);
    }

    /**
     * The letter without the value. Types of errors stay as they are, because letters are counted by them.
     *
     * @throws dev.redrive.redaction.CannotOpen when it has sealed values whose key is missing
     */
    public WholeLetter erase(WholeLetter whole) {
        DeadLetter letter = whole.letter();
        DeadLetter erased = gate.hide(letter.with(withoutSealed(letter.id(), letter.message())));
        return new WholeLetter(
                withTypesOf(letter, erased),
                whole.versions().stream().map(this::erase).toList());
    }

    // What is sealed

    private Message withoutSealed(LetterId letter, Message message) {
        if (message.sealed().isEmpty()) return message;
        SealedValues before = SealedValues.of(letter, message.sealed(), keys);
        SealedValues after = before.changed(this::erase);
        if (after.equals(before)) return message;
        Sealed sealed = after.isEmpty() ? Sealed.nothing() : keys.seal(letter, after.bytes());
        Message changed = message.with(sealed);
        return changed.isWhole() ? changed.with(Completeness.REMOVED) : changed;
    }

    /** Null when nothing but the mask is left, which stands in the message already. */
    private byte @Nullable [] erase(String place, byte[] value) {
        byte[] erased = SealedValues.isOfHeader(place)
                ? erasedHeader(value)
                : erased(Payload.of(value)).bytes();
        return Arrays.equals(erased, MASK) || Arrays.equals(erased, MASK_AS_JSON) ? null : erased;
    }

    private byte[] erasedHeader(byte[] value) {
        Headers one = new Headers(List.of(new Header("", Payload.of(value))));
        return headers.hide(one, new Hiding(new SealedValues()))
                .list()
                .get(0)
                .value()
                .bytes();
    }

    private Payload erased(Payload payload) {
        return payloads.hide(payload, new Hiding(new SealedValues()));
    }

    // Versions

    private Version erase(Version version) {
        Hiding hiding = new Hiding(new SealedValues());
        Payload payload = payloads.hide(version.payload(), hiding);
        Headers shown = headers.hide(version.headers(), hiding);
        boolean lost = hiding.removed && version.completeness().isWhole();
        String notes = version.notes();
        return new Version(
                version.number(),
                version.time(),
                version.by(),
                notes == null ? null : hiding.secrets.hide(texts.text(notes)),
                payload,
                shown,
                lost ? Completeness.REMOVED : version.completeness(),
                version.priority(),
                version.tags().stream().map(texts::text).toList());
    }

    // Types of errors

    private static DeadLetter withTypesOf(DeadLetter before, DeadLetter after) {
        List<Attempt> attempts = new ArrayList<>(after.attempts().size());
        for (int i = 0; i < after.attempts().size(); i++)
            attempts.add(withTypeOf(before.attempts().get(i), after.attempts().get(i)));
        return new DeadLetter(
                after.id(),
                after.channel(),
                after.message(),
                withTypeOf(before.failure(), after.failure()),
                after.cause(),
                withTypeOf(before.lastFailure(), after.lastFailure()),
                after.lastCause(),
                after.priority(),
                after.tags(),
                after.ordered(),
                after.state(),
                attempts);
    }

    private static Attempt withTypeOf(Attempt before, Attempt after) {
        if (before.failure() == null || after.failure() == null) return after;
        return new Attempt(
                after.token(),
                after.startedAt(),
                after.took(),
                after.worker(),
                after.strategy(),
                after.result(),
                withTypeOf(before.failure(), after.failure()));
    }

    private static Failure withTypeOf(Failure before, Failure after) {
        return new Failure(
                before.type(),
                after.code(),
                after.message(),
                after.stackTrace(),
                after.context(),
                after.category(),
                after.retryability());
    }
}
