package dev.redrive.server.replays;

import dev.redrive.ledger.ReplayId;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Why a replay is in its state, with a link to the other replay that the words name.
 *
 * @param before the words before the link; all of them when there is none
 */
public record LinkedReason(String before, Optional<ReplayId> other, String after) {
    private static final Pattern OTHER =
            Pattern.compile("(?<=\\breplay )[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b");

    /** Only to a replay that the reader may see. */
    static LinkedReason of(@Nullable String reason, Predicate<ReplayId> maySee) {
        if (reason == null) return new LinkedReason("", Optional.empty(), "");
        Matcher found = OTHER.matcher(reason);
        if (!found.find()) return new LinkedReason(reason, Optional.empty(), "");
        ReplayId other = ReplayId.of(found.group());
        if (!maySee.test(other)) return new LinkedReason(reason, Optional.empty(), "");
        return new LinkedReason(reason.substring(0, found.start()), Optional.of(other), reason.substring(found.end()));
    }

    public boolean isEmpty() {
        return before.isEmpty();
    }
}
