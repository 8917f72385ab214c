package dev.redrive.server.replays;

import dev.redrive.Replays;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.Payload;
import dev.redrive.replay.CommandResult;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.letters.PayloadView;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageIds;
import dev.redrive.server.pages.PageNotice;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.pages.ReaderSettings;
import jakarta.servlet.http.HttpServletRequest;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;

/** The page of one replay: what it is about, how far it has come, what went wrong, and the buttons to start, pause or cancel it. */
@HtmlPage
final class ReplayPage {
    /** The final states that may need attention. */
    static final Set<LineState> TROUBLED = EnumSet.of(LineState.CAME_BACK, LineState.FAILED, LineState.SKIPPED);

    private static final int LINES = 50;

    private final Replays replays;
    private final ReplayCommands letters;
    private final PageFrames frames;
    private final Settings settings;
    private final ShownReplays shown;

    ReplayPage(Replays replays, ReplayCommands letters, PageFrames frames, Settings settings) {
        this.replays = replays;
        this.letters = letters;
        this.frames = frames;
        this.settings = settings;
        this.shown = new ShownReplays(settings);
    }

    @GetMapping("/replays/{id}")
    ModelAndView show(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        Replay replay = letters.find(caller, PageIds.replay(id)).orElseThrow(() -> PageIds.noReplay(id));
        ReplayView view = view(caller, replay, ReaderSettings.of(request).zone());
        return new ModelAndView("replay", Map.of("frame", frames.around(request, view.tabTitle()), "view", view));
    }

    private static String title(Replay replay) {
        if (replay.state() == ReplayState.PLANNING) return "Replay";
        return "Replay of " + NameText.count(replay.progress().matched(), "letter", "letters");
    }

    private ReplayView view(Caller caller, Replay hidden, ZoneId zone) {
        Masking masking = Masking.of(settings, caller);
        Replay replay = shown.to(caller, hidden);
        SelectionText chosen = SelectionText.in(replay, zone);
        PlanView plan = new PlanView(replay, holders(caller, replay));
        return new ReplayView(
                replay,
                title(replay),
                LinkedReason.of(
                        replay.reason(), other -> letters.find(caller, other).isPresent()),
                plan,
                chosen,
                caller.channels().isEmpty() ? chosen.cause() : Optional.empty(),
                ProgressBar.of(replay.progress()),
                ReplaySteps.of(replay),
                BrakeText.of(replay.brakes()),
                Optional.ofNullable(replay.task().transform()).map(transform -> PayloadView.of(Payload.of(transform))),
                troubled(replay).stream().map(masking::shown).toList(),
                ReplayView.Button.of(plan));
    }

    /** They matter until it is started. */
    private List<PlanView.Holder> holders(Caller caller, Replay replay) {
        if (replay.state() != ReplayState.PLANNED) return List.of();
        return replay.plan().holders().stream()
                .map(holder -> holder(caller, holder))
                .toList();
    }

    private PlanView.Holder holder(Caller caller, ReplayPlan.HolderCount counted) {
        Optional<Replay> now = replays.find(counted.replay());
        return new PlanView.Holder(
                counted.replay(),
                now.map(Replay::state).orElse(ReplayState.CANCELLED),
                letters.find(caller, counted.replay()).isPresent(),
                now.filter(Replay::canBeTakenFrom).isPresent(),
                counted.count());
    }

    /** A ledger of a million lines is not searched for what is not in it. */
    private List<LedgerLine> troubled(Replay replay) {
        boolean hasAny = TROUBLED.stream().anyMatch(state -> replay.progress().count(state) > 0);
        return hasAny ? replays.ledger(replay.id(), TROUBLED, 0, LINES) : List.of();
    }

    @PostMapping("/replays/{id}/release")
    View release(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        ReplayId replay = PageIds.replay(id);
        return after(replay, letters.release(caller, replay), "?notice=" + PageNotice.LETTERS_RELEASED.word());
    }

    @PostMapping("/replays/{id}/takeover")
    View takeOver(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        ReplayId replay = PageIds.replay(id);
        return after(replay, letters.startTakingOver(caller, replay), "");
    }

    @PostMapping("/replays/{id}/{command:start|pause|resume|cancel}")
    View command(HttpServletRequest request, @PathVariable String id, @PathVariable String command) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        ReplayId replay = PageIds.replay(id);
        // What was done needs no words of its own: the page shows the state.
        return after(
                replay,
                letters.command(caller, replay, ReplayState.Command.valueOf(command.toUpperCase(Locale.ROOT))),
                "");
    }

    private static View after(ReplayId replay, CommandResult result, String notice) {
        if (result instanceof CommandResult.NoSuchReplay) throw PageIds.noReplay(replay.toString());
        String refused = "?notice=" + PageNotice.COMMAND_REFUSED.word();
        return PageRedirect.to("/replays/" + replay + (result instanceof CommandResult.Done ? notice : refused));
    }
}
