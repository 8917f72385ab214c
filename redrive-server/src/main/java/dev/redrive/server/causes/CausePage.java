package dev.redrive.server.causes;

import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageIds;
import dev.redrive.server.pages.PageNotice;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.pages.StatusTile;
import dev.redrive.server.replays.ReplayPlanning;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;

/** The page of one cause: what its letters have in common, how many there are, and what to do about all of them. */
@HtmlPage
public final class CausePage {
    private static final int SAMPLES = 20;
    private static final int OTHERS = 10;

    private final Letters letters;
    private final CauseTrendChart trends;
    private final PageFrames frames;
    private final Audit audit;
    private final ReplayPlanning planning;
    private final Settings settings;

    public CausePage(
            Letters letters,
            CauseTrendChart trends,
            PageFrames frames,
            Audit audit,
            ReplayPlanning planning,
            Settings settings) {
        this.letters = letters;
        this.trends = trends;
        this.frames = frames;
        this.audit = audit;
        this.planning = planning;
        this.settings = settings;
    }

    @GetMapping("/causes/{id}")
    ModelAndView show(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        PageRights.seesAll(caller);
        Masking masking = Masking.of(settings, caller);
        Cause cause = masking.shown(found(id));
        PageFrame frame = frames.around(request, cause.title());
        return new ModelAndView("cause", Map.of("frame", frame, "view", view(frame, masking, cause)));
    }

    private Cause found(String id) {
        return letters.cause(PageIds.cause(id)).orElseThrow(() -> PageIds.noCause(id));
    }

    private CauseView view(PageFrame frame, Masking masking, Cause cause) {
        return new CauseView(
                cause,
                Arrays.stream(LetterStatus.values())
                        .map(status -> new StatusTile(status, cause.counts().of(status)))
                        .toList(),
                retryable(cause),
                others(masking, cause, CauseChange::failsWith),
                others(masking, cause, CauseChange::capturedFor),
                trends.of(cause),
                letters.samples(cause.id(), SAMPLES).stream()
                        .map(masking::shown)
                        .toList(),
                frame.mayAct() ? decisions(cause) : List.of());
    }

    /** What a replay of the cause would send. The kept counters know it, as long as no letter of another cause is among them. */
    private Total retryable(Cause cause) {
        if (cause.joined() > 0)
            return letters.count(Filter.builder()
                    .anyCause(cause.id())
                    .status(CauseView.RETRYABLE)
                    .build());
        return Total.exactly(
                Arrays.stream(CauseView.RETRYABLE).mapToLong(cause.counts()::of).sum());
    }

    private List<CauseView.Other> others(Masking masking, Cause cause, Function<CauseChange, CauseId> other) {
        return letters.causeChanges(cause.id()).stream()
                .filter(change -> !other.apply(change).equals(cause.id()))
                .limit(OTHERS)
                .map(change -> other(masking, other.apply(change), change.letters()))
                .toList();
    }

    private CauseView.Other other(Masking masking, CauseId id, long count) {
        String title = letters.cause(id).map(masking::shown).map(Cause::title).orElseGet(id::toString);
        return new CauseView.Other(id, title, count);
    }

    private static List<CauseView.Decision> decisions(Cause cause) {
        return Arrays.stream(CauseView.Decision.values())
                .filter(decision -> decision.state() != cause.state())
                .toList();
    }

    // Buttons

    /** Replays all of them, and shows the replay; a refusal is shown on the page of the cause. */
    @PostMapping("/causes/{id}/retry")
    View retry(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        PageRights.seesAll(caller);
        Cause cause = found(id);
        if (retryable(cause).count() == 0) return back(cause.id(), PageNotice.NOTHING_TO_RETRY);
        try {
            return PageRedirect.to(
                    "/replays/" + planning.run(caller, cause.id()).id());
        } catch (Problem refused) {
            boolean isBusy = refused.status() == HttpStatus.TOO_MANY_REQUESTS;
            return back(cause.id(), isBusy ? PageNotice.PLANNING_BUSY : PageNotice.PLANNING_REFUSED);
        }
    }

    @PostMapping("/causes/{id}/acknowledge")
    View acknowledge(HttpServletRequest request, @PathVariable String id) {
        return decide(request, id, CauseView.Decision.ACKNOWLEDGE);
    }

    @PostMapping("/causes/{id}/ignore")
    View ignore(HttpServletRequest request, @PathVariable String id) {
        return decide(request, id, CauseView.Decision.IGNORE);
    }

    @PostMapping("/causes/{id}/resolve")
    View resolve(HttpServletRequest request, @PathVariable String id) {
        return decide(request, id, CauseView.Decision.RESOLVE);
    }

    private View decide(HttpServletRequest request, String id, CauseView.Decision decision) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        PageRights.seesAll(caller);
        CauseId cause = PageIds.cause(id);
        if (!letters.decide(cause, decision.state(), caller.name())) throw PageIds.noCause(id);
        audit.record(caller, "cause " + NameText.css(decision), id, 0);
        return back(cause, PageNotice.DECIDED);
    }

    private static View back(CauseId id, PageNotice notice) {
        return PageRedirect.to("/causes/" + id + "?notice=" + notice.word());
    }
}
