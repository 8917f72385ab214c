package dev.redrive.server.letters;

import dev.redrive.internal.text.CleanText;
import dev.redrive.server.pages.PageNotice;
import dev.redrive.server.pages.TimeRange;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Filter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * The address of the list of letters.
 *
 * @param words the filter, in the words of the API, and a range of time as it was typed
 * @param looks how the letters are shown: sort, columns and what stands beside them
 */
record ListAddress(Map<String, List<String>> words, Map<String, List<String>> looks) {
    static final String PATH = "/letters";
    static final String ORDER = "order";
    static final String COLUMNS = "columns";
    static final String AFTER = "after";

    /** The saved view that it began with. */
    static final String VIEW = "view";

    /** The letter that stands beside it. */
    static final String BESIDE = "beside";

    private static final String TIME = "time";
    private static final String TEXT = "q";
    /** What stays when the filter changes. */
    private static final List<String> LOOKS = List.of(ORDER, COLUMNS, VIEW, BESIDE);

    private static final String NOTICE = "notice";
    private static final Set<String> OTHERS = Set.of(AFTER, NOTICE);

    ListAddress {
        words = Collections.unmodifiableMap(new LinkedHashMap<>(words));
        looks = Collections.unmodifiableMap(new LinkedHashMap<>(looks));
    }

    /** Without what was left empty, as a form sends it. */
    static ListAddress of(Map<String, String[]> parameters) {
        Map<String, List<String>> words = new LinkedHashMap<>();
        parameters.forEach((name, values) -> {
            List<String> given = Arrays.stream(values)
                    .map(String::strip)
                    .filter(value -> !value.isEmpty())
                    .toList();
            if (!given.isEmpty() && !OTHERS.contains(name)) words.put(name, given);
        });
        Map<String, List<String>> looks = new LinkedHashMap<>();
        for (String name : LOOKS) if (words.containsKey(name)) looks.put(name, words.remove(name));
        return new ListAddress(words, looks);
    }

    /** Conditions that stand in the text, such as {@code status:failed}, stand on their own. */
    ListAddress read(SearchWords search) {
        Map<String, List<String>> read = new LinkedHashMap<>(words);
        List<String> text = read.remove(TEXT);
        if (text != null) search.read(String.join(" ", text)).forEach((name, values) -> add(read, name, values));
        return new ListAddress(read, looks);
    }

    /** Of a saved view, or of a view that is to be saved. */
    static ListAddress ofQuery(String query) {
        Map<String, List<String>> words = new LinkedHashMap<>();
        Map<String, List<String>> looks = new LinkedHashMap<>();
        for (String part : query.split("&", -1)) {
            String name = decoded(part.split("=", 2)[0]);
            String value = decoded(part.substring(Math.min(part.length(), part.indexOf('=') + 1)));
            if (name.isEmpty() || value.isEmpty() || name.equals(VIEW) || name.equals(BESIDE) || OTHERS.contains(name))
                continue;
            add(LOOKS.contains(name) ? looks : words, name, List.of(value));
        }
        return new ListAddress(words, looks);
    }

    private static String decoded(String text) {
        try {
            return CleanText.text(
                    URLDecoder.decode(text, StandardCharsets.UTF_8).strip());
        } catch (IllegalArgumentException e) {
            throw Problem.badField("query", "the query is not encoded like one of an address: " + e.getMessage());
        }
    }

    private static void add(Map<String, List<String>> words, String name, List<String> values) {
        List<String> all = new ArrayList<>(words.getOrDefault(name, List.of()));
        values.stream().filter(value -> !all.contains(value)).forEach(all::add);
        words.put(name, all);
    }

    String time() {
        return String.join("", words.getOrDefault(TIME, List.of()));
    }

    String text() {
        return String.join(" ", words.getOrDefault(TEXT, List.of()));
    }

    /** The filter in words of the API; a range of time becomes two times. */
    Map<String, List<String>> criteria(Instant now, ZoneId zone) {
        Map<String, List<String>> criteria = new LinkedHashMap<>(words);
        criteria.remove(TIME);
        range(now, zone).ifPresent(range -> {
            criteria.put("from", List.of(range.from().toString()));
            range.to().map(Instant::toString).ifPresent(to -> criteria.put("to", List.of(to)));
        });
        return criteria;
    }

