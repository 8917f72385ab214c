package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.audit.AuditLog;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageIds;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.databind.json.JsonMapper;

/** The page of letters: find them by a filter, which stands in the address, and do something with many of them. */
@HtmlPage
public final class LettersPage {
    private static final int SHOWN = 100;
    private static final int NAMES = 100;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Redrive redrive;
    private final Letters letters;
    private final Settings settings;
    private final PageFrames frames;
    private final ListViews views;
    private final LetterViews whole;

    public LettersPage(Redrive redrive, Settings settings, PageFrames frames, ListViews views, AuditLog auditLog) {
        this.views = views;
        this.whole = new LetterViews(redrive, settings, auditLog);
        this.redrive = redrive;
        this.letters = redrive.letters();
        this.settings = settings;
        this.frames = frames;
    }

    @GetMapping(ListAddress.PATH)
    ModelAndView show(HttpServletRequest request) {
        try {
            return list(request);
        } catch (Problem problem) {
            if (problem.status() != HttpStatus.BAD_REQUEST) throw problem;
            return refused(request, problem);
        }
    }

    /** The same page with what was typed, what is wrong with it, and no letters. */
    private ModelAndView refused(HttpServletRequest request, Problem problem) {
        PageFrame frame = frames.around(request, "Letters");
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        LettersView.Mistake mistake = LettersView.Mistake.of(problem);
        ListAddress typed = ListAddress.of(request.getParameterMap()).read(search());
        ListAddress address = mistake.field().equals(ListAddress.ORDER) ? typed.without(ListAddress.ORDER) : typed;
        Tallies tallies = Scope.of(caller).limit(letters.tallies());
        LettersView view = new LettersView(
                List.of(),
                Total.exactly(0),
                SearchReach.none(),
                Optional.empty(),
                true,
                chips(address, (name, value) -> readable(value)),
                most(tallies.byChannel()),
                most(tallies.byErrorType()),
                List.of(),
                address.columns(),
                address.order(),
                !masking.hidesAnything(),
                address.words(),
                address.time(),
                Optional.empty(),
                address.text(),
                "{}",
                ViewPicker.of(views.of(caller), address, caller),
                Optional.empty(),
                Optional.empty(),
                address.beside("").path(),
                Optional.of(mistake));
        ModelAndView page = new ModelAndView("letters", Map.of("frame", frame, "view", view));
        page.setStatus(problem.status());
        return page;
    }

    private SearchWords search() {
        return new SearchWords(() -> letters.attributes().paths());
    }

    private ModelAndView list(HttpServletRequest request) {
        PageFrame frame = frames.around(request, "Letters");
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        ListAddress address = ListAddress.of(request.getParameterMap()).read(search());
        LettersView.Order order = address.order();
        String after =
                Optional.ofNullable(request.getParameter(ListAddress.AFTER)).orElse("");
        Map<String, List<String>> criteria =
                address.criteria(frame.now(), frame.reader().zone());
        Filter filter = masking.allowed(Scope.of(caller).limit(FilterWords.read(criteria, frame.now())));
        Query query = new Query(filter, order.sort(), order.direction(), SHOWN, null, 0);
        Page page = letters.search(after.isEmpty() ? query : query.after(PageIds.letter(after)));
        Tallies tallies = Scope.of(caller).limit(letters.tallies());
        LettersView view = new LettersView(
                page.items().stream().map(masking::shown).toList(),
                total(filter, page),
                SearchReach.of(page),
                Optional.ofNullable(page.next()).map(next -> address.after(next.toString())),
                after.isEmpty(),
                chips(address, (name, value) -> name.endsWith("ause") ? cause(frame, masking, value) : readable(value)),
                most(tallies.byChannel()),
                most(tallies.byErrorType()),
                withoutTarget(page.items()),
                address.columns(),
                order,
                !masking.hidesAnything(),
                address.words(),
                address.time(),
                address.range(frame.now(), frame.reader().zone())
                        .map(range -> range.words(frame.reader().zone())),
                address.text(),
                json(criteria, frame),
                ViewPicker.of(views.of(caller), address, caller),
                address.beside(),
                beside(request, frame, masking, address),
                switchBeside(address, page.items()),
                Optional.empty());
        return new ModelAndView("letters", Map.of("frame", frame, "view", view));
    }

    /** A search for text that ran out of time has counted no further than it looked. */
    private Total total(Filter filter, Page page) {
        int shown = page.items().size();
        Total total = page.complete() ? letters.count(filter) : Total.atLeast(shown);
        return total.isLowerBound() && total.count() < shown ? Total.atLeast(shown) : total;
    }

    /** The letter that stands beside the list; none when it is gone, or not for this reader. */
    private Optional<LetterView> beside(
            HttpServletRequest request, PageFrame frame, Masking masking, ListAddress address) {
        RequestMemory memory = RequestMemory.of(request);
        Optional<DeadLetter> found = address.beside()
                .flatMap(id -> memory.find(letters, PageIds.letter(id)))
                .filter(letter -> Caller.of(request).mayUse(letter.channel()));
        found.ifPresent(letter -> memory.take(letters.versionBytes(letter.id())));
        return found.map(masking::shown).map(letter -> whole.view(frame, masking, letter, LetterAddress.usual()));
    }

    private static String switchBeside(ListAddress address, List<Summary> shown) {
        boolean closes = address.beside().isPresent() || shown.isEmpty();
        return address.beside(closes ? "" : shown.get(0).id().toString()).path();
    }

    /** Never without an end: letters that come later are not meant. */
    private static String json(Map<String, List<String>> criteria, PageFrame frame) {
        Map<String, List<String>> ended = new LinkedHashMap<>(criteria);
        ended.putIfAbsent("to", List.of(frame.now().toString()));
        return JSON.writeValueAsString(ended);
    }

    private static List<LettersView.Chip> chips(ListAddress address, BinaryOperator<String> words) {
        List<LettersView.Chip> chips = new ArrayList<>();
        address.words().forEach((name, values) -> {
            String shown =
                    values.stream().map(value -> words.apply(name, value)).collect(Collectors.joining(", "));
            chips.add(new LettersView.Chip(
                    name, title(name), shown, address.without(name).path()));
        });
        return chips;
    }

    private static String title(String name) {
        return switch (name) {
            case "q" -> "text";
            case "anyCause" -> "cause";
            case "cause" -> "captured for the cause";
            case "lastCause" -> "fails now with the cause";
            default ->
                name.startsWith(FilterWords.ATTRIBUTE)
                        ? name.substring(FilterWords.ATTRIBUTE.length())
                        : name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
        };
    }

    /** Its title, for those who may see causes. */
    private String cause(PageFrame frame, Masking masking, String id) {
        CauseId cause = new CauseId(LetterIdParser.uuid("cause", id));
        return frame.seesAll()
                ? letters.cause(cause)
                        .map(found -> NameText.line(masking.shown(found).title()))
                        .orElse(id)
                : id;
    }

    /** Statuses and the like are written in capitals nowhere else on the pages. */
    private static String readable(String value) {
        return value.matches("[A-Z_]+") ? value.toLowerCase(Locale.ROOT).replace('_', ' ') : value;
    }

    /** The channels of open letters among these that have no way back. */
    private List<String> withoutTarget(List<Summary> shown) {
        return shown.stream()
                .filter(letter -> letter.state().status().isOpen())
                .map(Summary::channel)
                .distinct()
                .filter(channel -> !redrive.serves(channel))
                .toList();
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
