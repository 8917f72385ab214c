package dev.redrive.server.inbox;

import dev.redrive.Letters;
import dev.redrive.cause.CauseState;
import dev.redrive.ledger.ReplayState;
import dev.redrive.server.alerts.FiringAlerts;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.pages.RailCounts;
import dev.redrive.server.pages.RailNumbers;
import dev.redrive.server.replays.ReplayCommands;
import dev.redrive.server.stats.RecentAnswers;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.questions.CauseQuery;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Counts what is open in the queue, once a second for all pages with the same channels. */
@Component
final class QueueCounts implements RailNumbers {
    private static final Duration KEPT = Duration.ofSeconds(1);
    private static final int SCOPES = 100;
    private static final int MOST_CAUSES = 500;
    private static final int MOST_REPLAYS = 100;
    private static final Set<CauseState> UNHANDLED = Set.of(CauseState.OPEN, CauseState.REGRESSED);
    private static final Set<ReplayState> UNDER_WAY = Arrays.stream(ReplayState.values())
            .filter(state -> !state.isEnded())
            .collect(Collectors.toUnmodifiableSet());

    private final Letters letters;
    private final ReplayCommands replays;
    private final FiringAlerts alerts;
    private final RecentAnswers<Scope, RailCounts> recent;

    QueueCounts(Letters letters, ReplayCommands replays, FiringAlerts alerts, InstantSource clock) {
        this.letters = letters;
        this.replays = replays;
        this.alerts = alerts;
        this.recent = new RecentAnswers<>(clock, KEPT, SCOPES);
    }

    /** A page that says that the store is away has a navigation, too. */
    @Override
    public RailCounts of(Caller caller) {
        try {
            return recent.get(Scope.of(caller), () -> count(caller));
        } catch (StoreUnavailable away) {
            return RailCounts.NONE;
        }
    }

    private RailCounts count(Caller caller) {
        return new RailCounts(
                caller.channels().isEmpty() ? causes() : 0,
                Scope.of(caller).limit(letters.tallies()).byStatus().open(),
                replays.list(caller, UNDER_WAY, MOST_REPLAYS, null).items().size(),
                alerts.count(caller));
    }

    private long causes() {
        return letters.causes(new CauseQuery(UNHANDLED, MOST_CAUSES)).stream()
                .filter(cause -> cause.letters() > 0 && !cause.care().isAssigned())
                .count();
    }
}
