package dev.redrive.internal.engine;

import dev.redrive.classify.Classifier;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.engine.EngineOptions;
import dev.redrive.engine.Handler;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.policy.JvmHostLoad;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.policy.Policies;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** An engine with real threads and real time, and its events. Its threads start with the first handler. */
@Timeout(60)
abstract class RunningEngine {
    static final EngineOptions ONE_WORKER = EngineOptions.defaults("node-1").concurrency(1);

    final DeadLetterStore store = new InMemoryDeadLetterStore(InstantSource.system());
    final LetterIds ids = new LetterIds(store.clock());
    final BlockingQueue<RedriveEvent> published = new LinkedBlockingQueue<>();
    EngineThreads engine = engine(store, ONE_WORKER);

    final EngineThreads engine(DeadLetterStore on, EngineOptions options) {
        Events events = new Events();
        events.listen(published::add);
        return new EngineThreads(
                on,
                new Diagnostics(new Classifier(List.of())),
                Policies.builtIn(),
                new JvmHostLoad(() -> true),
                events,
                options,
                () -> 0L,
                new RedactionGate(Redaction.none()));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    void handle(Handler handler) {
        engine.add("orders", Target.of(handler), TargetOptions.defaults());
    }

    LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    DeadLetter found(LetterId id) {
        return store.find(id).orElseThrow();
    }
}
