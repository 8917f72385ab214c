package dev.redrive.server.replays;

import dev.redrive.Replays;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterId;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.letters.LetterChoice;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageIds;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.web.Parameters;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The form that makes a plan: for letters that are chosen in it, or instead of another plan. Nothing is sent by it. */
@HtmlPage
final class NewReplayPage {
    /** The button that shows a letter before and after; its value says which of them. */
    private static final String PREVIEW = "preview";

    private final Replays replays;
    private final ReplayCommands letters;
    private final ReplayPlanning planning;
    private final ReplayPreviews previews;
    private final ShownReplays shown;
    private final PageFrames frames;
    private final Settings settings;

    NewReplayPage(
            Replays replays,
            ReplayCommands letters,
            ReplayPlanning planning,
            ReplayPreviews previews,
            PageFrames frames,
            Settings settings) {
        this.replays = replays;
        this.letters = letters;
        this.planning = planning;
        this.previews = previews;
        this.shown = new ShownReplays(settings);
        this.frames = frames;
        this.settings = settings;
    }

    @GetMapping("/replays/new")
    ModelAndView show(HttpServletRequest request, @RequestParam(defaultValue = "") String from) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        PageFrame frame = frame(request, from);
        if (from.isEmpty()) return page(frame, ReplayForm.fresh(typed(request), targets()));
        Replay plan = plan(caller, from);
        checkOpen(plan);
        return page(frame, form(caller, plan, frame));
    }

    @PostMapping("/replays/new")
    ModelAndView make(HttpServletRequest request, @RequestParam(defaultValue = "") String from) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        return from.isEmpty() ? makeNew(caller, request) : makeInstead(caller, request, plan(caller, from));
    }

    private ModelAndView makeNew(Caller caller, HttpServletRequest request) {
        PageFrame frame = frame(request, "");
        Map<String, List<String>> typed = typed(request);
        try {
            ReplayBody body =
                    TypedReplay.fresh(typed, frame.now(), frame.reader().zone());
            if (isPreview(typed)) return preview(request, body, frame, ReplayForm.fresh(typed, targets()));
            previews.check(body.task());
            return made(planning.plan(caller, body));
        } catch (Problem problem) {
            return wrong(frame, ReplayForm.fresh(typed, targets()), problem);
        }
    }

    private ModelAndView makeInstead(Caller caller, HttpServletRequest request, Replay plan) {
        PageFrame frame = frame(request, plan.id().toString());
        Map<String, List<String>> typed = typed(request);
        try {
            checkOpen(plan);
            ReplayBody body = TypedReplay.insteadOf(plan, shown.to(caller, plan), namedIn(plan), typed);
            if (isPreview(typed))
                return preview(request, body, frame, form(caller, plan, frame).with(typed));
            previews.check(body.task());
            Replay made = planning.plan(caller, body);
            var unused = letters.cancelUnstarted(caller, plan.id());
            return made(made);
        } catch (Problem problem) {
            return wrong(frame, form(caller, plan, frame).with(typed), problem);
        }
    }

    // Before and after

    private static boolean isPreview(Map<String, List<String>> typed) {
        return !typed.getOrDefault(PREVIEW, List.of()).isEmpty();
    }

    /** The form as it was typed, with one letter before and after; what the transform or the schema has against it stands beside its field. */
    private ModelAndView preview(HttpServletRequest request, ReplayBody body, PageFrame frame, ReplayForm form) {
        PreviewView preview = previews.one(request, body, place(form));
        ReplayForm judged = form.with(preview.mistake().stream().toList());
        return page(frame, judged).addObject("preview", Optional.of(preview));
    }

    private static int place(ReplayForm form) {
        return Parameters.number(PREVIEW, form.value(PREVIEW), 1, ReplayBody.MAX_SAMPLES);
    }

    /** Those of a plan that names them one by one; the request that it keeps has the first few only. */
    private List<LetterId> namedIn(Replay plan) {
        if (!SelectionText.in(plan).isByIds()) return List.of();
        return replays.ledger(plan.id(), Set.of(), 0, LetterChoice.MAX_IDS).stream()
                .map(LedgerLine::letter)
                .toList();
    }

    private Replay plan(Caller caller, String id) {
        return letters.find(caller, PageIds.replay(id)).orElseThrow(() -> PageIds.noReplay(id));
    }

    private static void checkOpen(Replay plan) {
        if (plan.state() != ReplayState.PLANNED)
            throw Problem.conflict("replay " + plan.id() + " is " + plan.state()
                    + ", so its plan cannot be changed any more; make a new replay");
    }

    private ReplayForm form(Caller caller, Replay plan, PageFrame frame) {
        Replay seen = shown.to(caller, plan);
        return ReplayForm.of(seen, SelectionText.in(seen, frame.reader().zone()), targets());
    }

    private Set<String> targets() {
        return new TreeSet<>(settings.targets().keySet());
    }

    private static Map<String, List<String>> typed(HttpServletRequest request) {
        Map<String, List<String>> typed = new LinkedHashMap<>();
        request.getParameterMap().forEach((name, values) -> {
            List<String> given =
                    Arrays.stream(values).filter(value -> !value.isBlank()).toList();
            typed.put(name, given);
        });
        return typed;
    }

    // Answers

    private PageFrame frame(HttpServletRequest request, String from) {
        return frames.around(request, from.isEmpty() ? "New replay" : "Change a plan");
    }

    private static ModelAndView made(Replay replay) {
        return new ModelAndView(PageRedirect.to("/replays/" + replay.id()));
    }

    private static ModelAndView wrong(PageFrame frame, ReplayForm form, Problem problem) {
        List<ReplayForm.Mistake> mistakes =
                TypedReplay.mistakes(form.typed(), frame.now(), frame.reader().zone());
        ModelAndView page = page(frame, form.with(withFirst(ReplayForm.Mistake.of(problem), mistakes)));
        page.setStatus(HttpStatusCode.valueOf(problem.status().value()));
        return page;
    }

    /** What the request was refused for is among the mistakes, unless it needs more than one field to be seen. */
    private static List<ReplayForm.Mistake> withFirst(ReplayForm.Mistake refused, List<ReplayForm.Mistake> others) {
        return Stream.concat(Stream.of(refused), others.stream()).toList();
    }

    private static ModelAndView page(PageFrame frame, ReplayForm form) {
        return new ModelAndView("newreplay", Map.of("frame", frame, "form", form, "preview", Optional.empty()));
    }
}
