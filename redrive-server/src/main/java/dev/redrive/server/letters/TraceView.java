package dev.redrive.server.letters;

import dev.redrive.internal.cause.Fingerprints;
import dev.redrive.letter.Failure;
import dev.redrive.letter.StackTrace;
import dev.redrive.server.pages.NameText;
import java.util.ArrayList;
import java.util.List;

/**
 * The error of one letter, as it is read: what the application did first, everything else folded.
 *
 * @param own the frames of the application, innermost exception first
 * @param root the innermost exception, if it is another one than the error itself
 * @param others how many frames are not the application's
 */
public record TraceView(String type, String message, List<String> own, List<String> root, int others, String whole) {
    private static final int SHOWN = 12;

    public static TraceView of(Failure failure) {
        List<StackTrace.Thrown> chain = failure.stackTrace().chain();
        List<String> own = new ArrayList<>();
        int all = 0;
        for (int i = chain.size() - 1; i >= 0; i--) {
            all += chain.get(i).frames().size();
            for (String frame : chain.get(i).frames())
                if (Fingerprints.isOfApplication(frame) && !own.contains(frame)) own.add(frame);
        }
        int others = all - own.size();
        return new TraceView(
                failure.type(),
                failure.message(),
                own.size() > SHOWN ? List.copyOf(own.subList(0, SHOWN)) : List.copyOf(own),
                root(failure, chain),
                others,
                failure.stackTrace().text());
    }

    /** What folds the whole of it. */
    public String title() {
        return others == 0
                ? "Whole stack trace"
                : "Whole stack trace, with " + NameText.count(others, "frame", "frames") + " of libraries";
    }

    private static List<String> root(Failure failure, List<StackTrace.Thrown> chain) {
        if (chain.size() < 2) return List.of();
        StackTrace.Thrown root = chain.get(chain.size() - 1);
        boolean isSame = root.type().equals(failure.type()) && root.message().equals(failure.message());
        return isSame || root.type().isEmpty() ? List.of() : List.of(root.type(), root.message());
    }
}
