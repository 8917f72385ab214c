package dev.redrive.internal.redaction;

import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.Payload;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.Redaction.Mode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Hides values of a payload: those at paths, and those that look like a pattern. Where it is unknown which values are in it, it is
 * hidden whole.
 */
final class PayloadHider {
    private static final byte[] MASK = Redaction.MASK.getBytes(StandardCharsets.UTF_8);
    private static final byte[] MASK_AS_JSON = Json.quote(Redaction.MASK).getBytes(StandardCharsets.UTF_8);

    private final RedactionRules rules;

    PayloadHider(RedactionRules rules) {
        this.rules = rules;
    }

    Payload hide(Payload payload, Hiding hiding) {
        boolean nothing = rules.paths().isEmpty() && rules.ofPatterns().isEmpty() && hiding.before.isEmpty();
        if (payload.size() == 0 || nothing) return payload;
        byte[] bytes = payload.bytes();
        boolean isMask = Arrays.equals(bytes, MASK);
        if (isMask && hiding.kept.get(SealedValues.WHOLE) != null) return whole(Mode.SEAL, bytes, hiding);
        byte[] hidden = atPaths(bytes, hiding);
        if (!Arrays.equals(hidden, MASK)) hidden = likePatterns(hidden, bytes, hiding);
        return hidden == bytes ? payload : Payload.of(hidden);
    }

    private Payload whole(Mode mode, byte[] bytes, Hiding hiding) {
        byte[] value = hiding.kept.into(Payload.of(bytes)).bytes();
        hiding.now.clearPayload();
        hiding.secrets.addAllIn(value);
        if (mode == Mode.SEAL) hiding.seal(SealedValues.WHOLE, value, Arrays.equals(value, MASK));
        else hiding.removed = true;
        return Payload.of(MASK);
    }

    private byte[] atPaths(byte[] bytes, Hiding hiding) {
        if (rules.paths().isEmpty()) return bytes;
        Optional<List<JsonPath.Place>> found = JsonPath.places(bytes, rules.paths());
        if (found.isEmpty() || JsonDetector.isTextThatHoldsJson(bytes)) {
            boolean may = JsonDetector.mayHoldJson(bytes);
            return may
                    ? whole(RedactionRules.strictest(rules.pathModes()), bytes, hiding)
                            .bytes()
                    : bytes;
        }
        if (found.get().isEmpty()) return bytes;
        for (JsonPath.Place place : found.get()) {
            byte[] value = place.in(bytes);
            boolean isMask = Arrays.equals(value, MASK_AS_JSON);
            if (!isMask) hiding.found(value, rules.pathModes().get(place.which()));
            if (rules.pathModes().get(place.which()) == Mode.REMOVE) hiding.removed = true;
            else if (hiding.now.get(place.path()) != null || !JsonPath.isPath(place.path()))
                return whole(RedactionRules.strictest(rules.pathModes()), bytes, hiding)
                        .bytes();
            else hiding.seal(place.path(), value, isMask);
        }
        return JsonPath.replace(bytes, found.get(), place -> MASK_AS_JSON);
    }

    private byte[] likePatterns(byte[] bytes, byte[] original, Hiding hiding) {
        HiddenValues known = hiding.known;
        if (rules.ofPatterns().isEmpty() && known.isEmpty()) return bytes;
        Optional<List<JsonPath.Place>> leaves = JsonPath.leaves(bytes);
        byte[] hidden = leaves.isPresent() ? inLeaves(bytes, leaves.get(), known, hiding) : inText(bytes, hiding);
        String rest = TextHider.readable(hidden);
        if (known.isIn(rest)) return whole(Mode.SEAL, original, hiding).bytes();
        for (Redaction.Rule rule : rules.ofPatterns())
            if (RedactionRules.pattern(rule).isIn(rest))
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
            for (Redaction.Rule rule : rules.ofPatterns()) {
                String next = RedactionRules.pattern(rule).hide(after);
                if (next.equals(after)) continue;
                hiding.found(raw, rule.mode());
                boolean taken = hiding.now.get(leaf.path()) != null || !JsonPath.isPath(leaf.path());
                if (rule.mode() == Mode.REMOVE || taken) {
                    hiding.removed = true;
                    after = next;
                } else {
                    hiding.seal(leaf.path(), raw, false);
                    after = Redaction.MASK;
                }
            }
            if (known.isIn(after) && JsonPath.isPath(leaf.path())) {
                hiding.seal(leaf.path(), raw, false);
                after = Redaction.MASK;
            }
            if (!after.equals(text)) changed.put(leaf, Json.quote(after).getBytes(StandardCharsets.UTF_8));
            else if (Arrays.equals(raw, MASK_AS_JSON) && isMaskOfBefore(leaf, hiding))
                hiding.seal(leaf.path(), raw, true);
        }
        if (changed.isEmpty()) return bytes;
        List<JsonPath.Place> places =
                leaves.stream().filter(changed::containsKey).toList();
        return JsonPath.replace(bytes, places, place -> Objects.requireNonNull(changed.get(place)));
    }

    /** False for one that was put there just now, in place of a new value. */
    private static boolean isMaskOfBefore(JsonPath.Place leaf, Hiding hiding) {
        boolean hid = hiding.kept.get(leaf.path()) != null || hiding.before.get(leaf.path()) != null;
        return hid && hiding.now.get(leaf.path()) == null;
    }

    /** What is to be sealed is not cut out of a text here; it is still in it, so the whole text is sealed. */
    private byte[] inText(byte[] bytes, Hiding hiding) {
        Payload payload = Payload.of(bytes);
        if (!payload.isText()) return bytes;
        String text = payload.text();
        String hidden = text;
        for (Redaction.Rule rule : rules.ofPatterns())
            if (rule.mode() == Mode.REMOVE)
                hidden = RedactionRules.pattern(rule).hide(hidden);
        if (hidden.equals(text)) return bytes;
        hiding.removed = true;
        return hidden.getBytes(StandardCharsets.UTF_8);
    }
}
