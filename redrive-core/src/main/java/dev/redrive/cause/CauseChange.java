package dev.redrive.cause;

import dev.redrive.letter.CauseId;

/** So many open letters were captured for one cause and fail with another one now. */
public record CauseChange(CauseId capturedFor, CauseId failsWith, long letters) {}
