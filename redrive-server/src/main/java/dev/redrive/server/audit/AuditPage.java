package dev.redrive.server.audit;

import dev.redrive.audit.AuditLine;
import dev.redrive.audit.AuditLog;
import dev.redrive.audit.AuditQuery;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.pages.TimeRange;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page of the audit log: who did what to which letters, newest first. */
@HtmlPage
final class AuditPage {
    private static final int SHOWN = 100;

    private final AuditLog auditLog;
    private final PageFrames frames;

    AuditPage(AuditLog auditLog, PageFrames frames) {
        this.auditLog = auditLog;
        this.frames = frames;
    }

    @GetMapping("/audit")
    ModelAndView show(
            HttpServletRequest request,
            @RequestParam(defaultValue = "") String by,
            @RequestParam(defaultValue = "") String action,
            @RequestParam(defaultValue = "") String subject,
            @RequestParam(defaultValue = "") String time,
            @RequestParam(defaultValue = "") String before) {
        Caller caller = Caller.of(request);
        PageRights.mayAdminister(caller);
        PageRights.seesAll(caller, "the audit log reaches");
        PageFrame frame = frames.around(request, "Audit");
        AuditView.Choice choice = new AuditView.Choice(by.strip(), action.strip(), subject.strip(), time.strip());
        try {
            return page(frame, lines(auditLog.list(query(frame, choice, before)), choice, before));
        } catch (Problem problem) {
            if (!AuditView.isField(problem)) throw problem;
            ModelAndView refused = page(frame, AuditView.refused(choice, problem));
            refused.setStatus(problem.status());
            return refused;
        }
    }

    private static AuditView lines(List<AuditLine> lines, AuditView.Choice choice, String before) {
        boolean hasMore = lines.size() == SHOWN && lines.get(SHOWN - 1).number() > 1;
        return new AuditView(
                lines,
                choice,
                hasMore ? Optional.of(choice.address(lines.get(SHOWN - 1).number())) : Optional.empty(),
                before.isEmpty(),
                Optional.empty());
    }

    private static ModelAndView page(PageFrame frame, AuditView view) {
        return new ModelAndView("audit", Map.of("frame", frame, "view", view));
    }

    private static AuditQuery query(PageFrame frame, AuditView.Choice choice, String before) {
        Optional<TimeRange> range = given(choice.time())
                .map(typed -> TimeRange.of(typed, frame.now(), frame.reader().zone()));
        return new AuditQuery(
                given(choice.by()),
                given(choice.action()).map(ActionName::stored),
                given(choice.subject()),
                range.map(TimeRange::from),
                range.flatMap(TimeRange::to),
                before.isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(AuditApi.number("before", before, Long.MAX_VALUE)),
                SHOWN);
    }

    private static Optional<String> given(String text) {
        return Optional.of(text).filter(some -> !some.isEmpty());
    }
}
