package dev.redrive.server.causes;

import dev.redrive.letter.CauseId;

/** Changes what people have said about a cause. */
@FunctionalInterface
interface CauseChanger {
    /** False when there is no such cause. */
    boolean change(CauseId cause, String by);
}
