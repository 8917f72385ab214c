package dev.redrive.internal.capture;

import dev.redrive.letter.SystemState;
import dev.redrive.redaction.Redaction;
import dev.redrive.text.Glob;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The settings for capturing messages: redaction, ordered channels, payload limit and system state.
 *
 * @param ordered the channels in which letters with the same key go back one after the other
 * @param systemState how busy the machine is, which is noted with every letter whose sender does not say it
 */
public record CaptureRules(
        Redaction redaction, List<Glob> ordered, int maxPayloadBytes, Supplier<Optional<SystemState>> systemState) {
    public static final int DEFAULT_MAX_PAYLOAD = 16 * 1024 * 1024;

    public CaptureRules {
        ordered = List.copyOf(ordered);
        if (maxPayloadBytes < 1)
            throw new IllegalArgumentException("the largest payload must be at least 1 byte, was " + maxPayloadBytes);
    }

    public CaptureRules(Redaction redaction, List<Glob> ordered, int maxPayloadBytes) {
        this(redaction, ordered, maxPayloadBytes, Optional::empty);
    }

    public static CaptureRules defaults() {
        return new CaptureRules(Redaction.none(), List.of(), DEFAULT_MAX_PAYLOAD);
    }

    boolean isOrdered(String channel) {
        return ordered.stream().anyMatch(glob -> glob.matches(channel));
    }
}
