package dev.redrive.server.causes;

import dev.redrive.Letters;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.CauseId;
import dev.redrive.server.access.Masking;
import dev.redrive.server.pages.PageFrame;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was just decided about a cause, shown on the page that follows, with the way back to the state that it had.
 *
 * @param ignored until when it is ignored; empty when that is for good, or when it is not ignored
 * @param before a {@code FormerState}; empty when this was the way back
 */
public record CauseNotice(CauseId cause, String title, CauseState state, String ignored, Optional<String> before) {
    private static final Pattern WORD = Pattern.compile("cause\\.([a-z]+)\\.([0-9a-f-]{36})(?:\\.([a-z0-9-]+))?");

    /** The value of {@code notice} in the address. */
    static String word(CauseId cause, CauseState state, Optional<FormerState> before) {
        return "cause." + word(state) + "." + cause
                + before.map(some -> "." + some.word()).orElse("");
    }

    /** Empty when the address has another notice, or none. */
    public static Optional<CauseNotice> of(
            HttpServletRequest request, PageFrame frame, Letters letters, Masking masking) {
        String notice = request.getParameter("notice");
        if (notice == null) return Optional.empty();
        Matcher parts = WORD.matcher(notice);
        if (!parts.matches()) return Optional.empty();
        try {
            CauseId id = CauseId.of(parts.group(2));
            CauseState state = state(parts.group(1));
            Optional<String> before =
                    Optional.ofNullable(parts.group(3)).map(FormerState::of).map(FormerState::word);
            return letters.cause(id)
                    .map(masking::shown)
                    .map(cause -> new CauseNotice(id, cause.title(), state, IgnoredText.of(cause, frame), before));
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
            case IGNORED -> "Ignored" + (ignored.isEmpty() ? "" : " " + ignored) + ", so that it causes no alerts:";
            case RESOLVED -> "Resolved:";
            case REGRESSED -> "Regressed:";
        };
    }

    /** The form that takes it back posts to here; {@code back} is the page to show then. */
    public String undo(String back) {
        return CauseDecision.address(cause, "undo", back) + "&was=" + before.orElse(word(CauseState.OPEN));
    }
}
