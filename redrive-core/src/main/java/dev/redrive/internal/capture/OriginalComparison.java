package dev.redrive.internal.capture;

import dev.redrive.capture.Comparison;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Payload;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.redaction.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Compares a record with the beginning of it that a letter has. What was sealed in the letter is opened; what was removed from the
 * letter is removed from the record, too.
 */
public final class OriginalComparison {
    private final RedactionGate gate;
    private final DeadLetter letter;
    private final Payload record;

    public OriginalComparison(RedactionGate gate, DeadLetter letter, Payload record) {
        this.gate = gate;
        this.letter = letter;
        this.record = record;
    }

    public Comparison compare(OptionalLong kept, OptionalLong size) {
        try {
            Payload opened = gate.open(letter).payload();
            if (begins(record, opened.bytes())) return Comparison.SAME;
            return firstMask(opened) < 0 ? Comparison.OTHER : compareMasked(kept, size);
        } catch (CannotOpen unknown) {
            return Comparison.UNKNOWN;
        }
    }

    private Comparison compareMasked(OptionalLong kept, OptionalLong size) {
        Payload masked = letter.payload();
        if (masked.text().equals(Redaction.MASK)) return compareSize(size);
        boolean hiddenThenCut = begins(gate.shown(record), masked.bytes());
        if (hiddenThenCut
                || (kept.isPresent() && cutThenHidden(kept.getAsLong()).equals(masked))) return Comparison.SAME;
        // The rules may have been others when the letter was captured.
        byte[] unmasked = Arrays.copyOf(masked.bytes(), firstMask(masked));
        return begins(record, unmasked) ? Comparison.UNKNOWN : Comparison.OTHER;
    }

    private Comparison compareSize(OptionalLong size) {
        if (size.isEmpty()) return Comparison.UNKNOWN;
        return size.getAsLong() == record.size() ? Comparison.SAME : Comparison.OTHER;
    }

    private Payload cutThenHidden(long kept) {
        int length = (int) Math.max(0, Math.min(kept, record.size()));
        return gate.shown(Payload.of(Arrays.copyOf(record.bytes(), length)));
    }

    /** In bytes. */
    private static int firstMask(Payload payload) {
        return new String(payload.bytes(), StandardCharsets.ISO_8859_1).indexOf(Redaction.MASK);
    }

    private static boolean begins(Payload record, byte[] beginning) {
        byte[] bytes = record.bytes();
        return bytes.length >= beginning.length
                && Arrays.equals(bytes, 0, beginning.length, beginning, 0, beginning.length);
    }
}
