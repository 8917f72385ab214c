package dev.redrive.server.pages;

import dev.redrive.Desk;
import dev.redrive.engine.RetryResult;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Payload;
import dev.redrive.server.access.Caller;
import dev.redrive.server.access.Masking;
import dev.redrive.server.access.Scope;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.InFlight;
import dev.redrive.store.ClaimResult;
import dev.redrive.store.Moved;
import dev.redrive.store.Order;
import dev.redrive.store.Version;
import dev.redrive.text.Json;
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
final class LetterPage {
    private final Desk desk;
    private final Settings settings;
    private final Frames frames;
    private final Audit audit;

    LetterPage(Desk desk, Settings settings, Frames frames, Audit audit) {
        this.desk = desk;
        this.settings = settings;
        this.frames = frames;
        this.audit = audit;
    }

    @GetMapping("/letters/{id}")
    ModelAndView show(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        DeadLetter letter = found(request, id);
        Frame frame = frames.around(request, "Letter " + letter.eventId());
        return new ModelAndView("letter", Map.of("frame", frame, "view", view(frame, caller, letter)));
    }

    private DeadLetter found(HttpServletRequest request, String id) {
        DeadLetter letter = InFlight.of(request).find(desk, Ids.letter(id)).orElseThrow(() -> Ids.noLetter(id));
        return Scope.of(Caller.of(request)).allowed(letter);
    }

    private LetterView view(Frame frame, Caller caller, DeadLetter letter) {
        Masking masking = Masking.of(settings, caller);
        return new LetterView(
                letter,
                PayloadView.of(masking.shown(letter.payload())),
                additional(masking, letter),
                letter.message().headers().list().stream()
                        .map(LetterView.HeaderRow::of)
                        .toList(),
                letter.failure().stackTrace().chain(),
                attempts(frame, letter),
                desk.versions(letter.id()).stream()
                        .map(version -> version(frame, masking, version))
                        .toList(),
                frame.mayAct() ? actions(letter) : List.of());
    }

    private static Optional<PayloadView> additional(Masking masking, DeadLetter letter) {
        Json members = letter.message().additional().members();
        if (members.equals(Json.EMPTY_OBJECT)) return Optional.empty();
        return Optional.of(PayloadView.of(Payload.of(masking.shown(members).text())));
    }

    private static List<LetterView.AttemptRow> attempts(Frame frame, DeadLetter letter) {
        List<LetterView.AttemptRow> rows = new ArrayList<>();
        for (Attempt attempt : letter.attempts()) rows.add(attempt(frame, rows.size() + 1, attempt));
        Collections.reverse(rows);
        return rows;
    }

    private static LetterView.AttemptRow attempt(Frame frame, int number, Attempt attempt) {
        Optional<Failure> failure = Optional.ofNullable(attempt.failure());
        return new LetterView.AttemptRow(
                number,
                frame.when(attempt.startedAt()),
                When.span(attempt.took()),
                attempt.wasBeforeCapture() && attempt.worker().isEmpty() ? "its sender" : attempt.worker(),
                attempt.wasBeforeCapture() ? "before capture" : attempt.strategy(),
                attempt.result(),
                failure.map(Failure::type),
                failure.map(Failure::message).orElse(""));
    }

    private static LetterView.VersionRow version(Frame frame, Masking masking, Version version) {
        return new LetterView.VersionRow(
                version.number(),
                frame.when(version.time()),
                Objects.requireNonNullElse(version.by(), ""),
                Objects.requireNonNullElse(version.notes(), ""),
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
        Rights.mayAct(caller);
        LetterId letter = found(request, id).id();
        RetryResult result = desk.retry(letter, caller.name());
        if (result instanceof RetryResult.Tried) audit.record(caller, "retry", id, 1);
        return back(letter, notice(result));
    }

    private static Notice notice(RetryResult result) {
        if (result instanceof RetryResult.NoHandler) return Notice.NO_HANDLER;
        if (result instanceof RetryResult.Busy) return Notice.BUSY;
        if (result instanceof RetryResult.NotNow) return Notice.NOT_NOW;
        if (result instanceof RetryResult.NotTried not) return notice(not.why());
        if (!(result instanceof RetryResult.Tried tried)) return Notice.REFUSED;
        return switch (tried.status()) {
            case RESOLVED -> Notice.TRIED_RESOLVED;
            case REPLAYED -> Notice.TRIED_SENT;
            case PENDING, RETRYING, FAILED, MANUAL, ARCHIVED -> Notice.TRIED_FAILED;
        };
    }

    private static Notice notice(ClaimResult why) {
        if (why instanceof ClaimResult.NotWhole) return Notice.NOT_WHOLE;
        return why instanceof ClaimResult.Blocked ? Notice.BLOCKED : Notice.REFUSED;
    }

    @PostMapping("/letters/{id}/reset")
    View reset(HttpServletRequest request, @PathVariable String id) {
        return move(request, id, "reset", Order.reset(Caller.of(request).name()), Notice.RESET);
    }

    @PostMapping("/letters/{id}/archive")
    View archive(HttpServletRequest request, @PathVariable String id) {
        return move(request, id, "archive", Order.archive(Caller.of(request).name(), null), Notice.ARCHIVED);
    }

    @PostMapping("/letters/{id}/discard")
    View discard(HttpServletRequest request, @PathVariable String id) {
        return move(request, id, "discard", Order.discard(Caller.of(request).name(), null), Notice.DISCARDED);
    }

    @PostMapping("/letters/{id}/restore")
    View restore(HttpServletRequest request, @PathVariable String id) {
        return move(request, id, "restore", Order.restore(Caller.of(request).name()), Notice.RESTORED);
    }

    @PostMapping("/letters/{id}/confirm")
    View confirm(HttpServletRequest request, @PathVariable String id) {
        return move(request, id, "confirm", Order.confirm(Caller.of(request).name()), Notice.CONFIRMED);
    }

    private View move(HttpServletRequest request, String id, String action, Order order, Notice done) {
        Caller caller = Caller.of(request);
        Rights.mayAct(caller);
        LetterId letter = found(request, id).id();
        Moved moved = desk.move(letter, order);
        if (moved instanceof Moved.To) audit.record(caller, action, id, 1);
        if (moved instanceof Moved.NotWhole) return back(letter, Notice.NOT_WHOLE);
        return back(letter, moved instanceof Moved.To ? done : Notice.REFUSED);
    }

    private static View back(LetterId id, Notice notice) {
        return Redirect.to("/letters/" + id + "?notice=" + notice.word());
    }
}
