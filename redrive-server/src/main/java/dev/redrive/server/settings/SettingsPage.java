package dev.redrive.server.settings;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.RetentionRuns;
import dev.redrive.retention.RunResult;
import dev.redrive.server.access.Masking;
import dev.redrive.server.archive.ServerArchive;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.server.nodes.NodeReports;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageNotice;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.retention.RetentionRequests;
import dev.redrive.server.retention.RetentionText;
import dev.redrive.server.web.Problem;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRun;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;

/** The page of settings: how long letters are kept and where they go then, what is due, and which letters are held. */
@HtmlPage
public final class SettingsPage {
    private static final String PATH = "/settings";
    private static final String ABOUT = "retention and legal holds reach";

    private final RetentionRuns runs;
    private final Letters letters;
    private final RetentionRequests requests;
    private final Settings settings;
    private final ServerArchive archive;
    private final NodeReports nodes;
    private final PageFrames frames;

    public SettingsPage(
            Redrive redrive,
            RetentionRequests requests,
            Settings settings,
            ServerArchive archive,
            NodeReports nodes,
            PageFrames frames) {
        this.runs = redrive.retention();
        this.letters = redrive.letters();
        this.requests = requests;
        this.settings = settings;
        this.archive = archive;
        this.nodes = nodes;
        this.frames = frames;
    }

    @GetMapping(PATH)
    ModelAndView show(HttpServletRequest request) {
        return page(request, Optional.empty());
    }

    private ModelAndView page(HttpServletRequest request, Optional<RunResult.Preview> preview) {
        Caller caller = Caller.of(request);
        PageRights.seesAll(caller, ABOUT);
        Optional<RetentionRules> rules = runs.rules();
        SettingsView view = new SettingsView(
                rules,
                archive.address(),
                settings.archive().capturesLastResort(),
                RetentionText.unarchived(rules, archive.address()),
                runs.report(),
                holds(Masking.of(settings, caller)),
                settings.teams(),
                nodes.list(),
                preview,
                caller.may(Role.ADMIN) ? Optional.of(settings.given()) : Optional.empty());
        return new ModelAndView("settings", Map.of("frame", frames.around(request, "Settings"), "view", view));
    }

    private List<LegalHold> holds(Masking masking) {
        return letters.holds().stream()
                .map(hold -> new LegalHold(hold.subject(), hold.by(), masking.words(hold.reason()), hold.since()))
                .toList();
    }

    // Buttons

    /** Changes nothing, so it shows what it found without a redirect. */
    @PostMapping(PATH + "/retention/preview")
    ModelAndView preview(HttpServletRequest request) {
        checkMayRun(request);
        return page(request, Optional.of(requests.preview()));
    }

    @PostMapping(PATH + "/retention/run")
    View run(HttpServletRequest request) {
        checkMayRun(request);
        try {
            return back(requests.run(Caller.of(request)));
        } catch (Problem refused) {
            if (refused.status() == HttpStatus.CONFLICT) return back(PageNotice.RETENTION_REFUSED);
            throw refused;
        }
    }

    private static void checkMayRun(HttpServletRequest request) {
        Caller caller = Caller.of(request);
        PageRights.mayAdminister(caller);
        PageRights.seesAll(caller, ABOUT);
    }

    private static View back(Optional<RetentionRun> run) {
        if (run.isEmpty()) return back(PageNotice.RETENTION_GOES_ON);
        boolean isWhole = Objects.isNull(run.get().problem());
        return back(isWhole ? PageNotice.RETENTION_DONE : PageNotice.RETENTION_PROBLEM);
    }

    private static View back(PageNotice notice) {
        return PageRedirect.to(PATH + "?notice=" + notice.word());
    }
}
