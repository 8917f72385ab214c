package dev.redrive.server.alerts;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageNotice;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;

/** The page of alerts: what fires now, and what was said before. */
@HtmlPage
final class AlertsPage {
    private static final int SHOWN = 50;
    private static final String TOMORROW = "tomorrow";
    private static final LocalTime MORNING = LocalTime.of(9, 0);

    private final Alerts alerts;
    private final FiringAlerts firing;
    private final AlertLog alertLog;
    private final Settings settings;
    private final PageFrames frames;
    private final AlertSnoozes snoozes;

    AlertsPage(
            Alerts alerts,
            FiringAlerts firing,
            AlertLog alertLog,
            Settings settings,
            PageFrames frames,
            AlertSnoozes snoozes) {
        this.alerts = alerts;
        this.firing = firing;
        this.alertLog = alertLog;
        this.settings = settings;
        this.frames = frames;
        this.snoozes = snoozes;
    }

    @GetMapping("/alerts")
    ModelAndView show(HttpServletRequest request, @RequestParam(defaultValue = "") String before) {
        PageFrame frame = frames.around(request, "Alerts");
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        Optional<String> cursor =
                Optional.of(before).filter(id -> !id.isEmpty()).map(AlertsApi::checkedCursor);
        List<AlertMessage> found = alertLog.messages(SHOWN, cursor);
        List<AlertMessage> shown = found.stream()
                .filter(message -> AlertsApi.mayRead(caller, message.channel()))
                .map(masking::shown)
                .toList();
        List<FiringAlert> firingNow =
                firing.of(caller).stream().map(alert -> alert.shown(masking)).toList();
        AlertsView view = new AlertsView(
                firingNow.stream()
                        .map(alert -> AlertsView.Firing.of(alert, caller, frame))
                        .toList(),
                alerts.snoozed().stream()
                        .filter(rule -> AlertsApi.mayRead(caller, rule.channel()))
                        .filter(rule -> firingNow.stream()
                                .noneMatch(one ->
                                        rule.covers(one.rule(), one.channel().orElse(null))))
                        .map(rule -> AlertsView.Snooze.of(rule.shown(masking), caller, frame))
                        .toList(),
                shown,
                found.size() < SHOWN
                        ? Optional.empty()
                        : Optional.of(found.get(found.size() - 1).id()),
                cursor.isEmpty(),
                alerts.notifierNames(),
                AlertsView.whyNoTest(alerts.notifierNames(), caller));
        return new ModelAndView("alerts", Map.of("frame", frame, "view", view));
    }

    // Snooze

    @PostMapping("/alerts/snooze")
    View snooze(
            HttpServletRequest request,
            @RequestParam String rule,
            @RequestParam(defaultValue = "") String channel,
            @RequestParam("for") String span,
            @RequestParam(defaultValue = "") String reason) {
        PageRights.mayAct(Caller.of(request));
        if (reason.length() > LetterLimits.NOTES)
            throw Problem.badField("reason", "reason must have at most " + LetterLimits.NOTES + " characters");
        Instant until = until(span, frames.around(request, "Alerts").reader().zone());
        return change(request, rule, channel, Optional.of(until), reason, PageNotice.SNOOZED);
    }

    @PostMapping("/alerts/snooze/end")
    View end(HttpServletRequest request, @RequestParam String rule, @RequestParam(defaultValue = "") String channel) {
        PageRights.mayAct(Caller.of(request));
        return change(request, rule, channel, Optional.empty(), "", PageNotice.SNOOZE_ENDED);
    }

    private View change(
            HttpServletRequest request,
            String rule,
            String channel,
            Optional<Instant> until,
            String reason,
            PageNotice notice) {
        SnoozeRequest asked = new SnoozeRequest(until, channel.isEmpty() ? null : channel, reason);
        var unused = snoozes.change(Caller.of(request), rule, asked);
        return PageRedirect.to("/alerts?notice=" + notice.word());
    }

    private Instant until(String span, ZoneId zone) {
        if (!span.equals(TOMORROW)) return SnoozeRequest.after(span, snoozes.now());
        LocalDate tomorrow = LocalDate.ofInstant(snoozes.now(), zone).plusDays(1);
        return tomorrow.atTime(MORNING).atZone(zone).toInstant();
    }
}
