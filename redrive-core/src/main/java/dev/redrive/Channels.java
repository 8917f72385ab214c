package dev.redrive;

import dev.redrive.engine.TargetState;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.engine.EngineThreads;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.questions.ChannelQueue;
import java.util.List;
import java.util.Optional;

/** Looks at channels, and holds and releases them on all nodes. */
public final class Channels {
    private final DeadLetterStore store;
    private final EngineThreads engine;
    private final Events events;
    private final RedactionGate gate;

    Channels(DeadLetterStore store, EngineThreads engine, Events events, RedactionGate gate) {
        this.store = store;
        this.engine = engine;
        this.events = events;
        this.gate = gate;
    }

    /**
     * Holds a channel: its letters are captured and not sent, neither by the engine nor by replays, until it is released. What
     * is on its way to the target is finished. Other nodes follow within a second or two. A hold that is there stays as it is
     * and is returned.
     */
    public ChannelHold hold(ChannelHold hold) {
        String reason = hold.reason() == null ? null : gate.text(hold.reason());
        ChannelHold wanted = new ChannelHold(hold.channel(), hold.by(), reason, hold.since());
        ChannelHold held = store.channelHolds().hold(wanted);
        if (held.equals(wanted)) events.publish(() -> new RedriveEvent.ChannelHeld(held));
        return held;
    }

    /** Releases a channel; its letters go out again as its rate and its circuit let them. Empty when it is not held. */
    public Optional<ChannelHold> release(String channel, String by) {
        Optional<ChannelHold> released = store.channelHolds().release(channel);
        if (released.isPresent()) events.publish(() -> new RedriveEvent.ChannelReleased(channel, by));
        return released;
    }

    /** All channels that are held, by their names. */
    public List<ChannelHold> held() {
        return store.channelHolds().list();
    }

    /** What waits in a channel. */
    public ChannelQueue queue(String channel) {
        return store.queue(channel);
    }

    /** The target of a channel as this process has it; empty when letters of this channel have no way back from here. */
    public Optional<TargetState> target(String channel) {
        return engine.targetState(channel);
    }
}
