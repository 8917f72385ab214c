package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.audit.AuditLog;
import dev.redrive.internal.text.ShortText;
import dev.redrive.letter.DeadLetter;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.web.RequestMemory;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** The page of one letter: why it failed, what was tried, and what can be done. */
@HtmlPage
public final class LetterPage {
    private static final int TITLE = 80;

    private final Letters letters;
    private final LetterViews views;
    private final Settings settings;
    private final PageFrames frames;

    public LetterPage(Redrive redrive, Settings settings, PageFrames frames, AuditLog auditLog) {
        this.letters = redrive.letters();
        this.views = new LetterViews(redrive, settings, auditLog);
        this.settings = settings;
        this.frames = frames;
    }

    @GetMapping("/letters/{id}")
    ModelAndView show(HttpServletRequest request, @PathVariable String id) {
        Masking masking = Masking.of(settings, Caller.of(request));
        DeadLetter letter = masking.shown(LetterReads.find(letters, request, id));
        RequestMemory.of(request).take(letters.versionBytes(letter.id()));
        PageFrame frame =
                frames.around(request, "Letter " + NameText.visible(ShortText.withDots(letter.eventId(), TITLE)));
        LetterView view = views.view(frame, masking, letter, LetterAddress.of(request));
        return new ModelAndView("letter", Map.of("frame", frame, "view", view));
    }
}
