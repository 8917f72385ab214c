package dev.redrive.server.causes;

import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.CauseId;
import dev.redrive.server.access.Masking;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was just decided about a cause, shown on the page that follows, with the way back to the state that it had.
 *
 * @param before empty when this was the way back
 */
public record CauseNotice(CauseId cause, String title, CauseState state, Optional<CauseState> before) {
    private static final Pattern WORD = Pattern.compile("cause\\.([a-z]+)\\.([0-9a-f-]{36})(?:\\.([a-z]+))?");

    /** The value of {@code notice} in the address. */
    static String word(CauseId cause, CauseState state, Optional<CauseState> before) {
        return "cause." + word(state) + "." + cause
                + before.map(some -> "." + word(some)).orElse("");
    }

    /** Empty when the address has another notice, or none. */
    public static Optional<CauseNotice> of(HttpServletRequest request, Letters letters, Masking masking) {
        String notice = request.getParameter("notice");
        if (notice == null) return Optional.empty();
        Matcher parts = WORD.matcher(notice);
        if (!parts.matches()) return Optional.empty();
        try {
            CauseId id = CauseId.of(parts.group(2));
            CauseState state = state(parts.group(1));
            Optional<CauseState> before = Optional.ofNullable(parts.group(3)).map(CauseNotice::state);
            return letters.cause(id)
                    .map(masking::shown)
                    .map(Cause::title)
                    .map(title -> new CauseNotice(id, title, state, before));
        } catch (IllegalArgumentException nothingOfOurs) {
            return Optional.empty();
        }
    }

    static String word(CauseState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    static CauseState state(String word) {
        return CauseState.valueOf(word.toUpperCase(Locale.ROOT));
    }

    public String words() {
        if (before.isEmpty()) return "Undone. It is " + word(state) + " again:";
        return switch (state) {
            case OPEN -> "Reopened:";
            case ACKNOWLEDGED -> "Acknowledged:";
            case IGNORED -> "Ignored, so that it causes no alerts:";
            case RESOLVED -> "Resolved:";
            case REGRESSED -> "Regressed:";
        };
    }

    /** The form that takes it back posts to here; {@code back} is the page to show then. */
    public String undo(String back) {
        return CauseDecision.address(cause, "undo", back) + "&was=" + word(before.orElse(CauseState.OPEN));
    }
}
