package dev.redrive.internal.cause;

import dev.redrive.cause.Fingerprint;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.StackTrace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes fingerprints of failures. */
public final class Fingerprints {
    private Fingerprints() {}

    /** Whether a line of a stack trace is of the application, and not of a library or of ours. */
    public static boolean isOfApplication(String frame) {
        return StackFrame.isOfApplication(frame);
    }

    /** The fingerprint of a failure as it is stored. */
    public static Fingerprint of(String type, @Nullable String code, String message, StackTrace trace) {
        StackTrace.Split split = trace.split();
        return of(type, code, message, TraceShape.of(split.frames()), split.messages());
    }

    /** The shape may come from a cache: it depends on nothing but the frames of the split trace. */
    static Fingerprint of(String type, @Nullable String code, String message, TraceShape shape, List<String> messages) {
        if (shape.isOurs()) return of(type, code == null ? "" : code, List.of(), TargetWording.of(type, message));
        if (shape.frames().isEmpty()) return of(type, code == null ? "" : code, List.of(), MessageShape.of(message));
        if (shape.rootType().isEmpty()) return of(type, "", shape.frames(), MessageShape.of(message));
        return of(shape.rootType(), "", shape.frames(), MessageShape.of(shape.rootMessage(messages)));
    }

    private static Fingerprint of(String type, String code, List<String> frames, String message) {
        StringBuilder parts = new StringBuilder(512);
        appendPart(parts, Integer.toString(Fingerprint.VERSION));
        appendPart(parts, type);
        appendPart(parts, code);
        for (String frame : frames) appendPart(parts, frame);
        appendPart(parts, message);
        return new Fingerprint(Fingerprint.VERSION, CauseId.hashOf(parts.toString()), type, frames, message);
    }

    /** The length goes first, so that no two lists of parts read the same. */
    private static void appendPart(StringBuilder parts, String part) {
        parts.append(part.length()).append(':').append(part);
    }
}
