package dev.redrive.server.replays;

import dev.redrive.letter.CauseId;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.stats.RecentAnswers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** The replays of causes, among the newest ones. */
@Component
public final class CauseReplays {
    private static final int LOOKED_AT = 100;
    private static final Duration KEPT = Duration.ofSeconds(1);
    private static final int CALLERS = 100;

    private final ReplayCommands replays;
    private final RecentAnswers<Caller, Map<String, List<CauseReplay>>> recent;

    public CauseReplays(ReplayCommands replays, InstantSource clock) {
        this.replays = replays;
        this.recent = new RecentAnswers<>(clock, KEPT, CALLERS);
    }

    /** Newest first. */
    public List<CauseReplay> of(Caller caller, CauseId cause) {
        return recent.get(caller, () -> byCause(caller)).getOrDefault(cause.toString(), List.of());
    }

    private Map<String, List<CauseReplay>> byCause(Caller caller) {
        Map<String, List<CauseReplay>> found = new HashMap<>();
        replays.list(caller, Set.of(), LOOKED_AT, null)
                .items()
                .forEach(replay -> SelectionText.in(replay)
                        .cause()
                        .ifPresent(cause -> found.computeIfAbsent(cause, unused -> new ArrayList<>())
                                .add(new CauseReplay(replay))));
        return found;
    }
}
