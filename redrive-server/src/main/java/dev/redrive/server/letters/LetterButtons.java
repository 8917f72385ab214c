package dev.redrive.server.letters;

import dev.redrive.Letters;
import dev.redrive.engine.RetryResult;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.pages.HtmlPage;
import dev.redrive.server.pages.PageNotice;
import dev.redrive.server.pages.PageRedirect;
import dev.redrive.server.pages.PageRights;
import dev.redrive.server.web.Problem;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.leases.ClaimResult;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.View;

/** The buttons on the page of one letter. */
@HtmlPage
public final class LetterButtons {
    private final Letters letters;
    private final Audit audit;
    private final InstantSource clock;

    public LetterButtons(Letters letters, Audit audit, InstantSource clock) {
        this.letters = letters;
        this.audit = audit;
        this.clock = clock;
    }

    @PostMapping("/letters/{id}/retry")
    View retry(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        PageRights.mayAct(caller);
        DeadLetter letter = LetterReads.find(letters, request, id);
        RetryResult result = letters.retry(letter.id(), caller.name());
        if (result instanceof RetryResult.Tried || result instanceof RetryResult.LeaseLost)
            audit.record(caller, "retry", id, 1);
        if (result instanceof RetryResult.NotTried not && not.why() instanceof ClaimResult.NotAllowed)
            refuseSecond(letter);
        return back(letter.id(), notice(result));
    }

    /** Somebody who presses twice, or later than a colleague, is told what the first retry came to. */
    private void refuseSecond(DeadLetter letter) {
        LastRetry.of(letter, clock.instant()).ifPresent(words -> {
            throw Problem.conflict(words + ".");
        });
    }

    private static PageNotice notice(RetryResult result) {
        if (result instanceof RetryResult.NoHandler) return PageNotice.NO_HANDLER;
        if (result instanceof RetryResult.ChannelIsHeld) return PageNotice.CHANNEL_HELD;
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
        LetterId letter = LetterReads.find(letters, request, id).id();
        MoveResult moved = letters.move(letter, move);
        if (moved instanceof MoveResult.To) audit.record(caller, action, id, 1);
        if (moved instanceof MoveResult.NotWhole) return back(letter, PageNotice.NOT_WHOLE);
        return back(letter, moved instanceof MoveResult.To ? done : PageNotice.REFUSED);
    }

    @PostMapping("/letters/{id}/delete")
    View delete(HttpServletRequest request, @PathVariable String id) {
        Caller caller = Caller.of(request);
        PageRights.mayAdminister(caller);
        LetterId letter = LetterReads.find(letters, request, id).id();
        DeleteResult deleted = letters.delete(letter, caller.name());
        if (deleted instanceof DeleteResult.Held held) throw MoveRefusals.held(letter, held.hold());
        if (!(deleted instanceof DeleteResult.Gone)) return back(letter, PageNotice.REFUSED);
        audit.record(caller, "delete", id, 1);
        return PageRedirect.to("/letters?notice=" + PageNotice.DELETED.word());
    }

    private static View back(LetterId id, PageNotice notice) {
        return PageRedirect.to("/letters/" + id + "?notice=" + notice.word());
    }
}
