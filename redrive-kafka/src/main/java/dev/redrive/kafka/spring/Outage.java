package dev.redrive.kafka.spring;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * The outage of one listener, which fails as a whole. While it lasts, the container is paused; now and then one of its
 * consumers is resumed until its first record has succeeded or failed.
 */
final class Outage {
    private static final Logger LOG = LoggerFactory.getLogger(Outage.class);

    private enum State {
        NONE,
        PAUSED,
        PROBING
    }

    private final String listener;
    private final MessageListenerContainer container;
    private final OutageOptions options;
    private final ProbeTimer timer;
    private final InstantSource clock;
    private final List<OutageListener> listeners;
    private final OutageWindow window;
    private State state = State.NONE;
    private Instant startedAt = Instant.EPOCH;
    private int failedProbes;
    private int running;
    private int probeTurn;
    private @Nullable MessageListenerContainer failedLast;
    private @Nullable Future<?> nextProbe;

    Outage(
            MessageListenerContainer container,
            OutageOptions options,
            ProbeTimer timer,
            InstantSource clock,
            List<OutageListener> listeners) {
        this.listener = container.getListenerId();
        this.container = container;
        this.options = options;
        this.timer = timer;
        this.clock = clock;
        this.listeners = listeners;
        this.window = new OutageWindow(options.last(), options.share());
    }

    synchronized boolean isOn() {
        return state != State.NONE;
    }

    /** Every third probe tries a later record, in case only the first record fails. */
    synchronized boolean skipsWithNextProbe() {
        return state == State.PAUSED && failedProbes % 3 == 2;
    }

    /** The listener is called. */
    synchronized void called() {
        running++;
    }

    /** The listener returned or threw. */
    synchronized void returned() {
        running--;
    }

    /** Calls that were running when the container was paused say little; only those of a probe end the outage. */
    synchronized void succeeded() {
        window.add(clock.instant(), false);
        if (state == State.PROBING) end();
    }

    /** A try failed with a transient error. True when there is an outage, so that the record has to wait for its end. */
    synchronized boolean failed(MessageListenerContainer consumer, String errorType) {
        Instant now = clock.instant();
        window.add(now, true);
        failedLast = consumer;
        if (state == State.PROBING) continueOutage();
        else if (state == State.NONE && window.fails(now.minus(options.within()), options.minimum())) begin(errorType);
        return state != State.NONE;
    }

    /**
     * A record used up its tries. True when nothing else succeeded meanwhile and enough records wait behind it: then it may
     * not be the record that is to blame.
     */
    synchronized boolean exhausted(Instant since, int behind, String errorType) {
        if (state == State.NONE && window.fails(since, options.minimum() - behind)) begin(errorType);
        return state != State.NONE;
    }

    private void begin(String errorType) {
        state = State.PAUSED;
        startedAt = clock.instant();
        failedProbes = 0;
        probeTurn = 0;
        container.pause();
        probeAfter(options.firstProbe());
        LOG.warn("{} fails as a whole with {}; it is paused and probed until it works again", listener, errorType);
        notifyListeners(each -> each.began(listener, errorType));
    }

    private void continueOutage() {
        state = State.PAUSED;
        failedProbes++;
        probeTurn = 0;
        container.pause();
        Duration wait = InPlaceRetries.doubled(options.firstProbe(), failedProbes, options.longestWait());
        probeAfter(wait);
        LOG.info("{} still fails; it is probed again in {}", listener, wait);
        notifyListeners(each -> each.probed(listener, wait));
    }

    private void end() {
        state = State.NONE;
        window.clear();
        if (nextProbe != null) nextProbe.cancel(false);
        container.resume();
        Duration lasted = Duration.between(startedAt, clock.instant());
        LOG.info("{} works again after {}", listener, lasted);
        notifyListeners(each -> each.ended(listener, lasted));
    }

    private void probeAfter(Duration wait) {
        if (nextProbe != null) nextProbe.cancel(false);
        nextProbe = timer.after(wait, () -> probe(wait));
    }

    /**
     * The consumer that failed goes first. When it has nothing to try, perhaps because its partitions went elsewhere, the
     * others follow one by one.
     */
    private synchronized void probe(Duration wait) {
        if (state == State.NONE) return;
        if (!container.isRunning()) {
            end();
            return;
        }
        if (running == 0) {
            state = State.PROBING;
            resumeOne();
        }
        probeAfter(wait);
    }

    private void resumeOne() {
        MessageListenerContainer first = failedLast;
        List<? extends MessageListenerContainer> all = consumers();
        boolean known = probeTurn == 0 && first != null && all.contains(first);
        if (known && first != null) first.resume();
        else if (!all.isEmpty()) all.get(probeTurn % all.size()).resume();
        probeTurn++;
    }

    private List<? extends MessageListenerContainer> consumers() {
        return container instanceof ConcurrentMessageListenerContainer<?, ?> many
                ? many.getContainers()
                : List.of(container);
    }

    private void notifyListeners(java.util.function.Consumer<OutageListener> event) {
        for (OutageListener each : listeners) {
            try {
                event.accept(each);
            } catch (RuntimeException e) {
                LOG.warn("a listener of outages failed", e);
            }
        }
    }
}
