package dev.redrive.server.causes;

import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Summary;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.letters.TraceView;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageIds;
import dev.redrive.server.pages.PageNotice;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.pages.StatusTile;
import dev.redrive.server.replays.CauseReplays;
import dev.redrive.server.replays.ReplayPlanning;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.server.web.Problem;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Total;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;

/** The page of one cause: why its letters failed, what they have in common, and what to do about all of them. */
@HtmlPage
public final class CausePage {
    private static final int SAMPLES = 20;
    private static final int OTHERS = 10;
    private static final Pattern INBOX = Pattern.compile("/(\\?[a-z0-9=&]{1,100})?");

    private final Letters letters;
    private final CauseTrendChart trends;
    private final PageFrames frames;
    private final Audit audit;
    private final ReplayPlanning planning;
    private final CauseReplays replays;
    private final CauseTeams teams;
    private final Settings settings;

    public CausePage(
            Letters letters,
            CauseTrendChart trends,
            PageFrames frames,
            Audit audit,
            ReplayPlanning planning,
            CauseReplays replays,
            CauseTeams teams,
            Settings settings) {
        this.letters = letters;
        this.trends = trends;
        this.frames = frames;
        this.audit = audit;
        this.planning = planning;
        this.replays = replays;
        this.teams = teams;
        this.settings = settings;
    }

    @GetMapping("/causes/{id}")
    ModelAndView show(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        PageRights.seesAll(caller);
        Masking masking = Masking.of(settings, caller);
        Cause cause = masking.shown(found(id));
        PageFrame frame = frames.around(request, cause.title());
        return new ModelAndView("cause", Map.of("frame", frame, "view", view(request, frame, masking, cause)));
    }

    private Cause found(String id) {
        return letters.cause(PageIds.cause(id)).orElseThrow(() -> PageIds.noCause(id));
    }

    private CauseView view(HttpServletRequest request, PageFrame frame, Masking masking, Cause cause) {
        List<Summary> samples = letters.samples(cause.id(), SAMPLES);
        return new CauseView(
                cause,
                CauseLabel.of(cause, frame.now()),
                teams.of(cause.id()).map(TeamSettings::name),
                teams.teams().members(),
                IgnoredText.of(cause, frame),
                Arrays.stream(LetterStatus.values())
                        .map(status -> new StatusTile(status, cause.counts().of(status)))
                        .toList(),
                retryable(cause),
                others(masking, cause, CauseChange::failsWith),
                others(masking, cause, CauseChange::capturedFor),
                trends.of(cause),
                samples.stream().map(masking::shown).toList(),
                trace(request, masking, cause, samples),
                comparison(request, masking, samples),
                replays.of(Caller.of(request), cause.id()),
                CauseNotes.of(letters, cause.id(), masking),
                CauseDecision.on(cause),
                CauseNotice.of(request, frame, letters, masking),
                "/causes/" + cause.id());
    }

    /** Of a letter whose newest failure is of this cause, that failure. */
    private Optional<TraceView> trace(HttpServletRequest request, Masking masking, Cause cause, List<Summary> samples) {
        return samples.stream()
                .findFirst()
                .flatMap(newest -> RequestMemory.of(request).find(letters, newest.id()))
                .map(masking::shown)
                .map(letter -> letter.cause().equals(cause.id()) ? letter.failure() : letter.lastFailure())
                .map(TraceView::of);
    }

    /** The two that the address names, or the newest and the oldest of those that are shown. */
    private Optional<LetterComparison> comparison(HttpServletRequest request, Masking masking, List<Summary> samples) {
        if (samples.size() < 2) return Optional.empty();
        LetterId left = chosen(request, "left", samples.get(0).id());
        LetterId right =
                chosen(request, "right", samples.get(samples.size() - 1).id());
        return Optional.of(LetterComparison.of(letter(request, masking, left), letter(request, masking, right)));
    }

    private static LetterId chosen(HttpServletRequest request, String name, LetterId otherwise) {
        String asked = request.getParameter(name);
        return asked == null || asked.isEmpty() ? otherwise : PageIds.letter(asked);
    }

