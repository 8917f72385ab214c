package dev.redrive.redaction;

import dev.redrive.internal.text.CountedText;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Text that must not be shown wherever it stands: one of the kinds that are known by a name, or a regular expression.
 * An expression with a group means only what is in its first group. However it is written, looking for it takes a bounded time; a text that would take longer is hidden whole.
 */
public final class TextPattern {
    /** Sixteen digits or so, perhaps in groups, with the check digit that cards have. */
    public static final String CARD_NUMBER = "card-number";

    /** What opens doors: bearer tokens, JSON web tokens, and values that are called a password, secret, token or key. */
    public static final String TOKEN = "token";

    private static final Map<String, TextPattern> BY_NAME = Map.of(
            CARD_NUMBER,
            new TextPattern(
                    CARD_NUMBER, Pattern.compile("(?<![0-9])[2-6](?:[ -]?[0-9]){12,18}(?![0-9])"), TextPattern::isCard),
            TOKEN,
            new TextPattern(
                    TOKEN,
                    Pattern.compile("(?i)\\bbearer\\s{1,8}[a-z0-9._~+/=-]{4,}"
                            + "|\\beyJ[a-z0-9_-]{4,}\\.[a-z0-9_-]{4,}(?:\\.[a-z0-9_-]*)?"
                            + "|\\b(?:password|passwd|secret|token|api[_-]?key)[\"']?\\s{0,3}[=:]\\s{0,3}[\"']?"
                            + "([^\\s\"'&,;}]{3,})"),
                    found -> true));

    private static final int STEPS_PER_CHARACTER = 500;
    private static final int STEPS_AT_LEAST = 20_000;

    private final String text;
    private final Pattern pattern;
    private final Predicate<String> isMeant;

    private TextPattern(String text, Pattern pattern, Predicate<String> isMeant) {
        this.text = text;
        this.pattern = pattern;
        this.isMeant = isMeant;
    }

    /** Refuses an expression that is none, or that means every text. */
    public static TextPattern of(String nameOrExpression) {
        TextPattern known = BY_NAME.get(nameOrExpression);
        if (known != null) return known;
        try {
            Pattern pattern = Pattern.compile(nameOrExpression);
            if (pattern.matcher("").find())
                throw new IllegalArgumentException(
                        "the pattern \"" + nameOrExpression + "\" also finds nothing at all; make it longer");
            return new TextPattern(nameOrExpression, pattern, found -> true);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "not a pattern: " + e.getDescription() + " in \"" + nameOrExpression + "\"", e);
        }
    }

    public boolean isIn(String where) {
        return !hide(where).equals(where);
    }

    /** The text with a mask in place of everything that is meant; the same text when there is nothing. */
    public String hide(String where) {
        try {
            return hide(where, pattern.matcher(counted(where)));
        } catch (OutOfSteps | StackOverflowError tooHard) {
            return Redaction.MASK;
        }
    }

    private static CountedText counted(String where) {
        long steps = Math.max(STEPS_AT_LEAST, (long) where.length() * STEPS_PER_CHARACTER);
        return new CountedText(where, steps, () -> {
            throw new OutOfSteps();
        });
    }

    private String hide(String where, Matcher matcher) {
        StringBuilder hidden = null;
        int copied = 0;
        while (matcher.find()) {
            int part = matcher.groupCount() > 0 && matcher.group(1) != null ? 1 : 0;
            int start = matcher.start(part);
            int end = matcher.end(part);
            if (end == start || !isMeant.test(where.substring(start, end))) continue;
            if (hidden == null) hidden = new StringBuilder(where.length());
            hidden.append(where, copied, start).append(Redaction.MASK);
            copied = end;
        }
        return hidden == null
                ? where
                : hidden.append(where, copied, where.length()).toString();
    }

    private static boolean isCard(String found) {
        int sum = 0;
        int place = 0;
        for (int i = found.length() - 1; i >= 0; i--) {
            int digit = found.charAt(i) - '0';
            if (digit < 0 || digit > 9) continue;
            int weighed = place++ % 2 == 0 ? digit : digit * 2;
            sum += weighed > 9 ? weighed - 9 : weighed;
        }
        return sum % 10 == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TextPattern pattern && text.equals(pattern.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    private static final class OutOfSteps extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutOfSteps() {
            super("too many steps", null, false, false);
        }
    }
}
