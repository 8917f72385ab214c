package dev.redrive.server;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.Attempt;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes to the log what the engine does: which letter, in which channel, at which try, how long, with what result, and never what is
 * in it. In an outage it writes a few lines a second and says how many it left out.
 */
@Component
final class EngineLog {
    private static final Logger LOG = LoggerFactory.getLogger("redrive");
    private static final int LINES_A_SECOND = 20;

    private final InstantSource clock;
    private final AtomicLong second = new AtomicLong();
    private final AtomicInteger lines = new AtomicInteger();

    EngineLog(Events events, InstantSource clock) {
        this.clock = clock;
        events.listen(this::write);
    }

    private void write(RedriveEvent event) {
        if (event instanceof RedriveEvent.Attempted attempted) write(attempted);
        else if (event instanceof RedriveEvent.CircuitChanged circuit)
            LOG.atWarn()
                    .addKeyValue("operation", "circuit")
                    .addKeyValue("target", circuit.target())
                    .addKeyValue("circuit", circuit.to())
                    .log("the circuit to {} is {}", circuit.target(), circuit.to());
        else if (event instanceof RedriveEvent.LeaseLost lost)
            LOG.warn("the lease on letter {} was lost; another worker may have it", lost.id());
    }

    private void write(RedriveEvent.Attempted attempt) {
        if (!LOG.isInfoEnabled() || !mayWrite()) return;
        boolean success = attempt.result() == Attempt.Result.SUCCEEDED || attempt.result() == Attempt.Result.SENT;
        LOG.atInfo()
                .addKeyValue("operation", attempt.result() == Attempt.Result.CAME_BACK ? "return" : "retry")
                .addKeyValue("letterId", attempt.id())
                .addKeyValue("eventId", attempt.eventId())
                .addKeyValue("channel", attempt.channel())
                .addKeyValue("retryCount", attempt.retryCount())
                .addKeyValue("durationMs", attempt.took().toMillis())
                .addKeyValue("success", success)
                .addKeyValue("result", attempt.result())
                .addKeyValue("status", attempt.status())
                .log(
                        "letter {} of {}, try {}: {} in {} ms, now {}",
                        attempt.id(),
                        attempt.channel(),
                        attempt.retryCount(),
                        word(attempt.result()),
                        attempt.took().toMillis(),
                        attempt.status());
    }

    private static String word(Attempt.Result result) {
        return switch (result) {
            case SUCCEEDED -> "succeeded";
            case SENT -> "sent";
            case CAME_BACK -> "came back";
            default -> "failed";
        };
    }

    private boolean mayWrite() {
        long now = clock.instant().getEpochSecond();
        long before = second.get();
        if (now != before && second.compareAndSet(before, now)) {
            int left = lines.getAndSet(0) - LINES_A_SECOND;
            if (left > 0) LOG.info("and {} attempts more in that second", left);
        }
        return lines.incrementAndGet() <= LINES_A_SECOND;
    }
}
