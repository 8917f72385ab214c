package dev.redrive.server.pages;

import dev.redrive.cause.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.replay.ReplayId;
import dev.redrive.server.web.Problem;
import org.jspecify.annotations.Nullable;

/** Reads ids from addresses; what is none names nothing. */
final class Ids {
    private Ids() {}

    static LetterId letter(@Nullable String text) {
        try {
            if (text != null) return LetterId.of(text);
        } catch (IllegalArgumentException e) {
            throw noLetter(text);
        }
        throw noLetter("");
    }

    static CauseId cause(String text) {
        try {
            return CauseId.of(text);
        } catch (IllegalArgumentException e) {
            throw noCause(text);
        }
    }

    static ReplayId replay(String text) {
        try {
            return ReplayId.of(text);
        } catch (IllegalArgumentException e) {
            throw noReplay(text);
        }
    }

    static Problem noLetter(Object id) {
        return Problem.notFound("There is no letter " + id + ". It may have been deleted, or its retention is over.");
    }

    static Problem noCause(Object id) {
        return Problem.notFound("There is no cause " + id + ".");
    }

    static Problem noReplay(Object id) {
        return Problem.notFound("There is no replay " + id + ". Ended ones are kept for 90 days.");
    }
}
