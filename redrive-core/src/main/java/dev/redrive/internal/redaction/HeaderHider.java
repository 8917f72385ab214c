package dev.redrive.internal.redaction;

import dev.redrive.json.JsonPath;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.Redaction.Mode;
import dev.redrive.redaction.Redaction.What;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Hides values of headers: those of some names, those that hold a document with a path, and those that look like a pattern. */
final class HeaderHider {
    private static final byte[] MASK = Redaction.MASK.getBytes(StandardCharsets.UTF_8);

    private final RedactionRules rules;
    private final TextHider texts;

    HeaderHider(RedactionRules rules, TextHider texts) {
        this.rules = rules;
        this.texts = texts;
    }

    Headers hide(Headers headers, Hiding hiding) {
        if (headers.list().isEmpty()) return headers;
        List<Header> shown = new ArrayList<>(headers.list().size());
        HiddenValues known = hiding.known;
        Map<String, Integer> seen = new HashMap<>();
        for (Header header : headers.list()) {
            int number = seen.merge(header.name(), 1, Integer::sum);
            shown.add(header(header, SealedValues.header(header.name(), number), known, hiding));
        }
        return new Headers(shown);
    }

    /**
     * A value of the payload that is copied here is hidden, too.
     *
     * @param known what was sealed in the letter before
     */
    private Header header(Header header, String place, HiddenValues known, Hiding hiding) {
        if (header.value().size() == 0) return header;
        byte[] value = header.value().bytes();
        boolean isMask = Arrays.equals(value, MASK);
        Mode mode = headerMode(header.name()).orElse(null);
        if (mode == null && isMask && hiding.kept.get(place) != null) mode = Mode.SEAL;
        String text = header.value().isText() ? header.value().text() : TextHider.readable(value);
        String hidden = text;
        if (mode == null) {
            hidden = texts.documents(text);
            if (!hidden.equals(text)) mode = modeOfDocuments(value, hiding);
            for (Redaction.Rule rule : rules.ofPatterns()) {
                String next = RedactionRules.pattern(rule).hide(hidden);
                if (next.equals(hidden)) continue;
                if (mode == null || rule.mode() == Mode.REMOVE) mode = rule.mode();
                hidden = next;
            }
            String copy = hiding.removedFromPayload.hide(hidden);
            if (!copy.equals(hidden)) {
                mode = Mode.REMOVE;
                hidden = copy;
            }
            boolean isSealedElsewhere = known.isIn(text) || hiding.sealedInPayload.isIn(text);
            if (mode == null && isSealedElsewhere) mode = Mode.SEAL;
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

    private Mode modeOfDocuments(byte[] value, Hiding hiding) {
        List<JsonPath.Place> places = JsonPath.places(value, rules.paths()).orElse(List.of());
        places.forEach(place -> hiding.secrets.addJson(place.in(value)));
        List<Mode> modes = places.stream()
                .map(place -> rules.pathModes().get(place.which()))
                .toList();
        return RedactionRules.strictest(modes.isEmpty() ? rules.pathModes() : modes);
    }

    private Optional<Mode> headerMode(String headerName) {
        String name = headerName.toLowerCase(Locale.ROOT);
        return rules.ofHeaders().stream()
                .filter(rule -> ((What.OfHeader) rule.what()).name().matches(name))
                .map(Redaction.Rule::mode)
                .findFirst();
    }
}
