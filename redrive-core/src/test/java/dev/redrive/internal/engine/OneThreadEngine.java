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
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.policy.HostLoad;
import dev.redrive.policy.Policies;
import dev.redrive.redaction.Redaction;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.text.Glob;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;

/** An engine that does everything on the thread of the test, and records its events. */
final class OneThreadEngine {
    private record Idle() implements HostLoad {
        @Override
        public double cpuLoad() {
            return 0;
        }

        @Override
        public double memoryUse() {
            return 0;
        }

        @Override
        public boolean databaseConnectionsAvailable() {
            return true;
        }
    }

    /** What a test may change. */
    record Setup(Policies policies, HostLoad hostLoad, EngineOptions options, PayloadBudget budget, Executor workers) {
        static Setup plain() {
            return new Setup(
                    Policies.builtIn(),
                    new Idle(),
                    EngineOptions.defaults("worker-1"),
                    PayloadBudget.ofHeap(),
                    Runnable::run);
        }

        Setup with(Policies value) {
            return new Setup(value, hostLoad, options, budget, workers);
        }

        Setup with(HostLoad value) {
            return new Setup(policies, value, options, budget, workers);
        }

        Setup with(EngineOptions value) {
            return new Setup(policies, hostLoad, value, budget, workers);
        }

        Setup with(Executor value) {
            return new Setup(policies, hostLoad, options, budget, value);
        }

        Setup with(PayloadBudget value) {
            return new Setup(policies, hostLoad, options, value, workers);
        }
    }

    final DeadLetterStore store;
    final Events events = new Events();
    final List<RedriveEvent> published = new ArrayList<>();
    final HeldChannels held;
    final Engine engine;
    private final Routes routes = new Routes();
    private final LetterIds ids;

    OneThreadEngine(DeadLetterStore store, Setup setup) {
        this.store = store;
        this.ids = new LetterIds(store.clock());
        events.listen(published::add);
        this.held = new HeldChannels(store.channelHolds(), store.clock());
        Diagnostics diagnostics = new Diagnostics(new Classifier(List.of()));
        AttemptRunner runner = new AttemptRunner(
                store, diagnostics, setup.policies(), setup.hostLoad(), () -> 0L, new RedactionGate(Redaction.none()));
        engine = new Engine(store, routes, runner, events, setup.options(), setup.budget(), held, setup.workers());
    }

    OneThreadEngine(DeadLetterStore store) {
        this(store, Setup.plain());
    }

    void handle(String channel, Handler handler) {
        send(channel, Target.of(handler), TargetOptions.defaults());
    }

    void send(String channel, Target target, TargetOptions options) {
        routes.add(new Route(new Glob(channel), new Route.Sends(target), options, store.clock(), events));
    }

    LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    LetterId captured(LetterBuilder letter) {
        NewLetter made = letter.build();
        LetterId id = store.capture(List.of(made)).get(0).id();
        engine.captured(made.channel());
        return id;
    }

    List<LetterId> captured(int count) {
        List<LetterId> all = new ArrayList<>();
        for (int i = 0; i < count; i++) all.add(captured(aLetter()));
        return all;
    }

    /** One claim, the attempts that follow from it, and their settlement. */
    void turn() throws InterruptedException {
        engine.claimOnce();
        settle();
    }

    void settle() throws InterruptedException {
        while (!engine.attempts().settle(Duration.ZERO, 100).isEmpty()) Thread.onSpinWait();
    }

    DeadLetter found(LetterId id) {
        return store.find(id).orElseThrow();
    }

    LetterStatus status(LetterId id) {
        return found(id).status();
    }

    // Handlers and letters

    /** A handler whose attempts fail with a transient error. */
    static final Handler TIMES_OUT = letter -> {
        throw new SocketTimeoutException("Read timed out");
    };

    static Instant due(DeadLetter letter) {
        return Objects.requireNonNull(letter.state().nextRetryAt());
    }
}
