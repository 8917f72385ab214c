package dev.redrive.server.pages;

import dev.redrive.letter.Payload;
import dev.redrive.replay.Line;
import dev.redrive.replay.LineState;
import dev.redrive.replay.Replay;
import dev.redrive.replay.ReplayId;
import dev.redrive.replay.ReplayState;
import dev.redrive.replay.Replays;
import dev.redrive.replay.Steered;
import dev.redrive.server.access.Caller;
import dev.redrive.server.access.Masking;
import dev.redrive.server.config.Settings;
import dev.redrive.server.replays.ReplayDesk;
import jakarta.servlet.http.HttpServletRequest;
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

/** The page of one replay: what it is about, how far it has come, what went wrong, and how to steer it. */
@HtmlPage
final class ReplayPage {
    /** The ends that somebody may want to look into. */
    static final Set<LineState> TROUBLED = EnumSet.of(LineState.CAME_BACK, LineState.FAILED, LineState.SKIPPED);

    private static final int LINES = 50;

    private final Replays replays;
    private final ReplayDesk desk;
    private final Frames frames;
    private final Settings settings;

    ReplayPage(Replays replays, ReplayDesk desk, Frames frames, Settings settings) {
        this.replays = replays;
        this.desk = desk;
        this.frames = frames;
        this.settings = settings;
    }

    @GetMapping("/replays/{id}")
    ModelAndView show(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        Replay replay = desk.find(caller, Ids.replay(id)).orElseThrow(() -> Ids.noReplay(id));
        Frame frame = frames.around(request, title(replay));
        return new ModelAndView("replay", Map.of("frame", frame, "view", view(frame, caller, replay)));
    }

    private static String title(Replay replay) {
        if (replay.state() == ReplayState.PLANNING) return "Replay";
        return "Replay of " + Words.count(replay.progress().matched(), "letter", "letters");
    }

    private ReplayView view(Frame frame, Caller caller, Replay hidden) {
        Masking masking = Masking.of(settings, caller);
        Replay replay = masking.shown(hidden);
        Chosen chosen = Chosen.in(replay);
        return new ReplayView(
                replay,
                chosen,
                caller.channels().isEmpty() ? chosen.cause() : Optional.empty(),
                ProgressBar.of(replay.progress()),
                ReplaySteps.of(replay),
                BrakeWords.of(replay.brakes()),
                Optional.ofNullable(replay.errand().transform())
                        .map(transform -> PayloadView.of(Payload.of(transform))),
                troubled(replay).stream().map(masking::shown).toList(),
                frame.mayAct() ? ReplayView.Button.of(replay) : List.of());
    }

    /** A ledger of a million lines is not searched for what is not in it. */
    private List<Line> troubled(Replay replay) {
        boolean hasAny = TROUBLED.stream().anyMatch(state -> replay.progress().count(state) > 0);
        return hasAny ? replays.ledger(replay.id(), TROUBLED, 0, LINES) : List.of();
    }

    @PostMapping("/replays/{id}/{command:start|pause|resume|cancel}")
    View steer(HttpServletRequest request, @PathVariable String id, @PathVariable String command) {
        Caller caller = Caller.of(request);
        Rights.mayAct(caller);
        ReplayId replay = Ids.replay(id);
        Steered steered = desk.steer(caller, replay, ReplayState.Command.valueOf(command.toUpperCase(Locale.ROOT)));
        if (steered instanceof Steered.NoSuchReplay) throw Ids.noReplay(id);
        // What was done needs no words of its own: the page shows the state.
        String notice = steered instanceof Steered.Done ? "" : "?notice=" + Notice.NOT_STEERED.word();
        return Redirect.to("/replays/" + replay + notice);
    }
}
