package dev.redrive.server.replays;

import dev.redrive.event.Events;
import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.Replay;
import dev.redrive.server.live.LiveEvents;
import org.springframework.stereotype.Component;
import tools.jackson.databind.util.RawValue;

/** Tells those who watch how replays come along. */
@Component
final class ReplayNews {
    private final LiveEvents live;

    ReplayNews(Events events, LiveEvents live) {
        this.live = live;
        events.listen(this::hear);
    }

    private void hear(RedriveEvent event) {
        if (event instanceof RedriveEvent.ReplayChanged changed) tell(changed.replay());
    }

    /** Whom it is for is found out only when somebody watches who is limited to channels. */
    private void tell(Replay replay) {
        live.publish(
                "replay",
                scope -> scope.isAll() || ReplayScope.areAllIn(scope, replay.plan()),
                () -> new RawValue(ReplayJson.news(replay)));
    }
}
