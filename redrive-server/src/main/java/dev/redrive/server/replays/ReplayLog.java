package dev.redrive.server.replays;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.text.LruMap;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Component;

/** Writes to the server's log when a replay comes into another state, and why. */
@Component
final class ReplayLog {
    private static final Logger LOG = LoggerFactory.getLogger("redrive");
    private static final int REMEMBERED = 200;

    private final Map<ReplayId, ReplayState> states = new LruMap<>(REMEMBERED);

    ReplayLog(Events events) {
        events.listen(this::accept);
    }

    private void accept(RedriveEvent event) {
        if (event instanceof RedriveEvent.ReplayChanged changed && isNews(changed.replay())) write(changed.replay());
    }

    private boolean isNews(Replay replay) {
        synchronized (states) {
            return states.put(replay.id(), replay.state()) != replay.state();
        }
    }

    private static void write(Replay replay) {
        String why = replay.reason() == null ? "" : ": " + replay.reason();
        LOG.atLevel(
                        replay.state() == ReplayState.STOPPED || replay.state() == ReplayState.FAILED
                                ? Level.WARN
                                : Level.INFO)
                .addKeyValue("replayId", replay.id())
                .addKeyValue("state", replay.state())
                .log(
                        "replay {} is {}, {} of {} letters went out{}",
                        replay.id(),
                        replay.state(),
                        replay.progress().replayed(),
                        replay.progress().matched(),
                        why);
    }
}
