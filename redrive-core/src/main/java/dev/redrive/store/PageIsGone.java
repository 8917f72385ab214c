package dev.redrive.store;

import dev.redrive.letter.LetterId;

/** Says that the letter after which a sorted page begins was deleted: where it stood, nobody can tell any more. */
public final class PageIsGone extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    PageIsGone(LetterId after) {
        super("letter " + after + ", after which this page begins, is gone; begin again with the first page");
    }
}
