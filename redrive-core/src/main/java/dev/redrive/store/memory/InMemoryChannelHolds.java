package dev.redrive.store.memory;

import dev.redrive.store.StoreException;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.channels.ChannelHolds;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The held channels in memory. */
final class InMemoryChannelHolds implements ChannelHolds {
    private final TreeMap<String, ChannelHold> holds = new TreeMap<>();

    @Override
    public synchronized ChannelHold hold(ChannelHold hold) {
        ChannelHold known = holds.get(hold.channel());
        if (known != null) return known;
        if (holds.size() >= MOST)
            throw new StoreException(MOST + " channels are held already; release some before you hold another one");
        holds.put(hold.channel(), hold);
        return hold;
    }

    @Override
    public synchronized Optional<ChannelHold> release(String channel) {
        return Optional.ofNullable(holds.remove(channel));
    }

    @Override
    public synchronized List<ChannelHold> list() {
        return List.copyOf(holds.values());
    }
}
