package dev.redrive.kafka.retry;

import dev.redrive.internal.text.DoublingPause;
import java.time.Duration;
import java.time.Instant;

/** A pause of a topic that does not take records; each one is twice as long as the one before. */
final class TopicPause {
    private final DoublingPause pause = new DoublingPause(Duration.ofSeconds(1), Duration.ofSeconds(30));
    Instant until = Instant.MIN;

    /** Begins the next pause unless one lasts; true when it began. */
    boolean begin(Instant now) {
        if (until.isAfter(now)) return false;
        until = now.plus(pause.next());
        return true;
    }
}
