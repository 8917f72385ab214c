package dev.redrive.letter;

import dev.redrive.internal.text.CleanText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stack trace as text, from whatever language. It holds no NUL and no half of a surrogate pair, because PostgreSQL
 * cannot; it is never turned back into an exception. All that is done with it is linear in its length.
 */
public final class StackTrace {
    /** The most characters of a trace that is kept, see {@link #cut()}. */
    public static final int LIMIT = 4096;

    private static final int ROOT_LIMIT = 1536;
    private static final int ROOT_HEADER_LIMIT = 512;
    private static final int MARKER_ROOM = 48;
    private static final StackTrace NONE = new StackTrace("");

    private final String text;
    /** Worked out once: the fingerprint and the store both want it. */
    private volatile @Nullable Split split;

    private StackTrace(String cleanText) {
        text = cleanText;
    }

    /** What {@code printStackTrace} would print, but bounded, and whatever the exception's own methods do. */
    public static StackTrace of(Throwable thrown) {
        return ofText(ThrowableText.of(thrown));
    }

    public static StackTrace ofText(String text) {
        return text.isEmpty() ? NONE : new StackTrace(CleanText.text(text));
    }

    public static StackTrace none() {
        return NONE;
    }

    /** The trace in at most {@link #LIMIT} characters: its beginning, and the beginning of its root cause. */
    public StackTrace cut() {
        if (text.length() <= LIMIT) return this;
        TraceSections.Section root = TraceSections.of(text).root();
        int headRoom = LIMIT - ROOT_LIMIT - 2 * MARKER_ROOM;
        StringBuilder kept = new StringBuilder(LIMIT);
        if (root.start() <= headRoom) {
            appendUpTo(kept, 0, LIMIT - MARKER_ROOM);
            appendMarker(kept, text.length() - kept.length());
        } else {
            appendUpTo(kept, 0, headRoom);
            appendMarker(kept, root.start() - kept.length());
            appendRoot(kept.append('\n'), root);
        }
        return new StackTrace(kept.toString());
    }

    /** A root cause with a very long message still shows its first frames. */
    private void appendRoot(StringBuilder kept, TraceSections.Section root) {
        int from = root.start();
        int end = kept.length() + ROOT_LIMIT;
        if (root.messageEnd() - from > ROOT_HEADER_LIMIT) {
            int before = kept.length();
            appendUpTo(kept, from, from + ROOT_HEADER_LIMIT);
            appendMarker(kept, root.messageEnd() - from - (kept.length() - before));
            from = root.messageEnd();
        }
        appendUpTo(kept, from, from + end - kept.length());
    }

    /** Ends at the end of a line when one is near, and never within a surrogate pair. */
    private void appendUpTo(StringBuilder kept, int from, int end) {
        if (end >= text.length()) {
            kept.append(text, from, text.length());
            return;
        }
        int line = text.lastIndexOf('\n', end);
        int stop = line > from && line > end - 300 ? line : end;
        if (Character.isLowSurrogate(text.charAt(stop))) stop--;
        kept.append(text, from, stop);
    }

    private static void appendMarker(StringBuilder kept, int characters) {
        kept.append("\n\t... ").append(characters).append(" characters cut ...");
    }

    /** The frames, which hardly ever differ between two letters of one cause, apart from the messages, which do. */
    public Split split() {
        Split known = split;
        if (known != null) return known;
        Split made = makeSplit();
        split = made;
        return made;
    }

    private Split makeSplit() {
        if (text.indexOf(TraceSections.MARK) >= 0) return new Split(text, List.of());
        StringBuilder frames = new StringBuilder(text.length());
        List<String> messages = new ArrayList<>();
        int at = 0;
        for (TraceSections.Section section : TraceSections.of(text).all()) {
            if (!section.hasMessage()) continue;
            frames.append(text, at, section.messageStart()).append(TraceSections.MARK);
            messages.add(text.substring(section.messageStart(), section.messageEnd()));
            at = section.messageEnd();
        }
        return new Split(frames.append(text, at, text.length()).toString(), messages);
    }

    /** Undoes {@link #split()}, exactly. */
    public static StackTrace join(String frames, List<String> messages) {
        if (messages.isEmpty()) return ofText(frames);
        StringBuilder text = new StringBuilder(frames.length() + 64 * messages.size());
        int at = 0;
        for (String message : messages) {
            int mark = frames.indexOf(TraceSections.MARK, at);
            if (mark < 0) break;
            text.append(frames, at, mark).append(message);
            at = mark + 1;
        }
        return new StackTrace(text.append(frames, at, frames.length()).toString());
    }

    /** The exceptions of the cause chain, outermost first; suppressed ones are left out. */
    public List<Thrown> chain() {
        return TraceSections.of(text).chain();
    }

    /** The frame lines without {@code at}, those of the root cause first, then outwards. */
    public List<String> frames() {
        List<Thrown> chain = chain();
        List<String> frames = new ArrayList<>();
        for (int i = chain.size() - 1; i >= 0; i--) frames.addAll(chain.get(i).frames());
        return frames;
    }

    /** The type of the innermost cause that names one. */
    public Optional<String> rootType() {
        List<Thrown> chain = chain();
        for (int i = chain.size() - 1; i >= 0; i--) {
            String type = chain.get(i).type();
            if (!type.isEmpty()) return Optional.of(type);
        }
        return Optional.empty();
    }

    public String text() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StackTrace trace && text.equals(trace.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** A trace in two halves: in {@code frames} each message is replaced by one U+0001. */
    public record Split(String frames, List<String> messages) {
        public Split {
            messages = List.copyOf(messages);
        }
    }

    /**
     * One exception of a trace. The type is empty when the trace does not name it; {@code part} is the place of its
     * message among {@link Split#messages()}, or -1 when it has none.
     */
    public record Thrown(String type, String message, int part, List<String> frames) {
        public Thrown {
            frames = List.copyOf(frames);
        }
    }
}
