package dev.redrive.internal.cause;

import dev.redrive.letter.StackTrace;
import dev.redrive.letter.StackTrace.Thrown;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a fingerprint that comes from the frames of a trace alone and may be cached by them. The root type is empty
 * when the trace names none; {@code rootPart} is the place of the root's message in the split trace, or -1.
 *
 * @param isOurs our own code reports the failure, and none of the application had a part in it
 */
record TraceShape(String rootType, List<String> frames, int rootPart, boolean isOurs) {
    private static final int FRAMES = 5;
    private static final int FRAMES_OF_ANY_KIND = 3;

    public TraceShape {
        frames = List.copyOf(frames);
    }

    /** Takes the {@code frames} half of {@link StackTrace#split()}. */
    public static TraceShape of(String splitFrames) {
        List<Thrown> chain = StackTrace.ofText(splitFrames).chain();
        if (chain.isEmpty()) return new TraceShape("", List.of(), -1, false);
        Thrown root = chain.get(chain.size() - 1);
        List<String> own = innermostOfApplication(chain);
        boolean isOurs = own.isEmpty() && isThrownByUs(chain.get(0));
        List<String> frames = own.isEmpty() && !isOurs ? innermostOfAnyKind(chain) : own;
        return new TraceShape(root.type(), frames, root.part(), isOurs);
    }

    String rootMessage(List<String> messages) {
        return rootPart >= 0 && rootPart < messages.size() ? messages.get(rootPart) : "";
    }

    private static boolean isThrownByUs(Thrown thrown) {
        return !thrown.frames().isEmpty() && StackFrame.isOurs(thrown.frames().get(0));
    }

    /** From the innermost exception that has frames of the application: wrappers further out do not matter. */
    private static List<String> innermostOfApplication(List<Thrown> chain) {
        for (int i = chain.size() - 1; i >= 0; i--) {
            List<String> own = applicationFrames(chain.get(i).frames());
            if (!own.isEmpty()) return own;
        }
        return List.of();
    }

    /** Up to where our own code called: how the engine got there says nothing about why it failed. */
    private static List<String> innermostOfAnyKind(List<Thrown> chain) {
        for (int i = chain.size() - 1; i >= 0; i--) {
            List<String> frames = firstFrames(chain.get(i).frames());
            if (!frames.isEmpty()) return frames;
        }
        return List.of();
    }

    private static List<String> applicationFrames(List<String> frames) {
        List<String> own = new ArrayList<>(FRAMES);
        for (String line : frames) {
            if (own.size() == FRAMES) break;
            if (StackFrame.isOfApplication(line)) own.add(StackFrame.normalised(line));
        }
        return own;
    }

    private static List<String> firstFrames(List<String> frames) {
        return frames.stream()
                .takeWhile(line -> !StackFrame.isOurs(line))
                .limit(FRAMES_OF_ANY_KIND)
                .map(StackFrame::normalised)
                .toList();
    }
}
