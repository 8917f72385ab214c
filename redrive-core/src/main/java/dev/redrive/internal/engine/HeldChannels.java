package dev.redrive.internal.engine;

import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.channels.ChannelHolds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channels that are held. The store is asked at most once a second, so that another node knows of a hold or a release a second
 * later; while it is away, what it said last is in force. Safe to use from many threads.
 */
public final class HeldChannels {
    static final Duration KNOWN_FOR = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(HeldChannels.class);

    private final ChannelHolds holds;
    private final InstantSource clock;
    private volatile Map<String, ChannelHold> known = Map.of();
    private volatile Instant askedAt = Instant.MIN;

    public HeldChannels(ChannelHolds holds, InstantSource clock) {
        this.holds = holds;
        this.clock = clock;
    }

    /** The hold on a channel. */
    public Optional<ChannelHold> on(String channel) {
        ask();
        return Optional.ofNullable(known.get(channel));
    }

    boolean isAny() {
        ask();
        return !known.isEmpty();
    }

    /** One was held or released in this process: the next question goes to the store. */
    public void changed() {
        askedAt = Instant.MIN;
    }

    private void ask() {
        if (isFresh()) return;
        synchronized (this) {
            if (isFresh()) return;
            // Before the question, so that a change that comes during it is asked for again.
            askedAt = clock.instant();
            try {
                Map<String, ChannelHold> found = new HashMap<>();
                for (ChannelHold hold : holds.list()) found.put(hold.channel(), hold);
                known = Map.copyOf(found);
            } catch (StoreUnavailable e) {
                LOG.debug("cannot ask which channels are held; what is known stays in force: {}", e.toString());
            }
        }
    }

    private boolean isFresh() {
        Instant now = clock.instant();
        Instant last = askedAt;
        return !now.isBefore(last) && !last.equals(Instant.MIN) && now.isBefore(last.plus(KNOWN_FOR));
    }
}
