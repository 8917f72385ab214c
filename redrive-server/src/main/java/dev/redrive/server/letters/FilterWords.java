package dev.redrive.server.letters;

import dev.redrive.internal.text.CleanText;
import dev.redrive.internal.text.ShortName;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.server.web.Parameters;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.TimeParser;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a filter from named words: the parameters of a list, or the {@code filterCriteria} of a bulk order. Both know the
 * same names, and the names that other queues have for the same things.
 */
public final class FilterWords {
    /** The documented names; their plural forms are accepted as well. */
    public static final List<String> NAMES = List.of(
            "status",
            "channel",
            "tableName",
            "topic",
            "stage",
            "errorType",
            "category",
            "cause",
            "lastErrorType",
            "lastCause",
            "anyCause",
            "pattern",
            "subscriberId",
            "eventId",
            "key",
            "tag",
            "priority",
            "minRetryCount",
            "maxRetryCount",
            "from",
            "to",
            "maxAge",
            "q");

    /** Before the name of an attribute, as in {@code attr.orderId=ORD-1}. */
    static final String ATTRIBUTE = "attr.";

    /** Every status in which something still has to happen. */
    static final String OPEN = "open";

    private static final int TEXT_LIMIT = 1000;
    private static final int MOST_ATTRIBUTES = 20;

    private final Instant now;
    private final FilterBuilder filter = Filter.builder();
    private @Nullable Instant from;
    private @Nullable Instant to;

    private FilterWords(Instant now) {
        this.now = now;
    }

    public static Filter read(Map<String, List<String>> words, Instant now) {
        FilterWords reading = new FilterWords(now);
        words.forEach((name, values) -> {
            if (!reading.word(name, values)) throw unknown(name, NAMES);
        });
        return reading.build();
    }

    public static Problem unknown(String name, List<String> known) {
        return Problem.badField(name, "there is no " + name + " here; known are " + String.join(", ", known));
    }

    private Filter build() {
        if (from != null) filter.from(from);
        if (to != null) filter.to(to);
        return filter.build();
    }

    /** False when it is not a filter's word. */
    private boolean word(String name, List<String> values) {
        switch (name) {
            case "status", "statuses" ->
                eachOf(name, values, v -> statuses(name, v).forEach(filter::status));
            case "category", "categories" -> eachOf(name, values, v -> filter.category(category(name, v)));
            case "priority", "priorities" -> eachOf(name, values, v -> filter.priority(priority(name, v)));
            case "cause", "causes", "causeId" -> eachOf(name, values, v -> filter.cause(cause(name, v)));
            case "lastCause", "lastCauses", "lastCauseId" ->
                eachOf(name, values, v -> filter.lastCause(cause(name, v)));
            case "anyCause", "anyCauses" -> eachOf(name, values, v -> filter.anyCause(cause(name, v)));
            case "channel", "channels", "tableName", "topic", "stage" ->
                values.forEach(v -> filter.channel(text(name, v)));
            case "errorType", "errorTypes" -> values.forEach(v -> filter.errorType(text(name, v)));
            case "lastErrorType", "lastErrorTypes" -> values.forEach(v -> filter.lastErrorType(text(name, v)));
            case "pattern", "patterns", "eventPatterns" -> values.forEach(v -> filter.pattern(text(name, v)));
            case "subscriberId" -> filter.subscriberId(ShortName.identifier(one(name, values)));
            case "eventId" -> filter.eventId(ShortName.identifier(one(name, values)));
            case "key" -> filter.key(one(name, values));
            case "tag" -> filter.tag(ShortName.identifier(one(name, values)));
            case "minRetryCount" -> filter.minRetryCount(count(name, one(name, values)));
            case "maxRetryCount" -> filter.maxRetryCount(count(name, one(name, values)));
            case "from", "startDate" -> notBefore(TimeParser.instant(name, one(name, values)));
            case "to", "endDate" -> notAfter(TimeParser.instant(name, one(name, values)));
            case "maxAge" -> notBefore(now.minus(TimeParser.duration(name, one(name, values))));
            case "olderThan" -> notAfter(now.minus(TimeParser.duration(name, one(name, values))));
            case "q", "text" -> filter.text(one(name, values));
            default -> {
                return attribute(name, values);
            }
        }
        return true;
    }

    private boolean attribute(String name, List<String> values) {
        if (!name.startsWith(ATTRIBUTE)) return false;
        if (values.size() > MOST_ATTRIBUTES)
            throw Problem.badField(name, name + " takes at most " + MOST_ATTRIBUTES + " values");
        for (String value : values) filter.attribute(name.substring(ATTRIBUTE.length()), text(name, value));
        return true;
    }

    /** Whether a parameter of a request may be a word of a filter. */
    public static boolean isKnown(String name) {
        return NAMES.contains(name) || name.startsWith(ATTRIBUTE);
    }

    private void notBefore(Instant time) {
        from = from == null || time.isAfter(from) ? time : from;
    }

    private void notAfter(Instant time) {
        to = to == null || time.isBefore(to) ? time : to;
    }

    /** Words without commas of their own may come as one list. */
    private static void eachOf(String name, List<String> values, Consumer<String> use) {
        for (String value : values) {
            for (String part : value.split(",", -1)) use.accept(text(name, part.strip()));
        }
    }

    private static String one(String name, List<String> values) {
        if (values.size() != 1) throw Problem.badField(name, name + " takes one value, there are " + values.size());
        return text(name, values.get(0));
    }

    private static String text(String name, String value) {
        if (value.isEmpty()) throw Problem.badField(name, name + " must not be empty");
        if (value.length() > TEXT_LIMIT)
            throw Problem.badField(name, name + " must have at most " + TEXT_LIMIT + " characters");
        return CleanText.text(value);
    }

    private static List<LetterStatus> statuses(String name, String word) {
        return word.equalsIgnoreCase(OPEN)
                ? Arrays.stream(LetterStatus.values())
                        .filter(LetterStatus::isOpen)
                        .toList()
                : List.of(status(name, word));
    }

    private static LetterStatus status(String name, String word) {
        return oneOf(name, word, LetterStatus::of, LetterStatus.values());
    }

    private static Category category(String name, String word) {
        return oneOf(name, word.toUpperCase(Locale.ROOT), Category::valueOf, Category.values());
    }

    private static Priority priority(String name, String word) {
        return oneOf(name, word.toUpperCase(Locale.ROOT), Priority::valueOf, Priority.values());
    }

    private static <T> T oneOf(String name, String word, Function<String, T> parse, T[] all) {
        try {
            return parse.apply(word);
        } catch (IllegalArgumentException e) {
            throw Problem.badField(
                    name,
                    name + " must be one of "
                            + String.join(
                                    ", ",
                                    Arrays.stream(all).map(String::valueOf).toList()));
        }
    }

    private static CauseId cause(String name, String word) {
        return new CauseId(LetterIdParser.uuid(name, word));
    }

    private static int count(String name, String word) {
        return Parameters.number(name, word, 0, Integer.MAX_VALUE);
    }
}