    Optional<TimeRange> range(Instant now, ZoneId zone) {
        return Optional.ofNullable(words.get(TIME)).map(time -> TimeRange.of(time.get(0), now, zone));
    }

    LettersView.Order order() {
        String word = String.join("", looks.getOrDefault(ORDER, List.of(LettersView.Order.NEWEST.word())));
        return Arrays.stream(LettersView.Order.values())
                .filter(order -> order.word().equals(word))
                .findFirst()
                .orElseThrow(() -> Problem.badField(
                        ORDER,
                        "order must be one of "
                                + Arrays.stream(LettersView.Order.values())
                                        .map(LettersView.Order::word)
                                        .collect(Collectors.joining(", "))));
    }

    Set<LettersView.Column> columns() {
        List<String> chosen = looks.get(COLUMNS);
        return chosen == null ? usualColumns() : columns(column -> chosen.contains(column.word()));
    }

    private static Set<LettersView.Column> usualColumns() {
        return columns(LettersView.Column::isUsual);
    }

    private static Set<LettersView.Column> columns(Predicate<LettersView.Column> isChosen) {
        Set<LettersView.Column> columns = EnumSet.noneOf(LettersView.Column.class);
        for (LettersView.Column column : LettersView.Column.values()) if (isChosen.test(column)) columns.add(column);
        return columns;
    }

    /** The same list without a condition, or without one of its looks. */
    ListAddress without(String name) {
        Map<String, List<String>> others = new LinkedHashMap<>(words);
        Map<String, List<String>> otherLooks = new LinkedHashMap<>(looks);
        others.remove(name);
        otherLooks.remove(name);
        return new ListAddress(others, otherLooks);
    }

    /** Without what is usual, and always in the same order, so that two that mean the same are equal. */
    String query() {
        Map<String, List<String>> all = new TreeMap<>(words);
        if (order() != LettersView.Order.NEWEST) all.put(ORDER, List.of(order().word()));
        List<String> columns = columns().stream().map(LettersView.Column::word).toList();
        if (!columns().equals(usualColumns())) all.put(COLUMNS, columns);
        String path = path(all);
        return path.substring(Math.min(path.length(), PATH.length() + 1));
    }

    /** Refuses a filter or range of time that means nothing. */
    void check(Instant now, ZoneId zone) {
        Filter unused = FilterWords.read(criteria(now, zone), now);
    }

    /** The name of the saved view that it began with. */
    Optional<String> view() {
        return Optional.ofNullable(looks.get(VIEW)).map(names -> names.get(0));
    }

    /** The id of the letter that stands beside it. */
    Optional<String> beside() {
        return Optional.ofNullable(looks.get(BESIDE)).map(ids -> ids.get(0));
    }

    /** The same list with a letter beside it, or with none when the id is empty. */
    ListAddress beside(String id) {
        Map<String, List<String>> other = new LinkedHashMap<>(looks);
        if (id.isEmpty()) other.remove(BESIDE);
        else other.put(BESIDE, List.of(id));
        return new ListAddress(words, other);
    }

    /** The same list as a saved view. */
    ListAddress in(String view) {
        Map<String, List<String>> inView = new LinkedHashMap<>(looks);
        inView.put(VIEW, List.of(view));
        return new ListAddress(words, inView);
    }

    /** This page, saying what a button did. */
    String noting(PageNotice notice) {
        Map<String, List<String>> all = all();
        all.put(NOTICE, List.of(notice.word()));
        return path(all);
    }

    /** The page of letters behind this one. */
    String after(String id) {
        Map<String, List<String>> all = all();
        all.put(AFTER, List.of(id));
        return path(all);
    }

    String path() {
        return path(all());
    }

    private Map<String, List<String>> all() {
        Map<String, List<String>> all = new LinkedHashMap<>(words);
        all.putAll(looks);
        return all;
    }

    private static String path(Map<String, List<String>> all) {
        UriComponentsBuilder address = UriComponentsBuilder.fromPath(PATH);
        List<String> values = new ArrayList<>();
        all.forEach((name, given) -> given.forEach(value -> {
            address.queryParam(name, "{value" + values.size() + "}");
            values.add(value);
        }));
        return address.encode().buildAndExpand(values.toArray()).toUriString();
    }
}
