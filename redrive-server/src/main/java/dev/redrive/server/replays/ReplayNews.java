package dev.redrive.server.replays;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.ledger.Replay;
import dev.redrive.server.live.LiveEvents;
import org.springframework.stereotype.Component;
import tools.jackson.databind.util.RawValue;

/** Sends the progress of replays to watchers. */
@Component
final class ReplayNews {
    private final LiveEvents live;

    ReplayNews(Events events, LiveEvents live) {
        this.live = live;
        events.listen(this::accept);
    }

    private void accept(RedriveEvent event) {
        if (event instanceof RedriveEvent.ReplayChanged changed) announce(changed.replay());
    }

    /** The channels of a replay are looked up only when a watcher is limited to channels. */
    private void announce(Replay replay) {
        live.publish(
                "replay",
                scope -> scope.isAll() || ReplayScope.areAllIn(scope, replay.plan()),
                () -> new RawValue(ReplayJson.news(replay)));
    }
}
