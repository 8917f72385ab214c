package dev.redrive.server.causes;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrame;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Says until when a cause is ignored. */
public final class IgnoredText {
    private IgnoredText() {}

    /** {@code until 02:00 UTC or 500 more letters}; empty when it is ignored for good, or not ignored. */
    public static String of(Cause cause, PageFrame frame) {
        if (cause.state() != CauseState.IGNORED) return "";
        List<String> ends = new ArrayList<>();
        Instant time = cause.care().ignored().time();
        Long upTo = cause.care().ignored().upTo();
        if (time != null) ends.add(frame.when(time).minute());
        if (upTo != null) ends.add(more(upTo - cause.counts().total()));
        if (cause.care().ignored().atRelease()) ends.add("the next release");
        return ends.isEmpty() ? "" : "until " + String.join(" or ", ends);
    }

    private static String more(long letters) {
        return letters < 1 ? "the next letter" : NameText.count(letters, "more letter", "more letters");
    }
}
