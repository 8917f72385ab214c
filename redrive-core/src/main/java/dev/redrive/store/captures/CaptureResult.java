package dev.redrive.store.captures;

import dev.redrive.letter.LetterId;

/** The result of one capture: the id of the letter, which is an older one when the same message was captured before. */
public record CaptureResult(LetterId id, boolean isNew) {}
