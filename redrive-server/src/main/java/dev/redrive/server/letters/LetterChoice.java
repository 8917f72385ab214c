package dev.redrive.server.letters;

import dev.redrive.json.JsonFields;
import dev.redrive.letter.LetterId;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Filter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which letters an order for many means: those of some ids, or all that a filter means, never simply all. */
public final class LetterChoice {
    public static final int MAX_IDS = 10_000;
    private static final String ATTRIBUTES = "attributes";
    public static final String CRITERIA = "filterCriteria";

    /** The fields of a body that say it. */
    public static final List<String> NAMES = List.of("ids", CRITERIA, "startDate", "endDate");

    private static final int MAX_VALUES = 1000;

    /** So many values of a criterion stand in the audit log. */
    private static final int VALUES_NAMED = 20;

    private static final Pattern NEXT_WORD = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    private final Set<LetterId> ids = new LinkedHashSet<>();
    private final Map<String, List<String>> words = new LinkedHashMap<>();
    private boolean byIds;

    /** Reads the field that the body is at; false when it says nothing about which letters are meant. */
    public boolean read(JsonFields in) {
        switch (in.name()) {
            case "ids" -> readIds(in);
            case CRITERIA -> readCriteria(in);
            case "startDate", "endDate" -> criterion(in);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Reads the field that the body is at as a criterion of its own name. */
    public void criterion(JsonFields in) {
        criterion(in.name(), in, in.name());
    }

    /** Adds a criterion that does not stand in the body. */
    public void criterion(String name, String value) {
        if (words.put(name, List.of(value)) != null) throw twice(name);
    }

    private void readIds(JsonFields in) {
        if (!in.enterArray("ids")) return;
        byIds = true;
        int index = 0;
        while (in.nextElement()) {
            if (ids.size() == MAX_IDS)
                throw Problem.badField("ids", "at most " + MAX_IDS + " ids at once; use " + CRITERIA + " for more");
            String path = "ids[" + index++ + "]";
            ids.add(LetterIdParser.letter(path, Objects.requireNonNullElse(in.text(path), "")));
        }
    }

    private void readCriteria(JsonFields in) {
        if (!in.enter(CRITERIA)) return;
        while (in.nextField()) {
            String path = CRITERIA + "." + in.name();
            if (in.name().equals(ATTRIBUTES)) readAttributes(in, path);
            else criterion(in.name(), in, path);
        }
    }

    private void readAttributes(JsonFields in, String path) {
        if (!in.enter(path)) return;
        while (in.nextField()) criterion(FilterWords.ATTRIBUTE + in.name(), in, path + "." + in.name());
    }

    private void criterion(String name, JsonFields in, String path) {
        List<String> values = new ArrayList<>();
        if (in.isArray()) {
            while (in.nextElement()) values.add(value(in, path));
        } else if (!in.isNull()) {
            values.add(value(in, path));
        }
        if (values.size() > MAX_VALUES) throw Problem.badField(path, path + " has more than " + MAX_VALUES + " values");
        if (!values.isEmpty() && words.put(name, values) != null) throw twice(path);
    }

    private static Problem twice(String path) {
        return Problem.badField(path, path + " is given twice");
    }

    private static String value(JsonFields in, String path) {
        String word = in.word(path);
        if (word == null) throw Problem.badField(path, path + " must not hold null");
        return word;
    }

    /**
     * Refuses one that says nothing, or two things at once.
     *
     * @param other how else it can be said, for the message
     */
    public void check(String other) {
        if (byIds == !words.isEmpty())
            throw Problem.badRequest("say which letters: either ids, or at least one criterion in " + CRITERIA + other);
    }

    /** True when these are the only criteria. */
    boolean isOnly(String criterion) {
        return words.keySet().equals(Set.of(criterion));
    }

    /** True when it names no letters at all. */
    boolean isEmpty() {
        return !byIds && words.isEmpty();
    }

    public boolean isByIds() {
        return byIds;
    }

    public Set<LetterId> ids() {
        return ids;
    }

    public Filter filter(Instant now) {
        return FilterWords.read(words, now);
    }

    /** For the audit log: what was asked for, without the letters' contents. */
    public String subject() {
        return byIds
                ? ids.size() + " ids"
                : words.entrySet().stream()
                        .map(word -> phrase(word.getKey(), word.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static String phrase(String name, List<String> values) {
        String named = values.stream().limit(VALUES_NAMED).collect(Collectors.joining(" or "));
        int more = values.size() - VALUES_NAMED;
        return spoken(name) + " " + named + (more > 0 ? " or " + more + " more" : "");
    }

    /** {@code minRetryCount} as {@code min retry count}. */
    private static String spoken(String name) {
        if (name.startsWith(FilterWords.ATTRIBUTE)) return name.substring(FilterWords.ATTRIBUTE.length());
        return switch (name) {
            case "q" -> "text";
            case "from", "startDate" -> "since";
            case "to", "endDate" -> "until";
            default -> NEXT_WORD.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT);
        };
    }
}
