package dev.redrive.server.pages;

import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.server.web.Problem;
import org.jspecify.annotations.Nullable;

/** Reads ids from addresses; what is none names nothing. */
public final class PageIds {
    private PageIds() {}

    public static LetterId letter(@Nullable String text) {
        try {
            if (text != null) return LetterId.of(text);
        } catch (IllegalArgumentException e) {
            throw noLetter(text);
        }
        throw noLetter("");
    }

    public static CauseId cause(String text) {
        try {
            return CauseId.of(text);
        } catch (IllegalArgumentException e) {
            throw noCause(text);
        }
    }

    public static ReplayId replay(String text) {
        try {
            return ReplayId.of(text);
        } catch (IllegalArgumentException e) {
            throw noReplay(text);
        }
    }

    public static Problem noLetter(Object id) {
        return Problem.notFound("There is no letter " + id + ". It may have been deleted, or its retention is over.");
    }

    public static Problem noCause(Object id) {
        return Problem.notFound("There is no cause " + id + ".");
    }

    public static Problem noReplay(Object id) {
        return Problem.notFound("There is no replay " + id + ". Ended ones are kept for 90 days.");
    }
}
