package dev.redrive.server.inbox;

import dev.redrive.Letters;
import dev.redrive.server.access.Masking;
import dev.redrive.server.alerts.FiringAlert;
import dev.redrive.server.alerts.FiringAlerts;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.causes.CauseNotice;
import dev.redrive.server.charts.ChartLibrary;
import dev.redrive.server.charts.ChartRange;
import dev.redrive.server.charts.Charts;
import dev.redrive.server.config.Settings;
import dev.redrive.server.kafka.KafkaReports;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.stats.HealthRules;
import dev.redrive.server.stats.HealthVerdict;
import dev.redrive.server.stats.Overview;
import dev.redrive.server.stats.Overviews;
import dev.redrive.server.web.Parameters;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The inbox: how the queue is in one sentence, the causes that need a person, worst first, and the charts. */
@HtmlPage
public final class InboxPage {
    private static final int LAST = 10_000;

    private final Letters letters;
    private final PageFrames frames;
    private final Overviews overviews;
    private final HealthRules healthRules;
    private final FiringAlerts alerts;
    private final InboxCauses causes;
    private final Charts charts;
    private final KafkaReports kafka;
    private final Settings settings;

    public InboxPage(
            Letters letters,
            PageFrames frames,
            Overviews overviews,
            FiringAlerts alerts,
            InboxCauses causes,
            Charts charts,
            KafkaReports kafka,
            Settings settings) {
        this.letters = letters;
        this.frames = frames;
        this.overviews = overviews;
        this.healthRules = new HealthRules(settings);
        this.alerts = alerts;
        this.causes = causes;
        this.charts = charts;
        this.kafka = kafka;
        this.settings = settings;
    }

    @GetMapping("/")
    ModelAndView show(
            HttpServletRequest request,
            @RequestParam(defaultValue = "") String tab,
            @RequestParam(required = false) @Nullable String range,
            @RequestParam(defaultValue = "0") String from) {
        InboxView.Choice choice =
                new InboxView.Choice(InboxTab.of(tab), ChartRange.of(range), Parameters.number("from", from, 0, LAST));
        PageFrame frame = frames.around(request, "Inbox");
        return new ModelAndView("inbox", Map.of("frame", frame, "view", view(request, frame, choice)));
    }

    private InboxView view(HttpServletRequest request, PageFrame frame, InboxView.Choice choice) {
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        Scope scope = Scope.of(caller);
        Overview overview = overviews.of(scope);
        Optional<InboxCauses.Found> found =
                frame.seesAll() ? Optional.of(causes.find(caller, frame.now())) : Optional.empty();
        return new InboxView(
                health(caller, overview, found),
                found.map(some -> some.shown(choice, frame, masking)),
                choice,
                charts.of(scope, choice.range(), frame.reader().zone()),
                ChartLibrary.SCRIPT,
                kafka.of(caller),
                CauseNotice.of(request, frame, letters, masking),
                overview.counts().total() == 0);
    }

    private InboxView.Health health(Caller caller, Overview overview, Optional<InboxCauses.Found> found) {
        HealthVerdict verdict = healthRules.judge(overview);
        List<FiringAlert> firing = alerts.of(caller);
        Set<String> said = firing.stream().map(FiringAlert::rule).collect(Collectors.toSet());
        return new InboxView.Health(
                verdict.level(),
                found.map(InboxCauses.Found::urgent).orElse(0L),
                found.filter(InboxCauses.Found::isMore).isPresent(),
                overview.counts().open(),
                firing,
                verdict.found().stream()
                        .filter(reason -> !said.contains(reason.rule()))
                        .map(HealthVerdict.Reason::text)
                        .toList());
    }
}
