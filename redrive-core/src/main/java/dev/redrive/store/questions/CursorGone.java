package dev.redrive.store.questions;

import dev.redrive.letter.LetterId;

/** Thrown when the letter after which a sorted page begins was deleted, so that its position is unknown. */
public final class CursorGone extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    CursorGone(LetterId after) {
        super("letter " + after + ", after which this page begins, is gone; begin again with the first page");
    }
}
