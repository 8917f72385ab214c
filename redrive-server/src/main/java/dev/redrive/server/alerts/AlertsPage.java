package dev.redrive.server.alerts;

import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page of alerts: what fires now, and what was said before. */
@HtmlPage
final class AlertsPage {
    private static final int SHOWN = 50;

    private final Alerts alerts;
    private final AlertLog alertLog;
    private final Settings settings;
    private final PageFrames frames;

    AlertsPage(Alerts alerts, AlertLog alertLog, Settings settings, PageFrames frames) {
        this.alerts = alerts;
        this.alertLog = alertLog;
        this.settings = settings;
        this.frames = frames;
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
        List<AlertMessage> newest = cursor.isEmpty() ? shown : recent(caller, masking);
        AlertsView view = new AlertsView(
                alerts.firing().stream()
                        .filter(rule -> AlertsApi.mayRead(caller, rule.channel()))
                        .map(rule -> AlertsView.Firing.of(rule, newest, frame))
                        .toList(),
                shown,
                found.size() < SHOWN
                        ? Optional.empty()
                        : Optional.of(found.get(found.size() - 1).id()),
                cursor.isEmpty(),
                alerts.notifierNames());
        return new ModelAndView("alerts", Map.of("frame", frame, "view", view));
    }

    private List<AlertMessage> recent(Caller caller, Masking masking) {
        return alertLog.messages(SHOWN, Optional.empty()).stream()
                .filter(message -> AlertsApi.mayRead(caller, message.channel()))
                .map(masking::shown)
                .toList();
    }
}
