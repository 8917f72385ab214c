package dev.redrive.internal.retention;

import dev.redrive.internal.text.ShortText;
import dev.redrive.store.retention.RetentionRun;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a run of retention has come to so far. */
final class RunCounts {
    private static final int NAMED_PROBLEMS = 3;
    private static final int LONGEST_PROBLEM = 2_000;

    long archived;
    long closed;
    long removed;
    long held;
    long objects;
    long bytes;
    private final Set<String> problems = new LinkedHashSet<>();
    private int moreProblems;

    /** Many damaged objects are one problem with some names. */
    void problem(String what) {
        if (problems.contains(what)) return;
        if (problems.size() < NAMED_PROBLEMS) problems.add(what);
        else moreProblems++;
    }

    RetentionRun end(String node, Instant startedAt, Instant endedAt) {
        return new RetentionRun(node, startedAt, endedAt, archived, closed, removed, held, objects, bytes, problem());
    }

    private @Nullable String problem() {
        if (problems.isEmpty()) return null;
        String text = String.join("; ", problems) + (moreProblems == 0 ? "" : "; and " + moreProblems + " more");
        return ShortText.withDots(text, LONGEST_PROBLEM);
    }
}
