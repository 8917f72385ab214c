package dev.redrive.server.live;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.server.caller.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells open pages what changed: topics, and the ids of letters, causes and replays. Changes are gathered for a second, longer when
 * many pages are open, and written once for all pages with the same channels. A page that was away names the last change that it
 * knows and gets the later ones, or {@code missed}.
 */
@Component
public final class PageChanges implements SmartLifecycle {
    static final int MOST_WATCHERS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(PageChanges.class);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration PER_WATCHER = Duration.ofMillis(10);
    private static final Duration LOOK = Duration.ofSeconds(3);
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    private static final Duration GATHER = Duration.ofMillis(20);
    private static final int REMEMBERED = 120;

    private final JsonMapper json;
    private final InstantSource clock;
    private final List<ChangeSource> sources;
    private final Watchers watchers;
    private final String epoch;

    private final Set<PageChange.Entry> waiting = new LinkedHashSet<>();
    private final Deque<PageChange> remembered = new ArrayDeque<>();
    private final Map<String, Object> signatures = new HashMap<>();
    private boolean isCut;
    private long number;
    private Instant told = Instant.MIN;
    private Instant looked = Instant.MIN;
    private volatile boolean running;

    @Autowired
    public PageChanges(Events events, List<ChangeSource> sources, JsonMapper json, InstantSource clock) {
        this.json = json;
        this.clock = clock;
        this.sources = List.copyOf(sources);
        this.epoch = Long.toString(clock.millis(), Character.MAX_RADIX);
        watchers = new Watchers("redrive-pages", MOST_WATCHERS, GATHER, LiveEvent.text("beat", "{}"));
        events.listen(this::accept);
    }

    // What changed

    private void accept(RedriveEvent event) {
        if (watchers.isEmpty()) return;
        if (event instanceof RedriveEvent.Captured captured)
            note("letters", captured.channel(), captured.id().toString());
        else if (event instanceof RedriveEvent.Attempted attempted)
            note("letters", attempted.channel(), attempted.id().toString());
        else if (event instanceof RedriveEvent.Moved moved)
            moved.ids().forEach(id -> note("letters", moved.channel(), id.toString()));
        else if (event instanceof RedriveEvent.Edited edited)
            note("letters", null, edited.id().toString());
        else if (event instanceof RedriveEvent.Deleted deleted)
            note("letters", null, deleted.id().toString());
        else if (event instanceof RedriveEvent.CauseChanged cause)
            note("causes", null, cause.id().toString());
        else if (event instanceof RedriveEvent.ReplayChanged replay)
            note("replays", null, replay.replay().id().toString());
        else if (event instanceof RedriveEvent.CircuitChanged) note("channels", null, null);
        else note("letters", null, null);
    }

    /** Tells pages with this topic. */
    public void note(String topic, @Nullable String channel, @Nullable String id) {
        if (watchers.isEmpty()) return;
        synchronized (waiting) {
            isCut |= waiting.size() >= PageChange.MOST_ENTRIES;
            waiting.add(isCut ? new PageChange.Entry(topic, null, null) : new PageChange.Entry(topic, channel, id));
        }
    }

    // Telling

    /** Called every second. */
    void tick() {
        if (watchers.isEmpty()) return;
        Instant now = clock.instant();
        if (!now.isBefore(looked.plus(LOOK))) {
            looked = now;
            look();
        }
        if (!now.isBefore(told.plus(interval()))) {
            take().ifPresent(this::tell);
            told = now;
        }
    }

    /** With many open pages each asks less often, so that all of them together cost the same. */
    private Duration interval() {
        Duration shared = PER_WATCHER.multipliedBy(watchers.count());
        return shared.compareTo(TICK) > 0 ? shared : Duration.ZERO;
    }

    private void look() {
        for (ChangeSource source : sources) {
            try {
                source.signatures().forEach((topic, signature) -> {
                    Object before = signatures.put(topic, signature);
                    if (before != null && !before.equals(signature)) note(topic, null, null);
                });
            } catch (RuntimeException e) {
                LOG.debug("changes cannot be looked for: {}", e.toString());
            }
        }
    }

    private Optional<PageChange> take() {
        synchronized (waiting) {
            if (waiting.isEmpty()) return Optional.empty();
            PageChange change = new PageChange(++number, List.copyOf(waiting), isCut);
            waiting.clear();
            isCut = false;
            remembered.addLast(change);
            if (remembered.size() > REMEMBERED) remembered.removeFirst();
            return Optional.of(change);
        }
    }

    private void tell(PageChange change) {
        Map<Scope, LiveEvent> made = new ConcurrentHashMap<>();
        watchers.offer(scope -> change.isFor(scope)
                ? Optional.of(made.computeIfAbsent(scope, known -> event(change, known)))
                : Optional.empty());
    }

    private LiveEvent event(PageChange change, Scope scope) {
        return new LiveEvent(known -> true, () -> text(change, scope));
    }

    private String text(PageChange change, Scope scope) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("at", clock.millis());
        data.put("topics", change.topics(scope));
        data.put("ids", change.ids(scope));
        if (change.isCut()) data.put("more", true);
        return "id: " + epoch + "-" + change.number() + "\n" + LiveEvent.text("changed", json.writeValueAsString(data));
    }

    // Watching

    /** Adds a page and returns what to call when it leaves; empty when there are too many already. */
    Optional<Runnable> join(Scope scope, Watcher.Outlet outlet, @Nullable String lastSeen) {
        return watchers.join(scope, outlet, since(scope, lastSeen));
    }

    /** What a page that was away has to know first. */
    private Optional<LiveEvent> since(Scope scope, @Nullable String lastSeen) {
        if (lastSeen == null || lastSeen.isEmpty()) return Optional.empty();
        synchronized (waiting) {
            long known = numberOf(lastSeen);
            boolean isRemembered = known == number
                    || (!remembered.isEmpty() && remembered.getFirst().number() <= known + 1);
            if (known < 0 || known > number || !isRemembered)
                return Optional.of(new LiveEvent(any -> true, () -> LiveEvent.text("missed", "{}")));
            List<PageChange> later = remembered.stream()
                    .filter(change -> change.number() > known)
                    .toList();
            return later.isEmpty() ? Optional.empty() : Optional.of(event(PageChange.of(later), scope));
        }
    }

    private long numberOf(String lastSeen) {
        if (!lastSeen.startsWith(epoch + "-")) return -1;
        try {
            return Long.parseLong(lastSeen.substring(epoch.length() + 1));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    // Life

    @Override
    public void start() {
        running = true;
        watchers.start(HEARTBEAT);
        watchers.every(TICK, this::tick);
    }

    @Override
    public void stop() {
        running = false;
        watchers.stop();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
