package dev.redrive.cold;

import dev.redrive.store.questions.WholeLetter;

/**
 * A letter in the archive.
 *
 * @param object the key of the object that contains it
 * @param inStore whether the store has a letter of this id too, because it was restored or has only been closed
 */
public record ColdLetter(WholeLetter whole, String object, boolean inStore) {}
