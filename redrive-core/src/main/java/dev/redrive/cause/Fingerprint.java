package dev.redrive.cause;

import dev.redrive.letter.CauseId;
import dev.redrive.letter.StackTrace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a failure shares with others of the same cause, and so why letters are grouped. With frames: the root cause's type,
 * the application's frames and the wording of its message; without: type, code and wording. What our own code says of a target has
 * the target and the status in its wording, and none of our frames.
 */
public record Fingerprint(int version, CauseId id, String type, List<String> frames, String message) {
    /** Goes up when the same failure would get another id, so that old and new causes are not mixed. */
    public static final int VERSION = 2;

    public Fingerprint {
        frames = List.copyOf(frames);
    }

    public static Fingerprint of(String type, @Nullable String code, String message, StackTrace trace) {
        StackTrace.Split split = trace.split();
        return of(type, code, message, TraceShape.of(split.frames()), split.messages());
    }

    /** The shape may come from a cache: it depends on nothing but the frames of the split trace. */
    public static Fingerprint of(
            String type, @Nullable String code, String message, TraceShape shape, List<String> messages) {
        if (shape.isOurs()) return of(type, code == null ? "" : code, List.of(), TargetWording.of(type, message));
        if (shape.frames().isEmpty()) return of(type, code == null ? "" : code, List.of(), MessageShape.of(message));
        if (shape.rootType().isEmpty()) return of(type, "", shape.frames(), MessageShape.of(message));
        return of(shape.rootType(), "", shape.frames(), MessageShape.of(shape.rootMessage(messages)));
    }

    private static Fingerprint of(String type, String code, List<String> frames, String message) {
        StringBuilder parts = new StringBuilder(512);
        appendPart(parts, Integer.toString(VERSION));
        appendPart(parts, type);
        appendPart(parts, code);
        for (String frame : frames) appendPart(parts, frame);
        appendPart(parts, message);
        return new Fingerprint(VERSION, CauseId.hashOf(parts.toString()), type, frames, message);
    }

    /** The length goes first, so that no two lists of parts read the same. */
    private static void appendPart(StringBuilder parts, String part) {
        parts.append(part.length()).append(':').append(part);
    }

    /** For people: {@code SocketTimeoutException: Read timed out after <n> ms}. */
    public String title() {
        String name = type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
        if (message.isEmpty()) return name;
        return name.isEmpty() ? message : name + ": " + message;
    }
}
