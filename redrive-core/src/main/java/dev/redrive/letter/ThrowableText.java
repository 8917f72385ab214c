package dev.redrive.letter;

import dev.redrive.internal.text.ShortText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes an exception as {@code printStackTrace} does. An exception is foreign code: its methods may throw, lie, or name
 * each other as causes in a ring, and capture has to survive all of it.
 */
final class ThrowableText {
    static final int LIMIT = 64 * 1024;

    private static final int ROOM_FOR_ROOT = 8 * 1024;
    private static final int MESSAGE_LIMIT = 4 * 1024;
    private static final int FRAME_LIMIT = 200;
    private static final int DEPTH_LIMIT = 1000;
    private static final int SUPPRESSED_DEPTH_LIMIT = 4;
    private static final StackTraceElement[] NO_FRAMES = {};

    private static final int MOST_LINES = 4096;
    private static final int LONGEST_LINE = 512;
    private static final Map<StackTraceElement, String> LINES = new ConcurrentHashMap<>();

    private final StringBuilder text = new StringBuilder(2048);
    private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private ThrowableText() {}

    static String of(Throwable thrown) {
        ThrowableText printer = new ThrowableText();
        printer.print(thrown, "", "", NO_FRAMES);
        return printer.text.toString();
    }

    /** Prints a cause chain. What lies between is left out when the room is spent, the root cause is not. */
    private void print(Throwable first, String caption, String indent, StackTraceElement[] outer) {
        List<Throwable> chain = chain(first);
        StackTraceElement[] enclosing = outer;
        for (int i = 0; i < chain.size(); i++) {
            Throwable thrown = chain.get(i);
            StackTraceElement[] frames = frames(thrown);
            boolean isRoot = i == chain.size() - 1 && indent.isEmpty();
            int limit = isRoot ? LIMIT : LIMIT - ROOM_FOR_ROOT;
            if (text.length() < limit)
                printOne(thrown, i == 0 ? caption : "Caused by: ", indent, frames, enclosing, limit);
            enclosing = frames;
        }
    }

    /** Collected before anything is printed, so that a suppressed exception cannot take a shared root cause away. */
    private List<Throwable> chain(Throwable first) {
        List<Throwable> chain = new ArrayList<>();
        Throwable thrown = first;
        while (chain.size() < DEPTH_LIMIT && seen.add(thrown)) {
            chain.add(thrown);
            thrown = safely(thrown::getCause, thrown);
        }
        return chain;
    }

    private void printOne(
            Throwable thrown,
            String caption,
            String indent,
            StackTraceElement[] frames,
            StackTraceElement[] enclosing,
            int limit) {
        if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') text.append('\n');
        append(indent, limit);
        append(caption, limit);
        append(shortened(safely(thrown::toString, thrown.getClass().getName())), limit);
        append("\n", limit);
        int own = frames.length - inCommon(frames, enclosing);
        for (int i = 0; i < own && i < FRAME_LIMIT; i++) {
            append(indent, limit);
            append(line(frames[i]), limit);
        }
        if (own > FRAME_LIMIT) append(indent + "\t... " + (own - FRAME_LIMIT) + " frames cut\n", limit);
        if (own < frames.length) append(indent + "\t... " + (frames.length - own) + " more\n", limit);
        printSuppressed(thrown, indent, frames);
    }

    /** Most frames were printed before, and to print one anew costs more than to find it. */
    private static String line(@Nullable StackTraceElement frame) {
        if (frame == null) return "\tat null\n";
        String known = LINES.get(frame);
        if (known != null) return known;
        String line = "\tat " + frame + "\n";
        if (LINES.size() >= MOST_LINES) LINES.clear();
        if (line.length() <= LONGEST_LINE) LINES.put(frame, line);
        return line;
    }

    private void printSuppressed(Throwable thrown, String indent, StackTraceElement[] frames) {
        if (indent.length() >= SUPPRESSED_DEPTH_LIMIT) return;
        for (Throwable suppressed : thrown.getSuppressed()) {
            if (text.length() >= LIMIT - ROOM_FOR_ROOT) return;
            if (!seen.contains(suppressed)) print(suppressed, "Suppressed: ", indent + "\t", frames);
        }
    }

    private void append(String part, int limit) {
        int room = limit - text.length();
        if (room > 0) text.append(ShortText.cut(part, room));
    }

    private static int inCommon(StackTraceElement[] frames, StackTraceElement[] enclosing) {
        int common = 0;
        while (common < frames.length
                && common < enclosing.length
                && Objects.equals(frames[frames.length - 1 - common], enclosing[enclosing.length - 1 - common]))
            common++;
        return common;
    }

    private static String shortened(String header) {
        String kept = ShortText.cut(header, MESSAGE_LIMIT);
        int cut = header.length() - kept.length();
        return cut == 0 ? header : kept + "\n\t... " + cut + " characters cut ...";
    }

    private static StackTraceElement[] frames(Throwable thrown) {
        return safely(thrown::getStackTrace, NO_FRAMES);
    }

    private static <T> T safely(Supplier<T> foreign, T otherwise) {
        try {
            T value = foreign.get();
            return value == null ? otherwise : value;
        } catch (Throwable broken) {
            return otherwise;
        }
    }
}
