package dev.redrive.server.pages;

import dev.redrive.letter.LetterStatus;

/** How many letters have a status, as a tile of a page. */
public record StatusTile(LetterStatus status, long count) {}
