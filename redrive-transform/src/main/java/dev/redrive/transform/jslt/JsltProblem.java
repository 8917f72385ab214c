package dev.redrive.transform.jslt;

import com.schibsted.spt.data.jslt.JsltException;
import dev.redrive.internal.text.ShortText;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts into words what JSLT complains about. Its own words hold values of the letter; ours do not. */
final class JsltProblem {
    private static final int LONGEST = 300;
    private static final String THROWN_BY_ERROR = "error: ";

    /** The part of a message of JSLT that comes before a value. */
    private static final Pattern SAFE = Pattern.compile(
            "("
                    + "(?:round|floor|ceiling)\\(\\) cannot round a non-number"
                    + "|sum\\(\\): argument must be array|sum\\(\\): array must contain numbers"
                    + "|mod\\(\\): (?:dividend|divisor) cannot be a non-number|mod\\(\\): operands must be integral types"
                    + "|mod\\(\\): cannot divide by zero"
                    + "|get-key: can't look up keys|array\\(\\) cannot convert|flatten\\(\\) cannot operate"
                    + "|(?:all|any)\\(\\) requires an array|zip\\(\\) requires arrays|zip\\(\\) arrays were of unequal size"
                    + "|zip-with-index\\(\\) argument must be an array|index-of\\(\\) first argument must be an array"
                    + "|Contains cannot operate|Function size\\(\\) cannot work|String index out of range"
                    + "|Can't index array/string|For loop can't iterate|Object comprehension can't loop"
                    + "|Object comprehension must have string as key|Can't multiply two strings|Object key must be string"
                    + "|Build-in UUID function must be called with either none or two parameters"
                    + "|(?:parse-time|format-time)(?=: )"
                    + "|(?:test|capture|split|replace)\\(\\) (?:needs a regular expression, not null|cannot replace matches that are empty)"
                    + "|join\\(\\) needs an array|from-json\\(\\) was given a text that is not JSON"
                    + "|number\\(\\) was given something that is not a number"
                    + ").*",
            Pattern.DOTALL);

    private JsltProblem() {}

    /** What is wrong with the expression itself; nothing of a letter is known yet. */
    static String inExpression(JsltException e) {
        String message = e.getMessageWithoutLocation()
                .lines()
                .findFirst()
                .orElse("it cannot be understood")
                .strip();
        return cut(message) + (message.contains("line ") ? "" : place(e));
    }

    /** What is wrong when the expression is applied to a letter. */
    static String inLetter(JsltException e, String source) {
        String message = String.valueOf(e.getMessageWithoutLocation());
        return written(message, source).or(() -> safe(message)).orElse(general(message)) + place(e);
    }

    /** The text that the author gave to {@code error()}, when it stands in the expression as it is. */
    private static Optional<String> written(String message, String source) {
        if (!message.startsWith(THROWN_BY_ERROR)) return Optional.empty();
        String text = message.substring(THROWN_BY_ERROR.length());
        return source.contains('"' + text + '"') ? Optional.of(cut(text)) : Optional.of("it called error()");
    }

    private static Optional<String> safe(String message) {
        Matcher matcher = SAFE.matcher(message);
        if (!matcher.matches()) return Optional.empty();
        String text = matcher.group(1);
        return Optional.of(text.endsWith("-time") ? text + "() cannot work on what it was given" : text);
    }

    private static String general(String message) {
        if (message.startsWith("Can't compare")) return "values of these kinds cannot be compared";
        if (message.endsWith("to number")) return "arithmetic needs numbers";
        if (message.endsWith("to array")) return "an array is needed";
        if (message.startsWith("Duplicate key")) return "a key would stand twice in the same object";
        return "the expression cannot work on the values of this letter";
    }

    private static String place(JsltException e) {
        return e.getLine() < 0 ? "" : " (line " + e.getLine() + ", column " + e.getColumn() + ")";
    }

    private static String cut(String text) {
        return ShortText.withDots(text, LONGEST);
    }
}
