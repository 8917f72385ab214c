package dev.redrive.store.streams;

import dev.redrive.letter.LetterId;
import java.time.Instant;

/**
 * A letter that a broker has, and that may be processed by now or not.
 *
 * @param receipt what the target said of where it is
 */
public record SentLetter(LetterId id, String channel, String receipt, Instant sentAt) {}
