package dev.redrive.server.channels;

import dev.redrive.Letters;
import dev.redrive.cause.Cause;
import dev.redrive.engine.TargetState;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Summary;
import dev.redrive.server.access.Masking;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.target.TargetHealth;
import dev.redrive.server.web.Problem;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.text.Glob;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;

/** The pages of channels: which flow, what keeps the letters of one back, and the buttons to hold and release it. */
@HtmlPage
final class ChannelsPage {
    private static final int MOST = 100;
    private static final int LOOKED_AT = 100;
    private static final int CAUSES = 5;
    private static final LetterStatus[] OPEN =
            Arrays.stream(LetterStatus.values()).filter(LetterStatus::isOpen).toArray(LetterStatus[]::new);

    private final ChannelReports reports;
    private final ChannelCommands commands;
    private final Letters letters;
    private final TargetHealth health;
    private final Settings settings;
    private final PageFrames frames;

    ChannelsPage(
            ChannelReports reports,
            ChannelCommands commands,
            Letters letters,
            TargetHealth health,
            Settings settings,
            PageFrames frames) {
        this.reports = reports;
        this.commands = commands;
        this.letters = letters;
        this.health = health;
        this.settings = settings;
        this.frames = frames;
    }

    @GetMapping("/channels")
    ModelAndView list(HttpServletRequest request, @RequestParam(defaultValue = "") String name) {
        String wanted = name.strip();
        ChannelReports.Listed listed =
                reports.list(Caller.of(request), new Glob(wanted.isEmpty() ? "*" : wanted), MOST);
        ChannelsView view = ChannelsView.of(listed, wanted);
        return new ModelAndView("channels", Map.of("frame", frames.around(request, "Channels"), "view", view));
    }

    @GetMapping("/channels/one")
    ModelAndView show(HttpServletRequest request, @RequestParam(defaultValue = "") String name) {
        Caller caller = Caller.of(request);
        Masking masking = Masking.of(settings, caller);
        ChannelReport report =
                reports.find(caller, ChannelReports.name(caller, name)).shown(masking);
        String target = report.summary().target().map(TargetState::name).orElse("");
        PageFrame frame =
                frames.around(request, NameText.visible(report.summary().name()));
        ChannelView view = new ChannelView(
                report, health.isAsked(target), frame.seesAll() ? causes(report.summary(), masking) : List.of());
        return new ModelAndView("channel", Map.of("frame", frame, "view", view));
    }

    /** Counting causes by channel would read all letters, so this looks at the newest open ones. */
    private List<ChannelView.CauseRow> causes(ChannelSummary channel, Masking masking) {
        if (channel.counts().open() == 0) return List.of();
        Filter open = Filter.builder().channel(channel.name()).status(OPEN).build();
        Map<CauseId, Long> counts = letters.search(Query.newest(open, LOOKED_AT)).items().stream()
                .collect(Collectors.groupingBy(Summary::cause, Collectors.counting()));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<CauseId, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(cause -> cause.getKey().toString()))
                .limit(CAUSES)
                .map(cause -> row(cause.getKey(), cause.getValue(), masking))
                .toList();
    }

    private ChannelView.CauseRow row(CauseId id, long count, Masking masking) {
        String title = letters.cause(id).map(masking::shown).map(Cause::title).orElseGet(id::toString);
        return new ChannelView.CauseRow(id, title, count);
    }

    // Buttons

    /** What was done needs no words of its own: the page shows who holds the channel. */
    @PostMapping("/channels/hold")
    View hold(HttpServletRequest request, @RequestParam String name, @RequestParam(defaultValue = "") String reason) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        String channel = ChannelReports.name(caller, name);
        ChannelCommands.Held unused = commands.hold(caller, channel, reason(reason));
        return PageRedirect.to(ChannelsView.address(channel));
    }

    @PostMapping("/channels/release")
    View release(
            HttpServletRequest request, @RequestParam String name, @RequestParam(defaultValue = "") String reason) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        String channel = ChannelReports.name(caller, name);
        var unused = commands.release(caller, channel, reason(reason));
        return PageRedirect.to(ChannelsView.address(channel));
    }

    private static @Nullable String reason(String text) {
        if (text.length() > LetterLimits.NOTES)
            throw Problem.badField("reason", "reason can have at most " + LetterLimits.NOTES + " characters");
        return text.isBlank() ? null : text.strip();
    }
}
