package dev.redrive.cause;

import dev.redrive.letter.CauseId;
import java.util.List;

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

    /** For people: {@code SocketTimeoutException: Read timed out after <n> ms}. */
    public String title() {
        String name = type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
        if (message.isEmpty()) return name;
        return name.isEmpty() ? message : name + ": " + message;
    }
}
