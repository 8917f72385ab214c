package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.letter.StatusCounts;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageIds;
import dev.redrive.server.pages.TimeRange;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.json.JsonMapper;

/** The page of letters: find them by a filter, which stands in the address, and do something with many of them. */
@HtmlPage
public final class LettersPage {
    private static final String PATH = "/letters";
    private static final int SHOWN = 100;
    private static final int NAMES = 100;
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String TIME = "time";
    private static final Set<String> OTHERS = Set.of("order", "columns", "after", "notice");

    private final Letters letters;
    private final Settings settings;
    private final PageFrames frames;

    public LettersPage(Letters letters, Settings settings, PageFrames frames) {
        this.letters = letters;
        this.settings = settings;
        this.frames = frames;
    }

    @GetMapping(PATH)
    ModelAndView show(HttpServletRequest request) {
        PageFrame frame = frames.around(request, "Letters");
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        Map<String, List<String>> words = words(request);
        LettersView.Order order = order(request.getParameter("order"));
        String after = Optional.ofNullable(request.getParameter("after")).orElse("");
        Map<String, List<String>> criteria = criteria(words, frame);
        Filter filter = masking.allowed(Scope.of(caller).limit(FilterWords.read(criteria, frame.now())));
        Query query = new Query(filter, order.sort(), order.direction(), SHOWN, null, 0);
        Page page = letters.search(after.isEmpty() ? query : query.after(PageIds.letter(after)));
        Tallies tallies = Scope.of(caller).limit(letters.tallies());
        LettersView view = new LettersView(
                page.items().stream().map(masking::shown).toList(),
                letters.count(filter),
                page.complete(),
                Optional.ofNullable(page.next()).map(next -> address(request, words, Map.of("after", next.toString()))),
                after.isEmpty(),
                chips(request, words),
                most(tallies.byChannel()),
                most(tallies.byErrorType()),
                columns(request.getParameterValues("columns")),
                order,
                !masking.hidesAnything(),
                words,
                String.join("", words.getOrDefault(TIME, List.of())),
                String.join(" ", words.getOrDefault("q", List.of())),
                json(criteria, frame));
        return new ModelAndView("letters", Map.of("frame", frame, "view", view));
    }

    /** What the address says about the filter; a form sends what was left empty. */
    private static Map<String, List<String>> words(HttpServletRequest request) {
        Map<String, List<String>> words = new LinkedHashMap<>();
        request.getParameterMap().forEach((name, values) -> {
            List<String> given = Arrays.stream(values)
                    .map(String::strip)
                    .filter(value -> !value.isEmpty())
                    .toList();
            if (!OTHERS.contains(name) && !given.isEmpty()) words.put(name, given);
        });
        return words;
    }

    /** The same in words of the API; a range of time becomes two times. */
    private static Map<String, List<String>> criteria(Map<String, List<String>> words, PageFrame frame) {
        Map<String, List<String>> known = new LinkedHashMap<>(words);
        List<String> time = known.remove(TIME);
        if (time == null) return known;
        TimeRange range = TimeRange.of(time.get(0), frame.now(), frame.reader().zone());
        known.put("from", List.of(range.from().toString()));
        range.to().map(Instant::toString).ifPresent(to -> known.put("to", List.of(to)));
        return known;
    }

    /** Never without an end: letters that come later are not meant. */
    private static String json(Map<String, List<String>> criteria, PageFrame frame) {
        Map<String, List<String>> ended = new LinkedHashMap<>(criteria);
        ended.putIfAbsent("to", List.of(frame.now().toString()));
        return JSON.writeValueAsString(ended);
    }

    private static LettersView.Order order(@Nullable String word) {
        if (word == null || word.isEmpty()) return LettersView.Order.NEWEST;
        return Arrays.stream(LettersView.Order.values())
                .filter(order -> order.word().equals(word))
                .findFirst()
                .orElseThrow(() -> Problem.badField(
                        "order",
                        "order must be one of "
                                + Arrays.stream(LettersView.Order.values())
                                        .map(LettersView.Order::word)
                                        .collect(Collectors.joining(", "))));
    }

    private static Set<LettersView.Column> columns(String @Nullable [] words) {
        Set<LettersView.Column> columns = EnumSet.noneOf(LettersView.Column.class);
        for (LettersView.Column column : LettersView.Column.values()) {
            boolean isChosen =
                    words == null ? column.isUsual() : Arrays.asList(words).contains(column.word());
            if (isChosen) columns.add(column);
        }
        return columns;
    }

    private static List<LettersView.Chip> chips(HttpServletRequest request, Map<String, List<String>> words) {
        List<LettersView.Chip> chips = new ArrayList<>();
        words.forEach((name, values) -> {
            Map<String, List<String>> others = new LinkedHashMap<>(words);
            others.remove(name);
            String shown = values.stream().map(LettersPage::readable).collect(Collectors.joining(", "));
            chips.add(new LettersView.Chip(title(name), shown, address(request, others, Map.of())));
        });
        return chips;
    }

    private static String title(String name) {
        return name.equals("q") ? "text" : name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
    }

    /** Statuses and the like are written in capitals nowhere else on the pages. */
    private static String readable(String value) {
        return value.matches("[A-Z_]+") ? value.toLowerCase(Locale.ROOT).replace('_', ' ') : value;
    }

    /** The same list with another filter; sort and columns stay. */
    private static String address(
            HttpServletRequest request, Map<String, List<String>> words, Map<String, String> more) {
        UriComponentsBuilder address = UriComponentsBuilder.fromPath(PATH);
        List<String> values = new ArrayList<>();
        Map<String, List<String>> all = new LinkedHashMap<>(words);
        for (String kept : List.of("order", "columns")) {
            String[] given = request.getParameterValues(kept);
            if (given != null) all.put(kept, List.of(given));
        }
        more.forEach((name, value) -> all.put(name, List.of(value)));
        all.forEach((name, given) -> given.forEach(value -> {
            address.queryParam(name, "{value" + values.size() + "}");
            values.add(value);
        }));
        return address.encode().buildAndExpand(values.toArray()).toUriString();
    }

    /** Names to choose from: those with the most open letters, in the order of their names. */
    private static List<String> most(Map<String, StatusCounts> counts) {
        return counts.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, StatusCounts> name) ->
                                -name.getValue().open())
                        .thenComparing(Map.Entry::getKey))
                .limit(NAMES)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
