package dev.redrive.internal.redaction;

import dev.redrive.json.JsonPath;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.Redaction.Mode;
import dev.redrive.redaction.Redaction.What;
import dev.redrive.redaction.TextPattern;
import java.util.List;

/** The rules of a {@link Redaction} by what they look at. */
record RedactionRules(
        List<JsonPath> paths, List<Mode> pathModes, List<Redaction.Rule> ofHeaders, List<Redaction.Rule> ofPatterns) {

    static RedactionRules of(Redaction redaction) {
        return new RedactionRules(
                redaction.paths(),
                of(redaction, What.AtPath.class).stream()
                        .map(Redaction.Rule::mode)
                        .toList(),
                of(redaction, What.OfHeader.class),
                of(redaction, What.Like.class));
    }

    boolean isEmpty() {
        return paths.isEmpty() && ofHeaders.isEmpty() && ofPatterns.isEmpty();
    }

    private static List<Redaction.Rule> of(Redaction redaction, Class<? extends What> kind) {
        return redaction.rules().stream()
                .filter(rule -> kind.isInstance(rule.what()))
                .toList();
    }

    /** Where it is unknown which of the values are there, all are removed if any of them has to be. */
    static Mode strictest(List<Mode> modes) {
        return modes.contains(Mode.REMOVE) ? Mode.REMOVE : Mode.SEAL;
    }

    static TextPattern pattern(Redaction.Rule rule) {
        return ((What.Like) rule.what()).pattern();
    }
}
