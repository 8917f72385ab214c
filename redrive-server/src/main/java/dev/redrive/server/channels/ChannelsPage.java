package dev.redrive.server.channels;

import dev.redrive.Letters;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrames;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The page of channels: how many letters of each are open, and where. */
@HtmlPage
final class ChannelsPage {
    private final Letters letters;
    private final PageFrames frames;

    ChannelsPage(Letters letters, PageFrames frames) {
        this.letters = letters;
        this.frames = frames;
    }

    @GetMapping("/channels")
    ModelAndView show(HttpServletRequest request, @RequestParam(defaultValue = "") String name) {
        ChannelsView view = ChannelsView.of(
                Scope.of(Caller.of(request)).limit(letters.tallies()).byChannel(), name.strip());
        return new ModelAndView("channels", Map.of("frame", frames.around(request, "Channels"), "view", view));
    }
}
