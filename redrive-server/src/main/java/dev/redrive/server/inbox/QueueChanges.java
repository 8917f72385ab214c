package dev.redrive.server.inbox;

import dev.redrive.Letters;
import dev.redrive.Replays;
import dev.redrive.alert.AlertLog;
import dev.redrive.server.live.ChangeSource;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Looks for changes of letters, replays and alerts that another node made. */
@Component
final class QueueChanges implements ChangeSource {
    private static final int REPLAYS = 25;

    private final Letters letters;
    private final Replays replays;
    private final AlertLog alertLog;
    private final InstantSource clock;

    QueueChanges(Letters letters, Replays replays, AlertLog alertLog, InstantSource clock) {
        this.letters = letters;
        this.replays = replays;
        this.alertLog = alertLog;
        this.clock = clock;
    }

    @Override
    public Map<String, Object> signatures() {
        return Map.of(
                "letters", letters.tallies().hashCode(),
                "replays", replays.list(Set.of(), REPLAYS, null).hashCode(),
                "alerts",
                        List.of(alertLog.firing(), alertLog.snoozes(clock.instant()))
                                .hashCode());
    }
}
