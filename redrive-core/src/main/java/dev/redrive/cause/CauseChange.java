package dev.redrive.cause;

import dev.redrive.letter.CauseId;

/** The number of open letters that were captured for one cause and now fail with another. */
public record CauseChange(CauseId capturedFor, CauseId failsWith, long letters) {}
