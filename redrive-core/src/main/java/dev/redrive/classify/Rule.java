package dev.redrive.classify;

import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import dev.redrive.text.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule of the classifier: it assigns a category and retryability to a failure when all of its conditions match the
 * same exception of the cause chain. Begin with {@link #to(Category)}.
 */
public record Rule(
        Optional<Glob> errorType,
        Optional<Glob> code,
        Optional<StatusRange> httpStatus,
        Optional<Glob> message,
        Category category,
        Retryability retryability) {

    /** A rule that has no conditions yet. */
    public static Rule to(Category category) {
        return new Rule(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                category,
                category.retryability());
    }

    /** Matches the full name of the type or of a supertype, or the part after the last dot or dollar. */
    public Rule errorType(String glob) {
        return new Rule(Optional.of(new Glob(glob)), code, httpStatus, message, category, retryability);
    }

    public Rule code(String glob) {
        return new Rule(errorType, Optional.of(new Glob(glob)), httpStatus, message, category, retryability);
    }

    public Rule httpStatus(int status) {
        return httpStatus(status, status);
    }

    public Rule httpStatus(int first, int last) {
        return new Rule(errorType, code, Optional.of(new StatusRange(first, last)), message, category, retryability);
    }

    /** Upper and lower case are the same. Without a {@code *} it is enough that the message contains the text. */
    public Rule message(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        Glob glob = new Glob(lower.indexOf('*') < 0 ? "*" + lower + "*" : lower);
        return new Rule(errorType, code, httpStatus, Optional.of(glob), category, retryability);
    }

    public Rule retryability(Retryability other) {
        return new Rule(errorType, code, httpStatus, message, category, other);
    }

    boolean hasCondition() {
        return errorType.isPresent() || code.isPresent() || httpStatus.isPresent() || message.isPresent();
    }

    boolean readsMessage() {
        return message.isPresent();
    }

    boolean matches(ErrorFacts facts, String lowerCaseMessage) {
        if (httpStatus.isPresent() && !httpStatus.get().contains(facts)) return false;
        if (code.isPresent() && (facts.code() == null || !code.get().matches(facts.code()))) return false;
        if (errorType.isPresent() && !typeMatches(errorType.get(), facts)) return false;
        return message.isEmpty() || message.get().matches(lowerCaseMessage);
    }

    private static boolean typeMatches(Glob glob, ErrorFacts facts) {
        if (nameMatches(glob, facts.type())) return true;
        for (String supertype : facts.supertypes()) {
            if (nameMatches(glob, supertype)) return true;
        }
        return false;
    }

    private static boolean nameMatches(Glob glob, String name) {
        if (glob.matches(name)) return true;
        int dot = name.lastIndexOf('.');
        int dollar = name.lastIndexOf('$');
        return (dot >= 0 && glob.matches(name.substring(dot + 1)))
                || (dollar >= 0 && glob.matches(name.substring(dollar + 1)));
    }

    /** For people: {@code error type *Timeout*, code 57014}. */
    public String describe() {
        List<String> parts = new ArrayList<>();
        errorType.ifPresent(glob -> parts.add("error type " + glob.pattern()));
        code.ifPresent(glob -> parts.add("code " + glob.pattern()));
        httpStatus.ifPresent(range -> parts.add("HTTP status " + range));
        message.ifPresent(glob -> parts.add("message " + glob.pattern()));
        return String.join(", ", parts);
    }

    /** Both ends belong to it. */
    public record StatusRange(int first, int last) {
        private static final Pattern FORM = Pattern.compile("([1-5])xx|([1-5][0-9]{2})(?:-([1-5][0-9]{2}))?");

        public StatusRange {
            if (first > last)
                throw new IllegalArgumentException("status range ends before it begins: " + first + "-" + last);
        }

        /** Reads {@code 503}, {@code 500-599} or {@code 5xx}. */
        public static StatusRange parse(String text) {
            Matcher parts = FORM.matcher(text);
            if (!parts.matches())
                throw new IllegalArgumentException("http-status is 503, 500-599 or 5xx, not \"" + text + "\"");
            if (parts.group(1) != null) {
                int hundred = Integer.parseInt(parts.group(1)) * 100;
                return new StatusRange(hundred, hundred + 99);
            }
            int start = Integer.parseInt(parts.group(2));
            return new StatusRange(start, parts.group(3) == null ? start : Integer.parseInt(parts.group(3)));
        }

        boolean contains(ErrorFacts facts) {
            if (facts.httpStatus().isEmpty()) return false;
            int status = facts.httpStatus().getAsInt();
            return first <= status && status <= last;
        }

        @Override
        public String toString() {
            return first == last ? Integer.toString(first) : first + "-" + last;
        }
    }
}