    private DeadLetter letter(HttpServletRequest request, Masking masking, LetterId id) {
        return masking.shown(RequestMemory.of(request).find(letters, id).orElseThrow(() -> PageIds.noLetter(id)));
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

    // Buttons

    /** Plans a replay of all of them, and shows the plan; a refusal is shown on the page of the cause. */
    @PostMapping("/causes/{id}/replay")
    View replay(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        PageRights.seesAll(caller);
        Cause cause = found(id);
        String page = "/causes/" + cause.id();
        if (retryable(cause).count() == 0) return back(page, PageNotice.NOTHING_TO_RETRY.word());
        try {
            return PageRedirect.to(
                    "/replays/" + planning.plan(caller, cause.id()).id());
        } catch (Problem refused) {
            boolean isBusy = refused.status() == HttpStatus.TOO_MANY_REQUESTS;
            return back(page, (isBusy ? PageNotice.PLANNING_BUSY : PageNotice.PLANNING_REFUSED).word());
        }
    }

    @PostMapping("/causes/{id}/acknowledge")
    View acknowledge(HttpServletRequest request, @PathVariable String id) {
        return decide(request, id, CauseDecision.ACKNOWLEDGE);
    }

    @PostMapping("/causes/{id}/ignore")
    View ignore(HttpServletRequest request, @PathVariable String id) {
        PageRights.mayAct(Caller.of(request));
        PageFrame frame = frames.around(request, "Cause");
        CauseBody how = CauseBody.ofForm(request, frame.now(), frame.reader().zone());
        return decide(request, id, CauseDecision.IGNORE, (cause, by) -> how.ignore(letters, cause, by));
    }

    @PostMapping("/causes/{id}/resolve")
    View resolve(HttpServletRequest request, @PathVariable String id) {
        return decide(request, id, CauseDecision.RESOLVE);
    }

    @PostMapping("/causes/{id}/reopen")
    View reopen(HttpServletRequest request, @PathVariable String id) {
        return decide(request, id, CauseDecision.REOPEN);
    }

    private View decide(HttpServletRequest request, String id, CauseDecision decision) {
        return decide(request, id, decision, (cause, by) -> letters.decide(cause, decision.state(), by));
    }

    private View decide(HttpServletRequest request, String id, CauseDecision decision, CauseChanger how) {
        FormerState before = FormerState.of(found(id));
        change(request, id, "cause " + NameText.css(decision), how);
        return back(backOr(request, id), CauseNotice.word(PageIds.cause(id), decision.state(), Optional.of(before)));
    }

    /** Gives a cause the state back that it had before a decision. */
    @PostMapping("/causes/{id}/undo")
    View undo(HttpServletRequest request, @PathVariable String id, @RequestParam String was) {
        FormerState former = former(was);
        change(
                request,
                id,
                "cause undo",
                (cause, by) -> former.state() == CauseState.IGNORED
                        ? letters.ignore(cause, former.end(), by)
                        : letters.decide(cause, former.state(), by));
        return back(backOr(request, id), CauseNotice.word(PageIds.cause(id), former.state(), Optional.empty()));
    }

    private static FormerState former(String word) {
        try {
            return FormerState.of(word);
        } catch (IllegalArgumentException e) {
            throw Problem.badField("was", "was must be a state of a cause");
        }
    }

    @PostMapping("/causes/{id}/assign")
    View assign(HttpServletRequest request, @PathVariable String id) {
        String assignee = CauseBody.assigneeOfForm(request);
        change(request, id, "cause assign", (cause, by) -> letters.assign(cause, assignee));
        PageNotice notice = assignee == null ? PageNotice.UNASSIGNED : PageNotice.ASSIGNED;
        return back(backOr(request, id), notice.word());
    }

    @PostMapping("/causes/{id}/link")
    View link(HttpServletRequest request, @PathVariable String id) {
        String url = CauseBody.linkOfForm(request);
        change(request, id, "cause link", (cause, by) -> letters.link(cause, url));
        PageNotice notice = url == null ? PageNotice.UNLINKED : PageNotice.LINKED;
        return back(backOr(request, id), notice.word());
    }

    @PostMapping("/causes/{id}/notes")
    View note(HttpServletRequest request, @PathVariable String id) {
        String text = CauseBody.noteOfForm(request);
        change(request, id, "cause note", (cause, by) -> CauseNotes.add(letters, cause, text, by));
        return back(backOr(request, id), PageNotice.NOTE_ADDED.word());
    }

    private void change(HttpServletRequest request, String id, String action, CauseChanger how) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        PageRights.seesAll(caller);
        if (!how.change(PageIds.cause(id), caller.name())) throw PageIds.noCause(id);
        audit.record(caller, action, id, 0);
    }

    /** Where the form was: the inbox with its tab, or else the page of the cause. It is never another site. */
    private static String backOr(HttpServletRequest request, String id) {
        String back = request.getParameter("back");
        return back != null && INBOX.matcher(back).matches() ? back : "/causes/" + PageIds.cause(id);
    }

    private static View back(String page, String notice) {
        return PageRedirect.to(page + (page.contains("?") ? "&" : "?") + "notice=" + notice);
    }
}
