package dev.redrive.server.replays;

import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageIds;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page of replays: which there are, newest first, and how far each has come. */
@HtmlPage
final class ReplaysPage {
    private static final int SHOWN = 25;

    private final ReplayCommands letters;
    private final PageFrames frames;
    private final Settings settings;

    ReplaysPage(ReplayCommands letters, PageFrames frames, Settings settings) {
        this.letters = letters;
        this.frames = frames;
        this.settings = settings;
    }

    @GetMapping("/replays")
    ModelAndView show(HttpServletRequest request, @RequestParam(defaultValue = "") String before) {
        PageFrame frame = frames.around(request, "Replays");
        boolean isFirst = before.isEmpty();
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        ReplayCommands.Page page = letters.list(caller, Set.of(), SHOWN, isFirst ? null : PageIds.replay(before));
        ReplaysView view = new ReplaysView(
                page.items().stream()
                        .map(masking::shown)
                        .map(replay -> ReplaysView.Row.of(replay, frame.reader().zone()))
                        .toList(),
                Optional.ofNullable(page.next()).map(next -> "/replays?before=" + next),
                isFirst,
                firstReplay(frame));
        return new ModelAndView("replays", Map.of("frame", frame, "view", view));
    }

    private static String firstReplay(PageFrame frame) {
        String token = frame.open() ? "" : " \\\n  -H \"Authorization: Bearer $REDRIVE_TOKEN\"";
        return "redrive replay --channel orders --steps 1,10,100\n\ncurl " + frame.base() + "/dlq/replays" + token
                + " \\\n  -H 'Content-Type: application/json' \\\n"
                + "  -d '{\"filterCriteria\":{\"channel\":\"orders\"},\"start\":true}'";
    }
}
