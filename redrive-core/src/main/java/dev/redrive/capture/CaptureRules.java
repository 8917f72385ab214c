package dev.redrive.capture;

import dev.redrive.text.Glob;
import java.util.List;

/**
 * What is done with every message on its way in.
 *
 * @param ordered the channels in which letters with the same key go back one after the other
 */
public record CaptureRules(Redaction redaction, List<Glob> ordered, int maxPayloadBytes) {
    public static final int DEFAULT_MAX_PAYLOAD = 16 * 1024 * 1024;

    public CaptureRules {
        ordered = List.copyOf(ordered);
        if (maxPayloadBytes < 1)
            throw new IllegalArgumentException("the largest payload must be at least 1 byte, was " + maxPayloadBytes);
    }

    public static CaptureRules defaults() {
        return new CaptureRules(Redaction.none(), List.of(), DEFAULT_MAX_PAYLOAD);
    }

    boolean isOrdered(String channel) {
        return ordered.stream().anyMatch(glob -> glob.matches(channel));
    }
}
