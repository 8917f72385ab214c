package dev.redrive.server.causes;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.CauseId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The states that a user can set on a cause. */
public enum CauseDecision {
    ACKNOWLEDGE(CauseState.ACKNOWLEDGED, "Acknowledge", "a", "Known and being worked on"),
    IGNORE(CauseState.IGNORED, "Ignore", "i", "Known and of no interest: no alerts"),
    RESOLVE(CauseState.RESOLVED, "Resolve", "v", "Fixed; if it comes back, it is marked as regressed"),
    REOPEN(CauseState.OPEN, "Reopen", "o", "Somebody has to decide again");

    private final CauseState state;
    private final String title;
    private final String key;
    private final String hint;

    CauseDecision(CauseState state, String title, String key, String hint) {
        this.state = state;
        this.title = title;
        this.key = key;
        this.hint = hint;
    }

    static List<CauseDecision> on(Cause cause) {
        return Arrays.stream(values())
                .filter(decision -> decision.state != cause.state())
                .filter(decision -> decision != REOPEN || cause.state() != CauseState.REGRESSED)
                .toList();
    }

    /** Where its form posts to; {@code back} is the page to show then. */
    public String address(CauseId cause, String back) {
        return address(cause, name().toLowerCase(Locale.ROOT), back);
    }

    static String address(CauseId cause, String command, String back) {
        return "/causes/" + cause + "/" + command + "?back=" + URLEncoder.encode(back, StandardCharsets.UTF_8);
    }

    CauseState state() {
        return state;
    }

    public String title() {
        return title;
    }

    public String key() {
        return key;
    }

    public String hint() {
        return hint;
    }

    /** What is asked before it is done, where nobody hears of the cause any more. */
    public Optional<String> question(String causeTitle) {
        return this == IGNORE
                ? Optional.of(
                        "Ignore this cause? It causes no alerts any more, and is out of the inbox. Its letters stay as they"
                                + " are.\n\n" + causeTitle)
                : Optional.empty();
    }
}
