package dev.redrive.internal.redaction;

import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.UnclearMask;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which hidden value each mask of an edited message stands for. A mask at the place of a sealed value stands for it, also
 * where its element of an array has moved, as long as it is certain which element it was. A mask that stood there before and has no
 * value was written by the producer, or is what is left of a removed value. Any other mask is refused.
 */
final class MaskAttribution {
    private static final byte[] MASK = Redaction.MASK.getBytes(StandardCharsets.UTF_8);

    private final Message before;
    private final SealedValues values;
    private final SealedValues kept = new SealedValues();
    private boolean lacks;

    MaskAttribution(Message before, SealedValues values) {
        this.before = before;
        this.values = values;
    }

    /** The sealed values of the message, each at the place where its mask stands now. */
    SealedValues kept() {
        return kept;
    }

    /** True when there may be a mask in place of a value that was removed. */
    boolean lacks() {
        return lacks;
    }

    // Payloads

    void payload(Payload edited) {
        byte[] bytes = edited.bytes();
        MaskedNode now = MaskedNode.of(bytes).orElse(null);
        MaskedNode former = MaskedNode.of(before.payload().bytes()).orElse(null);
        int masks = masks(now, bytes);
        if (masks == 0) return;
        byte[] whole = values.get(SealedValues.WHOLE);
        boolean nothingSealed = values.ofPayload().isEmpty();
        if (whole != null && Arrays.equals(bytes, MASK)) kept.put(SealedValues.WHOLE, whole);
        else if (nothingSealed && masks <= masks(former, before.payload().bytes())) keepsText();
        else if (now == null) throw new UnclearMask("in the payload");
        else node(former, now);
    }

    private static int masks(@Nullable MaskedNode document, byte[] bytes) {
        if (document != null) return document.masks();
        String text = TextHider.readable(bytes);
        int masks = 0;
        for (int at = text.indexOf(Redaction.MASK); at >= 0; at = text.indexOf(Redaction.MASK, at + MASK.length))
            masks++;
        return masks;
    }

    private void keepsText() {
        if (!before.isWhole()) lacks = true;
    }

    private void node(@Nullable MaskedNode former, MaskedNode now) {
        if (now.masks() == 0) return;
        if (now.isLeaf() || now.isTwice()) leaf(former, now);
        else if (former != null && former.isArray() && now.isArray() && values.hasAnyIn(former.path()))
            elements(former, now);
        else now.children().forEach((step, child) -> node(former == null ? null : former.child(step), child));
    }

    private void elements(MaskedNode former, MaskedNode now) {
        FormerElements elements = new FormerElements(former.elements(), now.elements());
        now.children().forEach((step, child) -> {
            if (child.masks() == 0) return;
            int at = MaskedNode.index(step);
            int index = at < 0 ? FormerElements.UNKNOWN : elements.indexOf(at);
            node(index == FormerElements.UNKNOWN ? null : former.element(index), child);
        });
    }

    private void leaf(@Nullable MaskedNode former, MaskedNode now) {
        byte[] value = former == null ? null : values.get(former.path());
        if (value != null && now.isMask()) kept.put(now.path(), value);
        else if (value == null && former != null && !now.isTwice() && former.saysTheSame(now)) keepsText();
        else throw new UnclearMask("at " + now.path());
    }

    // Headers

    void headers(Headers edited) {
        Map<String, List<Header>> former = byName(before.headers());
        byName(edited).forEach((name, now) -> headers(name, former.getOrDefault(name, List.of()), now));
    }

    private static Map<String, List<Header>> byName(Headers headers) {
        Map<String, List<Header>> byName = new LinkedHashMap<>();
        for (Header header : headers.list())
            byName.computeIfAbsent(header.name(), name -> new ArrayList<>()).add(header);
        return byName;
    }

    /** Which of several with one name it is, is certain only where there are as many as there were. */
    private void headers(String name, List<Header> former, List<Header> now) {
        for (int i = 0; i < now.size(); i++) {
            Payload text = now.get(i).value();
            if (!TextHider.readable(text.bytes()).contains(Redaction.MASK)) continue;
            String place = SealedValues.header(name, i + 1);
            byte[] value = values.get(place);
            boolean asMany = former.size() == now.size();
            if (asMany && value != null && Arrays.equals(text.bytes(), MASK)) kept.put(place, value);
            else if (asMany && value == null && former.get(i).value().equals(text)) keepsText();
            else throw new UnclearMask("in header " + name);
        }
    }
}
