package dev.redrive.server.access;

import dev.redrive.capture.RedactionGate;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Sealed;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.Problem;
import dev.redrive.store.Filter;
import dev.redrive.text.Json;
import dev.redrive.text.JsonPath;
import java.util.List;

/** What of a letter somebody may not see. Whoever only looks sees stars at the configured places, and where they are quoted. */
public final class Masking {
    private static final Masking NOTHING = new Masking(List.of());

    private final boolean hidesAnything;
    private final RedactionGate gate;

    private Masking(List<JsonPath> paths) {
        this.hidesAnything = !paths.isEmpty();
        this.gate = RedactionGate.masking(paths);
    }

    /** For whoever may see all that is kept. */
    public static Masking nothing() {
        return NOTHING;
    }

    public static Masking of(Settings settings, Caller caller) {
        List<JsonPath> masked = settings.access().masked();
        return caller.may(Role.OPERATOR) || masked.isEmpty() ? NOTHING : new Masking(masked);
    }

    public boolean hidesAnything() {
        return hidesAnything;
    }

    /** The same filter, unless it searches for text: whoever may guess again and again finds out what is hidden. */
    public Filter allowed(Filter filter) {
        if (filter.text() != null && hidesAnything)
            throw Problem.forbidden("you cannot search with q: parts of the payloads are hidden from you, and a search"
                    + " would find them");
        return filter;
    }

    /**
     * The letter as this person sees it; whether it is whole does not depend on who looks. What is sealed stands behind stars
     * already, so that no key is needed to look at it.
     */
    public DeadLetter shown(DeadLetter letter) {
        if (!hidesAnything) return letter;
        DeadLetter hidden = gate.hide(letter.with(letter.message().with(Sealed.nothing())));
        return hidden.with(hidden.message().with(letter.message().completeness()));
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

    /** A text about a letter, such as an error message. */
    public String shown(String text) {
        return gate.text(text);
    }
}
