package dev.redrive.server.letters;

import dev.redrive.internal.text.ShortText;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What of a letter is shown, as the address of its page says it. What is no such word or number shows what is usual.
 *
 * @param from where the shown part of the payload begins
 * @param headers the first of the shown headers
 * @param attempts how many of the newest attempts come before those that are shown
 */
record LetterAddress(Optional<LetterView.Look> look, int from, String find, int headers, int attempts) {
    private static final int LONGEST = 200;
    private static final int DIGITS = 9;

    /** That of a letter's page without parameters. */
    static LetterAddress usual() {
        return new LetterAddress(Optional.empty(), 0, "", 0, 0);
    }

    static LetterAddress of(HttpServletRequest request) {
        return new LetterAddress(
                look(request.getParameter("view")),
                number(request.getParameter("from")),
                ShortText.cut(Optional.ofNullable(request.getParameter("find")).orElse(""), LONGEST),
                number(request.getParameter("headers")),
                number(request.getParameter("attempts")));
    }

    private static Optional<LetterView.Look> look(@Nullable String word) {
        return Arrays.stream(LetterView.Look.values())
                .filter(look -> look.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst();
    }

    static int number(@Nullable String text) {
        boolean isNumber = text != null
                && !text.isEmpty()
                && text.length() <= DIGITS
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Integer.parseInt(text) : 0;
    }
}
