package dev.redrive.internal.capture;

import dev.redrive.classify.Classifier;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.event.Events;
import dev.redrive.policy.Policies;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import java.util.List;
import java.util.Optional;

/** Capturers for tests, without chance: the random part of every delay is nothing. */
public final class CaptureFixture {
    private CaptureFixture() {}

    public static Capturer into(DeadLetterStore store) {
        return into(store, CaptureRules.defaults(), Optional.empty(), new Events());
    }

    public static Capturer into(DeadLetterStore store, CaptureRules rules) {
        return into(store, rules, Optional.empty(), new Events());
    }

    public static Capturer into(
            DeadLetterStore store, CaptureRules rules, Optional<Capturer.SpillFile> spill, Events events) {
        return into(store, rules, Fallbacks.to(spill), events);
    }

    static Capturer into(DeadLetterStore store, CaptureRules rules, Fallbacks fallbacks, Events events) {
        return new Capturer(
                store,
                rules,
                new Diagnostics(new Classifier(List.of())),
                Policies.builtIn(),
                events,
                () -> 0L,
                fallbacks);
    }

    static int kept(DeadLetterStore store) {
        return store.search(Query.newest(Filter.all(), 500)).items().size();
    }
}
