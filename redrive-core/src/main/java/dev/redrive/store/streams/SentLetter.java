package dev.redrive.store.streams;

import dev.redrive.letter.LetterId;
import java.time.Instant;

/**
 * A letter that was sent to a broker and is not confirmed yet.
 *
 * @param receipt what the target said of where it is
 */
public record SentLetter(LetterId id, String channel, String receipt, Instant sentAt) {}
