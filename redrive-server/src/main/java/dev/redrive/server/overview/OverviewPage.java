package dev.redrive.server.overview;

import dev.redrive.Letters;
import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.causes.CauseTrendChart;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.Settings;
import dev.redrive.server.kafka.KafkaReports;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageIds;
import dev.redrive.server.pages.StatusTile;
import dev.redrive.server.stats.HealthRules;
import dev.redrive.server.stats.Overviews;
import dev.redrive.server.stats.Series;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.FilterBuilder;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.UriComponentsBuilder;

/** The first page: how the queue is, what is wrong, and which letters are the newest. */
@HtmlPage
public final class OverviewPage {
    private static final int CAUSES = 8;
    private static final int LETTERS = 25;
    private static final int MESSAGES = 50;

    private final Letters letters;
    private final AlertLog alertLog;
    private final CauseTrendChart trends;
    private final PageFrames frames;
    private final Overviews overviews;
    private final Series series;
    private final HealthRules healthRules;
    private final KafkaReports kafka;
    private final Settings settings;
    private final List<AlertRule> rules;

    public OverviewPage(
            Letters letters,
            AlertLog alertLog,
            MinuteCounts minutes,
            CauseTrendChart trends,
            PageFrames frames,
            Overviews overviews,
            KafkaReports kafka,
            Settings settings) {
        this.kafka = kafka;
        this.letters = letters;
        this.overviews = overviews;
        this.healthRules = new HealthRules(settings);
        this.alertLog = alertLog;
        this.series = new Series(letters, minutes);
        this.trends = trends;
        this.frames = frames;
        this.settings = settings;
        this.rules = settings.alerts().rules();
    }

    @GetMapping("/")
    ModelAndView show(
            HttpServletRequest request,
            @RequestParam(required = false) @Nullable String status,
            @RequestParam(defaultValue = "") String channel,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(required = false) @Nullable String range,
            @RequestParam(required = false) @Nullable String after) {
        PageFrame frame = frames.around(request, "Overview");
        Caller caller = Caller.of(request);
        OverviewView.Choice choice = new OverviewView.Choice(
                status(status), channel.strip(), q.strip(), ChartRange.of(range), after == null || after.isEmpty());
        return new ModelAndView("overview", Map.of("frame", frame, "view", view(frame, caller, choice, after)));
    }

    private static Optional<LetterStatus> status(@Nullable String word) {
        if (word == null || word.isBlank()) return Optional.empty();
        try {
            return Optional.of(LetterStatus.of(word.strip()));
        } catch (IllegalArgumentException e) {
            throw Problem.badField(
                    "status",
                    "status must be one of "
                            + Arrays.stream(LetterStatus.values())
                                    .map(s -> s.name().toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining(", ")));
        }
    }

    private OverviewView view(PageFrame frame, Caller caller, OverviewView.Choice choice, @Nullable String after) {
        boolean seesAll = caller.channels().isEmpty();
        Masking masking = Masking.of(settings, caller);
        Tallies tallies = visible(caller);
        StatusCounts counts = tallies.byStatus();
        return new OverviewView(
                new HealthView(healthRules.judge(overviews.of(Scope.of(caller))), alarms(caller, masking, frame.now())),
                Arrays.stream(LetterStatus.values())
                        .map(status -> new StatusTile(status, counts.of(status)))
                        .toList(),
                chart(Scope.of(caller), choice.range(), frame.now()),
                seesAll ? causes(masking) : List.of(),
                seesAll,
                letters(caller, masking, choice, after),
                choice,
                !masking.hidesAnything(),
                OverviewView.Channels.of(tallies.byChannel()),
                kafka.of(caller),
                firstCapture(frame));
    }

    private Tallies visible(Caller caller) {
        return new Tallies(letters.tallies().list().stream()
                .filter(tally -> caller.mayUse(tally.channel()))
                .toList());
    }

    private List<FiringAlert> alarms(Caller caller, Masking masking, Instant now) {
        List<AlertLog.Firing> firing = alertLog.firing();
        if (firing.isEmpty()) return List.of();
        List<AlertMessage> messages = alertLog.messages(MESSAGES, Optional.empty()).stream()
                .map(masking::shown)
                .toList();
        return firing.stream()
                .flatMap(one -> rules.stream().flatMap(rule -> FiringAlert.of(rule, one, messages, now).stream()))
                .filter(alarm -> alarm.isFor(caller))
                .toList();
    }

    private CaptureChart chart(Scope scope, ChartRange range, Instant now) {
        Instant from = range.stepOf(now).minus(range.step().multipliedBy(range.steps() - 1L));
        return CaptureChart.of(range, series.read(scope, from, now, range.step()), now);
    }

    private List<OverviewView.CauseRow> causes(Masking masking) {
        return letters.causes(CauseQuery.top(CAUSES)).stream()
                .map(cause -> new OverviewView.CauseRow(masking.shown(cause), trends.of(cause)))
                .toList();
    }

    private OverviewView.Letters letters(
            Caller caller, Masking masking, OverviewView.Choice choice, @Nullable String after) {
        FilterBuilder filter = Scope.of(caller, choice.channel()).limit(Filter.builder());
        choice.status().ifPresent(filter::status);
        if (!choice.text().isEmpty()) filter.text(choice.text());
        Query query = Query.newest(masking.allowed(filter.build()), LETTERS);
        Page page = letters.search(choice.isFirstPage() ? query : query.after(PageIds.letter(after)));
        Optional<String> older = Optional.ofNullable(page.next()).map(next -> address(choice, next));
        return new OverviewView.Letters(
                page.items().stream().map(masking::shown).toList(), older, page.complete());
    }

    private static String address(OverviewView.Choice choice, LetterId after) {
        UriComponentsBuilder address = UriComponentsBuilder.fromPath("/");
        choice.status().ifPresent(status -> address.queryParam("status", status.name()));
        if (!choice.channel().isEmpty()) address.queryParam("channel", "{channel}");
        if (!choice.text().isEmpty()) address.queryParam("q", "{text}");
        return address.queryParam("after", after)
                .encode()
                .buildAndExpand(Map.of("channel", choice.channel(), "text", choice.text()))
                .toUriString();
    }

    private static String firstCapture(PageFrame frame) {
        String token = frame.open() ? "" : " \\\n  -H \"Authorization: Bearer $REDRIVE_TOKEN\"";
        return "curl " + frame.base() + "/dlq" + token
                + " \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"channel\":\"orders\","
                + "\"payload\":{\"orderId\":42},\"error\":{\"type\":\"TimeoutException\","
                + "\"message\":\"the warehouse did not answer\"}}'";
    }
}
