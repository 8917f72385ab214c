package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.engine.RetryResult;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Payload;
import dev.redrive.server.access.Masking;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageIds;
import dev.redrive.server.pages.PageNotice;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.pages.TimeText;
import dev.redrive.server.web.RequestMemory;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.questions.Version;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;

/** The page of one letter: why it failed, what was tried, and what can be done. */
@HtmlPage
public final class LetterPage {
    private final Letters letters;
    private final Settings settings;
    private final PageFrames frames;
    private final Audit audit;

    public LetterPage(Letters letters, Settings settings, PageFrames frames, Audit audit) {
        this.letters = letters;
        this.settings = settings;
        this.frames = frames;
        this.audit = audit;
    }

    @GetMapping("/letters/{id}")
    ModelAndView show(HttpServletRequest request, @PathVariable String id) {
        Masking masking = Masking.of(settings, Caller.of(request));
        DeadLetter letter = masking.shown(found(request, id));
        RequestMemory.of(request).take(letters.versionBytes(letter.id()));
        PageFrame frame = frames.around(request, "Letter " + letter.eventId());
        return new ModelAndView("letter", Map.of("frame", frame, "view", view(frame, masking, letter)));
    }

    private DeadLetter found(HttpServletRequest request, String id) {
        DeadLetter letter =
                RequestMemory.of(request).find(letters, PageIds.letter(id)).orElseThrow(() -> PageIds.noLetter(id));
        return Scope.of(Caller.of(request)).allowed(letter);
    }

    private LetterView view(PageFrame frame, Masking masking, DeadLetter letter) {
        return new LetterView(
                letter,
                PayloadView.of(letter.payload()),
                additional(masking, letter),
                letter.message().headers().list().stream()
                        .map(LetterView.HeaderRow::of)
                        .toList(),
                letter.failure().stackTrace().chain(),
                attempts(frame, letter),
                letters.versions(letter.id()).stream()
                        .map(version -> version(frame, masking, version))
                        .toList(),
                letters.holdOn(letter).map(hold -> shown(masking, hold)),
                frame.mayAct() ? actions(letter) : List.of());
    }

    private static LegalHold shown(Masking masking, LegalHold hold) {
        return new LegalHold(hold.subject(), hold.by(), masking.words(hold.reason()), hold.since());
    }

    private static Optional<PayloadView> additional(Masking masking, DeadLetter letter) {
        Json members = letter.message().additional().members();
        if (members.equals(Json.EMPTY_OBJECT)) return Optional.empty();
        return Optional.of(PayloadView.of(Payload.of(masking.shown(members).text())));
    }

    private static List<LetterView.AttemptRow> attempts(PageFrame frame, DeadLetter letter) {
        List<LetterView.AttemptRow> rows = new ArrayList<>();
        for (Attempt attempt : letter.attempts()) rows.add(attempt(frame, rows.size() + 1, attempt));
        Collections.reverse(rows);
        return rows;
    }

    private static LetterView.AttemptRow attempt(PageFrame frame, int number, Attempt attempt) {
        Optional<Failure> failure = Optional.ofNullable(attempt.shownFailure());
        return new LetterView.AttemptRow(
                number,
                frame.when(attempt.startedAt()),
                TimeText.span(attempt.took()),
                attempt.wasBeforeCapture() && attempt.worker().isEmpty() ? "its sender" : attempt.worker(),
                attempt.wasBeforeCapture() ? "before capture" : attempt.strategy(),
                attempt.result(),
                failure.map(Failure::type),
                failure.map(Failure::message).orElse(""));
    }

    private static LetterView.VersionRow version(PageFrame frame, Masking masking, Version version) {
        return new LetterView.VersionRow(
                version.number(),
                frame.when(version.time()),
                Objects.requireNonNullElse(version.by(), ""),
                Objects.requireNonNullElse(masking.notes(version.notes()), ""),
                PayloadView.of(masking.shown(version.payload())));
    }

    private static List<LetterView.Action> actions(DeadLetter letter) {
        return Arrays.stream(LetterView.Action.values())
                .filter(action -> letter.status().after(action.move()).isPresent())
                .filter(action -> letter.message().isWhole() || !action.sends())
                .toList();
    }

    // Buttons

    @PostMapping("/letters/{id}/retry")
    View retry(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        LetterId letter = found(request, id).id();
        RetryResult result = letters.retry(letter, caller.name());
        if (result instanceof RetryResult.Tried || result instanceof RetryResult.LeaseLost)
            audit.record(caller, "retry", id, 1);
        return back(letter, notice(result));
    }

    private static PageNotice notice(RetryResult result) {
        if (result instanceof RetryResult.NoHandler) return PageNotice.NO_HANDLER;
        if (result instanceof RetryResult.Busy) return PageNotice.BUSY;
        if (result instanceof RetryResult.NotNow) return PageNotice.NOT_NOW;
        if (result instanceof RetryResult.LeaseLost) return PageNotice.OUTLASTED;
        if (result instanceof RetryResult.NotTried not) return notice(not.why());
        if (!(result instanceof RetryResult.Tried tried)) return PageNotice.REFUSED;
        return switch (tried.status()) {
            case RESOLVED -> PageNotice.TRIED_RESOLVED;
            case REPLAYED -> PageNotice.TRIED_SENT;
            case PENDING, RETRYING, FAILED, MANUAL, ARCHIVED -> PageNotice.TRIED_FAILED;
        };
    }

    private static PageNotice notice(ClaimResult why) {
        if (why instanceof ClaimResult.NotWhole) return PageNotice.NOT_WHOLE;
        return why instanceof ClaimResult.Blocked ? PageNotice.BLOCKED : PageNotice.REFUSED;
    }

    @PostMapping("/letters/{id}/reset")
    View reset(HttpServletRequest request, @PathVariable String id) {
        return move(request, id, "reset", ManualMove.reset(Caller.of(request).name()), PageNotice.RESET);
    }

    @PostMapping("/letters/{id}/archive")
    View archive(HttpServletRequest request, @PathVariable String id) {
        return move(
                request, id, "archive", ManualMove.archive(Caller.of(request).name(), null), PageNotice.ARCHIVED);
    }

    @PostMapping("/letters/{id}/discard")
    View discard(HttpServletRequest request, @PathVariable String id) {
        return move(
                request, id, "discard", ManualMove.discard(Caller.of(request).name(), null), PageNotice.DISCARDED);
    }

    @PostMapping("/letters/{id}/restore")
    View restore(HttpServletRequest request, @PathVariable String id) {
        return move(
                request, id, "restore", ManualMove.restore(Caller.of(request).name()), PageNotice.RESTORED);
    }

    @PostMapping("/letters/{id}/confirm")
    View confirm(HttpServletRequest request, @PathVariable String id) {
        return move(
                request, id, "confirm", ManualMove.confirm(Caller.of(request).name()), PageNotice.CONFIRMED);
    }

    private View move(HttpServletRequest request, String id, String action, ManualMove move, PageNotice done) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        LetterId letter = found(request, id).id();
        MoveResult moved = letters.move(letter, move);
        if (moved instanceof MoveResult.To) audit.record(caller, action, id, 1);
        if (moved instanceof MoveResult.NotWhole) return back(letter, PageNotice.NOT_WHOLE);
        return back(letter, moved instanceof MoveResult.To ? done : PageNotice.REFUSED);
    }

    private static View back(LetterId id, PageNotice notice) {
        return PageRedirect.to("/letters/" + id + "?notice=" + notice.word());
    }
}
