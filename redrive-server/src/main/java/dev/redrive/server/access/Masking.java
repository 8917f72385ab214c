package dev.redrive.server.access;

import dev.redrive.alert.AlertMessage;
import dev.redrive.cause.Cause;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.Replay;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.Summary;
import dev.redrive.redaction.Redaction;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.Problem;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Masks what a caller may not see of a letter. Viewers see stars at the configured places, and where an error quotes their
 * values. That needs the letter itself; everywhere else the whole text of an error is masked.
 */
public final class Masking {
    private static final Masking NOTHING = new Masking(List.of());

    private static final String STARS = Redaction.MASK;
    /** What people write themselves in the request of a replay. */
    private static final RedactionGate REQUESTS =
            RedactionGate.masking(Stream.of("$..q", "$..text", "$..attributes", "$.notes", "$.transform")
                    .map(JsonPath::of)
                    .toList());

    private static final String COLON = ": ";

    private final boolean hidesAnything;
    private final RedactionGate gate;

    private Masking(List<JsonPath> paths) {
        this.hidesAnything = !paths.isEmpty();
        this.gate = RedactionGate.masking(paths);
    }

    /** For callers that may see everything. */
    public static Masking nothing() {
        return NOTHING;
    }

    public static Masking of(Settings settings, Caller caller) {
        List<JsonPath> masked = settings.access().masked();
        return caller.may(Role.OPERATOR) || masked.isEmpty() ? NOTHING : new Masking(masked);
    }

    /** For texts that are the same for all readers. */
    public static Masking ofViewers(Settings settings) {
        return new Masking(settings.access().masked());
    }

    public boolean hidesAnything() {
        return hidesAnything;
    }

    /** The same filter, unless it searches in payloads: repeated guesses would reveal what is hidden. */
    public Filter allowed(Filter filter) {
        if (filter.text() != null && hidesAnything)
            throw Problem.forbidden("you cannot search with q: parts of the payloads are hidden from you, and a search"
                    + " would find them");
        if (!filter.attributes().isEmpty() && hidesAnything)
            throw Problem.forbidden("you cannot search by attributes: parts of the payloads are hidden from you, and a"
                    + " search would find them");
        return filter;
    }

    /**
     * The letter as this person sees it; whether it is whole does not depend on the reader. What is sealed stands behind stars
     * already, so that no key is needed to look at it.
     */
    public DeadLetter shown(DeadLetter letter) {
        if (!hidesAnything) return letter;
        DeadLetter hidden = gate.hide(letter.with(letter.message().with(Sealed.nothing())));
        DeadLetter shown = hidden.with(hidden.message().with(letter.message().completeness()));
        return isKnown(letter, shown) ? shown : untold(shown);
    }

    /** False when an error may quote what is not in the payload, or not any more: it was hidden whole, or edited. */
    private static boolean isKnown(DeadLetter letter, DeadLetter shown) {
        return letter.state().version() == 0 && !shown.payload().equals(Payload.of(STARS));
    }

    private static DeadLetter untold(DeadLetter letter) {
        return new DeadLetter(
                letter.id(),
                letter.channel(),
                letter.message(),
                RedactionGate.untold(letter.failure()),
                letter.cause(),
                RedactionGate.untold(letter.lastFailure()),
                letter.lastCause(),
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                letter.state().withNotes(notes -> STARS),
                letter.attempts().stream().map(Masking::untold).toList());
    }

    private static Attempt untold(Attempt attempt) {
        Failure failure = attempt.failure();
        return new Attempt(
                attempt.token(),
                attempt.startedAt(),
                attempt.took(),
                attempt.worker(),
                attempt.strategy(),
                attempt.result(),
                failure == null ? null : RedactionGate.untold(failure));
    }

    public WholeLetter shown(WholeLetter whole) {
        if (!hidesAnything) return whole;
        return new WholeLetter(
                shown(whole.letter()),
                whole.versions().stream().map(this::shown).toList());
    }

    private Version shown(Version version) {
        return new Version(
                version.number(),
                version.time(),
                version.by(),
                notes(version.notes()),
                shown(version.payload()),
                version.headers(),
                version.completeness(),
                version.priority(),
                version.tags());
    }

    public Attempt shown(Attempt attempt) {
        return gate.hide(attempt);
    }

    /** What is kept beside a payload is hidden at the same places. */
    public Json shown(Json json) {
        return gate.json(json);
    }

    public Payload shown(Payload payload) {
        return hidesAnything ? gate.shown(payload) : payload;
    }

    // Where the letter is not at hand

    /** What an error says, or a line of a ledger because of one. */
    public String words(String text) {
        return hidesAnything && !text.isEmpty() ? STARS : text;
    }

    /** What a person noted about a change; it may quote what the change was about. */
    public @Nullable String notes(@Nullable String text) {
        return text == null ? null : words(text);
    }

    public ChannelHold shown(ChannelHold hold) {
        return new ChannelHold(hold.channel(), hold.by(), notes(hold.reason()), hold.since());
    }

    public Summary shown(Summary letter) {
        return letter.withWords(this::words);
    }

    public Cause shown(Cause cause) {
        return cause.withWords(this::words);
    }

    public LedgerLine shown(LedgerLine line) {
        String why = line.why();
        return why == null ? line : line.because(words(why));
    }

    /** Its plan has titles of causes, and errors of some letters; its request may quote payloads in what people wrote. */
    public Replay shown(Replay replay) {
        if (!hidesAnything) return replay;
        return replay.with(replay.plan().withWords(this::words))
                .with(REQUESTS.json(replay.asked()), replay.task().withTransform(this::words));
    }

    public AlertMessage shown(AlertMessage alert) {
        return new AlertMessage(
                alert.id(),
                alert.rule(),
                alert.channel(),
                alert.severity(),
                alert.kind(),
                beforeColon(alert.text()),
                alert.at(),
                alert.deliveries().stream().map(this::shown).toList());
    }

    private AlertMessage.Delivery shown(AlertMessage.Delivery delivery) {
        String error = delivery.error();
        return new AlertMessage.Delivery(
                delivery.way(), delivery.delivered(), delivery.tries(), error == null ? null : words(error));
    }

    /** Our own words end at the first colon; behind it are titles of causes. */
    private String beforeColon(String text) {
        int colon = text.indexOf(COLON);
        return colon < 0 || !hidesAnything ? text : text.substring(0, colon) + COLON + STARS;
    }
}
