package dev.redrive.server.health;

import dev.redrive.server.stats.RecentAnswers;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreCheck;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Sees whether the store answers, at most once a second, whoever wants to know. */
@Component
final class StoreProbe implements DisposableBean {
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final StoreCheck check;
    private final RecentAnswers<String, Optional<String>> recent;

    @Autowired
    StoreProbe(DeadLetterStore store, InstantSource clock) {
        this(store, clock, PATIENCE);
    }

    StoreProbe(DeadLetterStore store, InstantSource clock, Duration patience) {
        this.check = new StoreCheck(store::find, patience);
        this.recent = new RecentAnswers<>(clock, FRESH, 1);
    }

    /** What is wrong with the store, or empty when it answers. */
    Optional<String> trouble() {
        return recent.get("store", check::trouble);
    }

    @Override
    public void destroy() {
        check.close();
    }
}
