package dev.redrive.server.letters;

import dev.redrive.internal.text.CleanText;
import dev.redrive.server.web.Problem;

/**
 * The name of a saved view.
 *
 * @param isShared false for an own one
 */
record ViewName(String text, boolean isShared) {
    private static final int LONGEST = 60;
    /** What servers and proxies refuse in a path. */
    private static final String NOT_IN_PATHS = "/\\;%";

    static ViewName of(String typed, boolean isShared) {
        String text = CleanText.text(typed.strip());
        boolean isName = !text.isEmpty()
                && text.length() <= LONGEST
                && !text.chars().allMatch(c -> c == '.')
                && text.chars().noneMatch(c -> Character.isISOControl(c) || NOT_IN_PATHS.indexOf(c) >= 0);
        if (!isName)
            throw Problem.badField(
                    "name",
                    "the name of a view must have 1 to " + LONGEST
                            + " characters, more than dots, and none of / \\ ; % and control characters");
        return new ViewName(text, isShared);
    }

    /** {@code shared view incidents}. */
    String title() {
        return (isShared ? "shared view " : "own view ") + text;
    }
}
